'use client';

import { Search } from 'lucide-react';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import type { Theme } from '@/features/settings/theme';
import { ThemeSwitch } from '@/features/settings/theme-switch';
import { classNames } from '../ui/class-names';
import { openPalette } from './command-palette';
import { isHere, places } from './navigation';
import { SignOut } from './sign-out';

/** The places of the product: at the left, or at the bottom of a narrow screen. */
export function Rail({ project, theme }: { project: string; theme: Theme }) {
  const pathname = usePathname();
  return (
    <>
      <header className="no-print flex items-center justify-between border-b border-line bg-panel px-4 py-2 md:hidden">
        <Brand project={project} />
        <PaletteButton />
      </header>
      <div className="no-print fixed inset-x-0 bottom-0 z-30 border-t border-line bg-panel md:sticky md:inset-auto md:top-0 md:flex md:h-dvh md:flex-col md:border-t-0 md:border-r">
        <div className="hidden px-4 pt-5 pb-3 md:block">
          <Brand project={project} />
        </div>
        <div className="hidden px-3 pb-3 md:block">
          <PaletteButton />
        </div>
        <nav aria-label="Places" className="md:flex-1 md:px-3">
          <ul className="flex justify-between px-1 md:flex-col md:gap-0.5 md:px-0">
            {places.map(({ href, label, icon: Icon }) => {
              const isCurrent = isHere(pathname, href);
              return (
                <li key={href} className="flex-1">
                  <Link
                    href={href}
                    aria-current={isCurrent ? 'page' : undefined}
                    className={classNames(
                      'flex flex-col items-center gap-1 rounded-md px-1 py-2 text-[0.6875rem] text-muted hover:bg-raised hover:text-ink md:flex-row md:gap-2.5 md:px-2.5 md:py-1.5 md:text-sm',
                      isCurrent && 'font-medium text-ink md:bg-raised',
                    )}
                  >
                    <Icon aria-hidden className="size-4" />
                    {label}
                  </Link>
                </li>
              );
            })}
          </ul>
        </nav>
        <div className="hidden items-center justify-between gap-2 border-t border-line px-3 py-3 md:flex">
          <ThemeSwitch theme={theme} />
          <SignOut />
        </div>
      </div>
    </>
  );
}

function Brand({ project }: { project: string }) {
  return (
    <Link href="/" className="block leading-tight">
      <span className="text-base font-semibold tracking-tight">Proofload</span>
      <span className="block text-xs text-muted">{project}</span>
    </Link>
  );
}

function PaletteButton() {
  return (
    <button
      type="button"
      onClick={openPalette}
      className="flex h-8 w-full items-center gap-2 rounded-md border border-line px-2.5 text-muted hover:text-ink"
    >
      <Search aria-hidden className="size-4" />
      <span>Find</span>
      <kbd className="ml-auto hidden font-sans text-xs md:inline">Ctrl K</kbd>
    </button>
  );
}
