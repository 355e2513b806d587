import type { ComponentProps } from 'react';

/** A part that scrolls by itself, which the keyboard must therefore be able to reach. The label names it. */
export function ScrollRegion({ label, ...props }: ComponentProps<'section'> & { label: string }) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
  return <section tabIndex={0} aria-label={label} {...props} />;
}
