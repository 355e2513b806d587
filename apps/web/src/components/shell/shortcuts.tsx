'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import { Dialog } from '../ui/dialog';
import { places } from './navigation';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));

/** `?` shows the shortcuts; `g` and a letter go to a place. */
export function Shortcuts() {
  const router = useRouter();
  const [isOpen, setIsOpen] = useState(false);
  const goPressedAt = useRef(0);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (event.key === '?') setIsOpen(true);
      if (event.key === 'g') goPressedAt.current = event.timeStamp;
      const place = places.find(({ key }) => key === event.key);
      if (place && event.timeStamp - goPressedAt.current < 1000) {
        goPressedAt.current = 0;
        router.push(place.href);
      }
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [router]);
  return (
    <Dialog open={isOpen} onOpenChange={setIsOpen} title="Keyboard shortcuts">
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
        <Shortcut keys="Ctrl K" says="Find a page, experiment, run or report" />
        <Shortcut keys="?" says="Show these shortcuts" />
        {places.map(({ key, label }) => (
          <Shortcut key={key} keys={`g ${key}`} says={`Go to ${label}`} />
        ))}
      </dl>
    </Dialog>
  );
}

function Shortcut({ keys, says }: { keys: string; says: string }) {
  return (
    <>
      <dt>
        <kbd className="rounded border border-line bg-raised px-1.5 py-0.5 font-mono text-xs">{keys}</kbd>
      </dt>
      <dd>{says}</dd>
    </>
  );
}
