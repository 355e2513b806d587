'use client';

import { Search } from 'lucide-react';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import type { Theme } from '@/features/settings/theme';
import { ThemeSwitch } from '@/features/settings/theme-switch';
import { classNames } from '../ui/class-names';
import { isHere, places } from './navigation';
import { SignOut } from './sign-out';
import { openPalette } from './window-events';

/** The places of the product: at the left, or at the bottom of a narrow screen. */
export function Rail({ project, theme }: { project: string; theme: Theme }) {
  return (
    <>
      <header className="no-print flex items-center justify-between gap-3 border-b border-line bg-panel px-4 py-2 md:hidden">
        <Brand project={project} />
        <PaletteButton />
      </header>
      <aside
        aria-label="Proofload"
        className="no-print fixed inset-x-0 bottom-0 z-30 border-t border-line bg-panel md:sticky md:inset-auto md:top-0 md:flex md:h-dvh md:flex-col md:border-t-0 md:border-r"
      >
        <div className="hidden space-y-3 px-3 pt-4 pb-3 md:block">
          <Brand project={project} />
          <PaletteButton />
        </div>
        <Places />
        <div className="hidden items-center justify-between gap-1 border-t border-line p-2 md:flex">
          <ThemeSwitch theme={theme} />
          <SignOut />
        </div>
      </aside>
    </>
  );
}

function Places() {
  const pathname = usePathname();
  return (
    <nav aria-label="Places" className="md:flex-1 md:px-2">
      <ul className="flex px-1 md:flex-col md:gap-0.5 md:px-0">
        {places.map(({ href, label, icon: Icon }) => {
          const isCurrent = isHere(pathname, href);
          return (
            <li key={href} className="min-w-0 flex-1">
              <Link
                href={href}
                aria-current={isCurrent ? 'page' : undefined}
                className={classNames(
                  'flex flex-col items-center gap-1 rounded-md px-0.5 py-2 text-[0.6875rem] text-muted hover:bg-raised hover:text-ink md:flex-row md:gap-2.5 md:px-2.5 md:py-1.5 md:text-sm',
                  isCurrent && 'font-medium text-ink md:bg-raised',
                )}
              >
                <Icon aria-hidden className={classNames('size-4', isCurrent && 'text-accent')} />
                {label}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

function Brand({ project }: { project: string }) {
  return (
    <Link href="/" className="flex items-center gap-2.5 rounded-md px-1 leading-tight">
      <Mark />
      <span className="min-w-0">
        <span className="block text-[0.9375rem] font-semibold tracking-tight">Proofload</span>
        <span className="block truncate text-xs text-muted">{project}</span>
      </span>
    </Link>
  );
}

/** The mark of app/icon.svg, in the page's colours. */
function Mark() {
  return (
    <svg aria-hidden viewBox="0 0 32 32" fill="none" strokeLinecap="round" className="size-7 shrink-0">
      <rect width="32" height="32" rx="7" className="fill-accent" />
      <path d="M6 23 12 14l5 4 8-11" strokeWidth="2.6" strokeLinejoin="round" className="stroke-accent-ink" />
      <path d="M6 27h20" strokeWidth="2" strokeDasharray="3 3" className="stroke-accent-ink opacity-60" />
    </svg>
  );
}

function PaletteButton() {
  return (
    <button
      type="button"
      onClick={openPalette}
      className="flex h-8 items-center gap-2 rounded-md border border-line px-2.5 text-muted hover:border-line-strong hover:text-ink md:w-full"
    >
      <Search aria-hidden className="size-4" />
      <span>Find</span>
      <kbd className="ml-auto hidden font-sans text-xs md:inline">Ctrl K</kbd>
    </button>
  );
}
