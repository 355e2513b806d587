'use client';

import type { LegendEntry } from '@proofload/charts';
import { useState } from 'react';
import { classNames } from '@/components/ui/class-names';
import { inputClass } from '@/components/ui/field';
import { StyleMark } from './style-mark';

export interface ChartLegendProps {
  entries: readonly LegendEntry[];
  hidden: readonly string[];
  onToggle(name: string): void;
}

/** Beyond as many, the legend is sorted by the last value and can be searched. */
const maxPlain = 6;

/** Pixels that the legend of so many lines takes, about: a long one has a search, and scrolls. */
export function legendHeight(lines: number): number {
  if (lines < 2) return 0;
  return lines > maxPlain ? 150 : 28;
}

/** Shows each line's look and last value, and switches it on and off. */
export function ChartLegend({ entries, hidden, onToggle }: ChartLegendProps) {
  const [search, setSearch] = useState('');
  const isLong = entries.length > maxPlain;
  const sorted = isLong
    ? [...entries].sort((a, b) => (b.lastValue ?? -Infinity) - (a.lastValue ?? -Infinity))
    : entries;
  const shown = sorted.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()));
  return (
    <div className="space-y-1.5">
      {isLong && (
        <input
          type="search"
          aria-label="Search the legend"
          placeholder="Search the legend"
          className={classNames(inputClass, 'h-8 max-w-56')}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      <ul className="flex max-h-28 flex-wrap gap-x-1 gap-y-0.5 overflow-y-auto">
        {shown.map(({ name, style, isBaseline, last }) => {
          const isShown = !hidden.includes(name);
          return (
            <li key={name}>
              <button
                type="button"
                aria-pressed={isShown}
                onClick={() => onToggle(name)}
                title={isShown ? `Hide ${name}` : `Show ${name}`}
                className={classNames(
                  'inline-flex min-h-6 items-center gap-1.5 rounded px-1.5 py-0.5 text-left text-xs hover:bg-raised',
                  !isShown && 'text-muted line-through',
                )}
              >
                <StyleMark style={style} isFaint={!isShown} />
                <span>{name}</span>
                {isBaseline && <span className="text-muted">baseline</span>}
                {last !== null && <span className="tabular text-muted">{last}</span>}
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
