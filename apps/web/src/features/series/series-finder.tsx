'use client';

import { formatNumber } from '@proofload/domain';
import { Search } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useCallback, useId, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { Dialog } from '@/components/ui/dialog';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorNote } from '@/components/ui/error-state';
import { inputClass } from '@/components/ui/field';
import { ScrollRegion } from '@/components/ui/scroll-region';
import { Skeleton } from '@/components/ui/skeleton';
import { moveFocus } from './move-focus';
import { maxChosenSeries, toggleSeries } from './series-choice';
import { SeriesResults } from './series-results';
import { useSeriesSearch } from './use-series-search';

export interface SeriesFinderProps {
  runId: string;
  initialText: string;
  /** Ids of the series that are drawn. */
  drawn: readonly number[];
  onDraw(ids: readonly number[]): void;
  onClose(): void;
}

/** Finds single series of a run among any number of them, and has some drawn. */
export function SeriesFinder({ runId, initialText, drawn, onDraw, onClose }: SeriesFinderProps) {
  const [text, setText] = useState(initialText);
  const [chosen, setChosen] = useState(drawn);
  const field = useRef<HTMLInputElement>(null);
  const onToggle = useCallback((id: number) => setChosen((ids) => toggleSeries(ids, id)), []);
  const isSame = chosen.length === drawn.length && chosen.every((id) => drawn.includes(id));
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    moveFocus(event);
    const isBox = event.target instanceof HTMLInputElement;
    if (event.key !== 'Enter' || !isBox || isSame) return;
    event.preventDefault();
    onDraw(chosen);
  };
  return (
    <Dialog
      open
      isWide
      onOpenChange={(open) => !open && onClose()}
      title="Find series"
      description={
        <>
          Up to {maxChosenSeries} are drawn at once.{' '}
          <span className="max-sm:hidden">
            Arrow keys go through the list, the space bar chooses, Enter draws.
          </span>
        </>
      }
      initialFocus={field}
      footer={
        <Footer
          chosen={chosen.length}
          isSame={isSame}
          onClear={() => setChosen([])}
          onDraw={() => onDraw(chosen)}
        />
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveElementInteractions: hears the keys of the field and the boxes in it */}
      <search onKeyDown={onKeyDown} className="space-y-3">
        <Results
          runId={runId}
          text={text}
          onText={setText}
          field={field}
          chosen={chosen}
          onToggle={onToggle}
        />
      </search>
    </Dialog>
  );
}

interface ResultsProps {
  runId: string;
  text: string;
  onText(text: string): void;
  field: RefObject<HTMLInputElement | null>;
  chosen: readonly number[];
  onToggle(id: number): void;
}

function Results({ runId, text, onText, field, chosen, onToggle }: ResultsProps) {
  const { found, items, total, message } = useSeriesSearch(runId, text);
  const hintId = useId();
  const isFull = chosen.length >= maxChosenSeries;
  return (
    <>
      <div className="space-y-1">
        <div className="relative">
          <Search aria-hidden className="absolute top-2.5 left-2.5 size-4 text-muted" />
          <input
            ref={field}
            type="search"
            aria-label="Search series"
            aria-describedby={hintId}
            className={classNames(inputClass, 'h-9 pl-8 font-mono')}
            placeholder='web-7 503, or requests_total{code=~"5.."}'
            spellCheck={false}
            autoComplete="off"
            value={text}
            onChange={(event) => onText(event.target.value)}
          />
        </div>
        <p id={hintId} className="text-xs text-muted">
          {message ?? 'Words in names, labels and values, or a metric with a selector in braces.'}
        </p>
      </div>
      {found.error && <ErrorNote error={found.error} />}
      <p role="status" className="tabular text-muted">
        {items && `${formatNumber(items.length, 9)} of ${formatNumber(total, 9)} series`}
      </p>
      <ScrollRegion
        label="Series found, scrolled by itself"
        aria-busy={found.isPlaceholderData}
        className={classNames(
          'relative h-[48dvh] overflow-auto rounded-md border border-line transition-opacity',
          found.isPlaceholderData && 'opacity-60',
        )}
      >
        {found.isPending && <Skeleton className="m-4 h-40" />}
        {items?.length === 0 && <NothingFound isEverything={text.trim() === ''} />}
        {items && items.length > 0 && (
          <SeriesResults items={items} chosen={chosen} isFull={isFull} onToggle={onToggle} />
        )}
        {found.hasNextPage && (
          <div className="p-3">
            <Button
              size="small"
              data-more
              disabled={found.isFetchingNextPage}
              onClick={() => void found.fetchNextPage()}
            >
              {found.isFetchingNextPage ? 'Loading more…' : 'Load more'}
            </Button>
          </div>
        )}
      </ScrollRegion>
    </>
  );
}

function NothingFound({ isEverything }: { isEverything: boolean }) {
  return isEverything ? (
    <EmptyState title="No series yet">
      <p>Series appear here as the load generator and the sources send them.</p>
    </EmptyState>
  ) : (
    <EmptyState title="No series is like this">
      <p>
        Every word has to occur in the name, the labels or their values; a selector has to match whole values.
      </p>
    </EmptyState>
  );
}

interface FooterProps {
  chosen: number;
  /** True when what is chosen is what is drawn. */
  isSame: boolean;
  onClear(): void;
  onDraw(): void;
}

function Footer({ chosen, isSame, onClear, onDraw }: FooterProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <p role="status" className="tabular">
        {chosen} of {maxChosenSeries} chosen
        {chosen >= maxChosenSeries && (
          <span className="text-warn">: no more can be drawn at once. Take one out to choose another.</span>
        )}
      </p>
      <div className="flex gap-2">
        <Button variant="quiet" size="small" disabled={chosen === 0} onClick={onClear}>
          Clear
        </Button>
        <Button variant="primary" size="small" disabled={isSame} onClick={onDraw}>
          {chosen === 0 ? 'Draw none' : `Draw ${chosen} series`}
        </Button>
      </div>
    </div>
  );
}
