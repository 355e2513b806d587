'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import { Dialog } from '../ui/dialog';
import { places } from './navigation';
import { shortcutsEvent } from './window-events';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));

/** How long after `g` the letter of a place may come. */
const goWithinMs = 1000;

/** `?` shows the shortcuts; `g` and a letter go to a place; `/` goes to the filter of the page. */
export function Shortcuts() {
  const router = useRouter();
  const [isOpen, setIsOpen] = useState(false);
  const goPressedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isModified = event.ctrlKey || event.metaKey || event.altKey;
      const isInDialog = document.querySelector('[role=dialog],[role=alertdialog]') !== null;
      if (isModified || isInDialog || isTyping(event.target)) return;
      if (event.key === '?') setIsOpen(true);
      if (event.key === '/') focusFilter(event);
      const place = places.find(({ key }) => key === event.key);
      if (place && event.timeStamp - goPressedAt.current < goWithinMs) router.push(place.href);
      goPressedAt.current = event.key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY;
    };
    const onOpen = (): void => setIsOpen(true);
    window.addEventListener('keydown', onKey);
    window.addEventListener(shortcutsEvent, onOpen);
    return () => {
      window.removeEventListener('keydown', onKey);
      window.removeEventListener(shortcutsEvent, onOpen);
    };
  }, [router]);
  return (
    <Dialog open={isOpen} onOpenChange={setIsOpen} title="Keyboard shortcuts">
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-6 gap-y-2">
        <Shortcut keys={['Ctrl', 'K']} says="Find a page, experiment, run, report or action" />
        <Shortcut keys={['/']} says="Go to the filter, where there is one" />
        {places.map(({ key, label }) => (
          <Shortcut key={key} keys={['g', key]} says={`Go to ${label}`} />
        ))}
        <Shortcut keys={['?']} says="Show these shortcuts" />
      </dl>
    </Dialog>
  );
}

function focusFilter(event: KeyboardEvent): void {
  const filter = document.querySelector<HTMLInputElement>('input[data-filter]');
  if (!filter) return;
  event.preventDefault();
  filter.focus();
  filter.select();
}

function Shortcut({ keys, says }: { keys: readonly string[]; says: string }) {
  return (
    <>
      <dt className="flex gap-1">
        {keys.map((key) => (
          <kbd key={key} className="rounded border border-line bg-raised px-1.5 py-0.5 font-mono text-xs">
            {key}
          </kbd>
        ))}
      </dt>
      <dd>{says}</dd>
    </>
  );
}
