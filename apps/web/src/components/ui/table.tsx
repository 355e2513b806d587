import type { ComponentProps } from 'react';
import { classNames } from './class-names';
import { ScrollRegion } from './scroll-region';

/** A dense table that scrolls sideways by itself on narrow screens. The label names the scrolling region. */
export function Table({ className, label, ...props }: ComponentProps<'table'> & { label: string }) {
  return (
    <ScrollRegion label={label} className="max-w-full overflow-x-auto">
      <table className={classNames('w-full border-collapse text-left', className)} {...props} />
    </ScrollRegion>
  );
}

export function HeadCell({
  className,
  numeric = false,
  ...props
}: ComponentProps<'th'> & { numeric?: boolean }) {
  return (
    <th
      scope="col"
      className={classNames(
        'border-b border-line px-3 py-2 text-xs font-medium whitespace-nowrap text-muted',
        numeric && 'text-right',
        className,
      )}
      {...props}
    />
  );
}

export function Cell({ className, numeric = false, ...props }: ComponentProps<'td'> & { numeric?: boolean }) {
  return (
    <td
      className={classNames(
        'border-b border-line px-3 py-2 align-top',
        numeric && 'text-right whitespace-nowrap',
        className,
      )}
      {...props}
    />
  );
}

export function Row({ className, ...props }: ComponentProps<'tr'>) {
  return <tr className={classNames('last:[&>td]:border-b-0 hover:bg-raised/50', className)} {...props} />;
}
