'use client';

import { BrokenPage, type BrokenPageProps } from '@/components/shell/broken-page';

/** When what stands around the pages failed: without the rail, which needs the database too. */
export default function ShellError(props: BrokenPageProps) {
  return (
    <main>
      <BrokenPage {...props} />
    </main>
  );
}
