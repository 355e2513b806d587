'use client';

import { Monitor, Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { type Theme, themeCookie, themes } from './theme';

const looks = {
  system: { icon: Monitor, label: 'System' },
  light: { icon: Sun, label: 'Light' },
  dark: { icon: Moon, label: 'Dark' },
} as const;

/** Goes round system, light and dark. */
export function ThemeSwitch({ theme: initial }: { theme: Theme }) {
  const [theme, setTheme] = useState(initial);
  const { icon: Icon, label } = looks[theme];
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system';
  const change = (): void => {
    setTheme(next);
    applyTheme(next);
  };
  return (
    <Button
      variant="quiet"
      size="small"
      onClick={change}
      aria-label={`Colours: ${label}. Change to ${looks[next].label}`}
    >
      <Icon aria-hidden className="size-4" />
      {label}
    </Button>
  );
}

/** Shows a theme now and keeps it for a year. */
function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${themeCookie}=${theme}; path=/; max-age=31536000; samesite=lax`;
}
