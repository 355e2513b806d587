import type { ComponentProps } from 'react';
import { classNames } from './class-names';

/** A part that scrolls by itself, which the keyboard must therefore be able to reach. The label names it. */
export function ScrollRegion({ label, className, ...props }: ComponentProps<'section'> & { label: string }) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
      tabIndex={0}
      aria-label={label}
      className={classNames('-outline-offset-2', className)}
      {...props}
    />
  );
}
