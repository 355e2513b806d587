import { who } from '@proofload/services';
import { cookies } from 'next/headers';
import type { ReactNode } from 'react';
import { Shell } from '@/components/shell/shell';
import { readTheme, themeCookie } from '@/features/settings/theme';
import { requirePageContext } from '@/server/page-context';

export default async function UiLayout({ children }: { children: ReactNode }) {
  const ctx = await requirePageContext();
  const { project } = await who(ctx);
  return (
    <Shell project={project} theme={readTheme((await cookies()).get(themeCookie)?.value)}>
      {children}
    </Shell>
  );
}
