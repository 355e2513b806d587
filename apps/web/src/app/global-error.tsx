'use client';

import { BrokenPage, type BrokenPageProps } from '@/components/shell/broken-page';
import './globals.css';

/** When even the root layout failed: it has to bring its own document. */
export default function GlobalError(props: BrokenPageProps) {
  return (
    <html lang="en">
      <body>
        <title>Proofload</title>
        <main>
          <BrokenPage {...props} />
        </main>
      </body>
    </html>
  );
}
