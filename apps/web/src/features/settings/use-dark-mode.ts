'use client';

import { useSyncExternalStore } from 'react';

const systemQuery = '(prefers-color-scheme: dark)';

function subscribe(onChange: () => void): () => void {
  const system = window.matchMedia(systemQuery);
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  system.addEventListener('change', onChange);
  return () => {
    observer.disconnect();
    system.removeEventListener('change', onChange);
  };
}

function isDark(): boolean {
  const { theme } = document.documentElement.dataset;
  return theme === undefined ? window.matchMedia(systemQuery).matches : theme === 'dark';
}

/** Whether the page is shown dark, by the system or by choice. */
export function useDarkMode(): boolean {
  return useSyncExternalStore(subscribe, isDark, () => false);
}
