import type { ReactNode } from 'react';
import type { Theme } from '@/features/settings/theme';
import { CommandPalette } from './command-palette';
import { Rail } from './rail';
import { Shortcuts } from './shortcuts';

/** What stands around every page: the rail, the palette and the shortcuts. */
export function Shell({ project, theme, children }: { project: string; theme: Theme; children: ReactNode }) {
  return (
    <div className="min-h-dvh md:grid md:grid-cols-[13rem_minmax(0,1fr)]">
      <a
        href="#content"
        className="sr-only z-50 rounded bg-panel px-3 py-2 focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to the content
      </a>
      <Rail project={project} theme={theme} />
      <main id="content" tabIndex={-1} className="min-w-0 px-4 pt-5 pb-24 outline-none md:px-8 md:pb-12">
        <div className="mx-auto max-w-[100rem]">{children}</div>
      </main>
      <CommandPalette />
      <Shortcuts />
    </div>
  );
}
