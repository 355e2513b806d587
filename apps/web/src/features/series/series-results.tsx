import type { SeriesCatalog } from '@proofload/contracts';
import { formatNumber } from '@proofload/domain';
import { memo } from 'react';
import { Quantity } from '@/components/ui/quantity';
import { Cell, HeadCell, Row } from '@/components/ui/table';
import { Time } from '@/components/ui/time';
import { LabelChips } from './label-chips';

export type CatalogEntry = SeriesCatalog['items'][number];

export interface SeriesResultsProps {
  items: readonly CatalogEntry[];
  chosen: readonly number[];
  isFull: boolean;
  onToggle(id: number): void;
}

/** Series that were found, one a row, each with a box to choose it by. */
export function SeriesResults({ items, chosen, isFull, onToggle }: SeriesResultsProps) {
  return (
    <table
      aria-label="Series found"
      className="w-full border-separate border-spacing-0 text-left [&_th]:sticky [&_th]:top-0 [&_th]:z-10"
    >
      <thead>
        <tr>
          <HeadCell>Series</HeadCell>
          <HeadCell numeric className={wide}>
            Samples
          </HeadCell>
          <HeadCell numeric className={wide}>
            Least
          </HeadCell>
          <HeadCell numeric className={wide}>
            Greatest
          </HeadCell>
          <HeadCell numeric className={wide}>
            Last
          </HeadCell>
          <HeadCell className={wide}>From</HeadCell>
          <HeadCell className={wide}>To</HeadCell>
        </tr>
      </thead>
      <tbody>
        {items.map((entry) => (
          <ResultRow
            key={entry.id}
            entry={entry}
            isChosen={chosen.includes(entry.id)}
            isFull={isFull}
            onToggle={onToggle}
          />
        ))}
      </tbody>
    </table>
  );
}

/** Columns for which a phone has no room; the row says the most important of them in words. */
const wide = 'max-lg:hidden';

interface ResultRowProps {
  entry: CatalogEntry;
  isChosen: boolean;
  isFull: boolean;
  onToggle(id: number): void;
}

/** Hundreds of rows may be there, of which a click changes one. */
const ResultRow = memo(function ResultRow({ entry, isChosen, isFull, onToggle }: ResultRowProps) {
  const { id, metric, labels, samples, min, max, last, from, to } = entry;
  const unit = entry.kind === 'ratio' ? 'ratio' : entry.unit;
  // What was only reported over the whole run has nothing to draw.
  const isReported = from === null;
  const isOut = isReported || (isFull && !isChosen);
  return (
    <Row>
      <Cell className="min-w-56">
        <label className="flex items-start gap-2">
          <input
            type="checkbox"
            data-series={id}
            className="mt-0.5 size-4 shrink-0 accent-[var(--accent)] aria-disabled:opacity-50"
            checked={isChosen}
            aria-disabled={isOut}
            onChange={() => {
              if (!isOut) onToggle(id);
            }}
          />
          <span className="min-w-0 space-y-0.5">
            <span className="block font-mono text-xs break-all">{metric}</span>
            <LabelChips labels={labels} />
            {isReported && (
              <span className="block text-xs text-muted">reported, without samples over time</span>
            )}
            <span className="block text-xs text-muted lg:hidden">
              {formatNumber(samples, 9)} samples, <Quantity value={min} unit={unit} /> to{' '}
              <Quantity value={max} unit={unit} />, last <Quantity value={last} unit={unit} />
            </span>
          </span>
        </label>
      </Cell>
      <Cell numeric className={wide}>
        {formatNumber(samples, 9)}
      </Cell>
      {[min, max, last].map((value, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the three figures are told apart by their place
        <Cell key={index} numeric className={wide}>
          {value === null ? <span className="text-muted">–</span> : <Quantity value={value} unit={unit} />}
        </Cell>
      ))}
      {[from, to].map((at, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the two moments are told apart by their place
        <Cell key={index} className={wide}>
          {at === null ? <span className="text-muted">–</span> : <Time at={at} />}
        </Cell>
      ))}
    </Row>
  );
});
