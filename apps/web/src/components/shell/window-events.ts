/** Parts of the shell are opened from anywhere on the page by an event on the window. */
export const paletteEvent = 'proofload:open-palette';
export const shortcutsEvent = 'proofload:open-shortcuts';

export function openPalette(): void {
  window.dispatchEvent(new Event(paletteEvent));
}

export function openShortcuts(): void {
  window.dispatchEvent(new Event(shortcutsEvent));
}
