'use client';

import { Monitor, Moon, Sun } from 'lucide-react';
import { ToggleGroup } from 'radix-ui';
import { useSyncExternalStore } from 'react';
import { keepInCookie } from '../reader/keep-in-cookie';
import { readTheme, type Theme, themeCookie, themes } from './theme';

const looks = {
  system: { icon: Monitor, label: 'System' },
  light: { icon: Sun, label: 'Light' },
  dark: { icon: Moon, label: 'Dark' },
} as const;

/** Chooses between the system's colours, light and dark. Every switch on the page agrees with the others. */
export function ThemeSwitch({ theme: initial }: { theme: Theme }) {
  const theme = useSyncExternalStore(subscribe, shownTheme, () => initial);
  return (
    <ToggleGroup.Root
      type="single"
      value={theme}
      onValueChange={(value) => value && applyTheme(readTheme(value))}
      aria-label="Colours"
      className="inline-flex rounded-md border border-line p-0.5"
    >
      {themes.map((name) => {
        const { icon: Icon, label } = looks[name];
        return (
          <ToggleGroup.Item
            key={name}
            value={name}
            aria-label={label}
            title={label}
            className="flex size-7 items-center justify-center rounded text-muted hover:text-ink data-[state=on]:bg-raised data-[state=on]:text-ink"
          >
            <Icon aria-hidden className="size-4" />
          </ToggleGroup.Item>
        );
      })}
    </ToggleGroup.Root>
  );
}

/** Shows a theme now and keeps it. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  keepInCookie(themeCookie, theme);
}

const shownTheme = (): Theme => readTheme(document.documentElement.dataset.theme);

function subscribe(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}
