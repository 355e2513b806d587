import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { ComponentProps, ReactNode, Ref } from 'react';
import { classNames } from './class-names';
import { ScrollRegion } from './scroll-region';

/**
 * A dense table that scrolls sideways by itself on narrow screens. The label names the table and the region that scrolls. A tall one
 * scrolls inside the page too, and keeps its header in sight.
 */
export function Table({
  className,
  label,
  isTall = false,
  scrollRef,
  ...props
}: ComponentProps<'table'> & { label: string; isTall?: boolean; scrollRef?: Ref<HTMLElement> }) {
  return (
    <ScrollRegion
      label={label}
      {...(scrollRef === undefined ? {} : { ref: scrollRef })}
      className={classNames(
        'relative max-w-full overflow-x-auto',
        isTall && 'max-h-[75vh] overflow-y-auto [&_th]:sticky [&_th]:top-0 [&_th]:z-10',
      )}
    >
      <table
        aria-label={label}
        className={classNames('w-full border-separate border-spacing-0 text-left', className)}
        {...props}
      />
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
        'border-b border-line bg-panel px-3 py-2 align-bottom text-xs font-medium whitespace-nowrap text-muted first:pl-4 last:pr-4',
        numeric && 'text-right',
        className,
      )}
      {...props}
    />
  );
}

/** What a column of numbers is and, below, the unit that all of them are in. */
export function ColumnName({ name, unit }: { name: string; unit: string }) {
  return (
    <span className="inline-block">
      {name}
      {unit !== '' && unit !== name && <span className="block font-normal">{unit}</span>}
    </span>
  );
}

export type SortDirection = 'ascending' | 'descending';

/** The head of a column by which the table can be sorted. */
export function SortHeadCell({
  label,
  numeric = false,
  direction,
  onSort,
}: {
  label: ReactNode;
  numeric?: boolean;
  /** Null when the table is sorted by another column. */
  direction: SortDirection | null;
  onSort(): void;
}) {
  const Icon = direction === null ? ChevronsUpDown : direction === 'ascending' ? ArrowUp : ArrowDown;
  return (
    <HeadCell numeric={numeric} aria-sort={direction ?? 'none'}>
      <button
        type="button"
        onClick={onSort}
        className={classNames(
          '-mx-1 inline-flex items-center gap-1 rounded px-1 hover:text-ink',
          numeric && 'flex-row-reverse text-right',
          direction && 'text-ink',
        )}
      >
        {label}
        <Icon aria-hidden className={classNames('size-3', direction === null && 'opacity-50')} />
      </button>
    </HeadCell>
  );
}

export function Cell({ className, numeric = false, ...props }: ComponentProps<'td'> & { numeric?: boolean }) {
  return (
    <td
      className={classNames(
        'border-b border-line px-3 py-2 align-top first:pl-4 last:pr-4',
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
