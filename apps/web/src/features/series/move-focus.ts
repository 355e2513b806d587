import type { KeyboardEvent } from 'react';

/**
 * Moves the focus by the arrow keys from a search field into the boxes of its results, along them and back.
 * @param event of an element around both
 */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  const places = [
    ...event.currentTarget.querySelectorAll<HTMLElement>(
      'input[type=search], input[type=checkbox], button[data-more]',
    ),
  ];
  const at = event.target instanceof HTMLElement ? places.indexOf(event.target) : -1;
  const next = places[at + step];
  if (at < 0 || !next) return;
  event.preventDefault();
  next.focus();
}
