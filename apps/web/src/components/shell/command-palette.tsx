'use client';

import dynamic from 'next/dynamic';
import { useEffect, useState } from 'react';
import { useWasOpen } from '../ui/use-was-open';
import { paletteEvent } from './window-events';

const PaletteWindow = dynamic(() => import('./palette-window').then((part) => part.PaletteWindow), {
  ssr: false,
});

/** Finds pages, experiments, runs, reports and actions by name. Opened by Ctrl-K or Cmd-K, which loads it. */
export function CommandPalette() {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setIsOpen((open) => !open);
    };
    const onOpen = (): void => setIsOpen(true);
    window.addEventListener('keydown', onKey);
    window.addEventListener(paletteEvent, onOpen);
    return () => {
      window.removeEventListener('keydown', onKey);
      window.removeEventListener(paletteEvent, onOpen);
    };
  }, []);
  return useWasOpen(isOpen) && <PaletteWindow open={isOpen} onOpenChange={setIsOpen} />;
}
