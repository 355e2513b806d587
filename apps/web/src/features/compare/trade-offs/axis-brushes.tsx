'use client';

import { type AxisFilter, type ParallelAxis, parallelHeight, parallelMargins } from '@proofload/charts';
import { type PointerEvent, useState } from 'react';

export interface AxisBrushesProps {
  axes: readonly ParallelAxis[];
  filters: readonly AxisFilter[];
  onFilter(axis: string, filter: AxisFilter | null): void;
}

const { left, right, top, bottom } = parallelMargins;
const span = parallelHeight - top - bottom;
/** Less than that is a click, which lets go of the stretch. */
const leastPixels = 4;

/** Lies over the figure and lets the pointer choose stretches of its axes; the table below does the same by keyboard. */
export function AxisBrushes({ axes, filters, onFilter }: AxisBrushesProps) {
  return (
    <div aria-hidden className="no-print pointer-events-none absolute inset-0">
      {axes.map((axis, index) => (
        <AxisBrush
          key={`${axis.kind} ${axis.name}`}
          axis={axis}
          share={axes.length < 2 ? 0 : index / (axes.length - 1)}
          filter={filters.find((known) => known.axis === axis.name) ?? null}
          onFilter={onFilter}
        />
      ))}
    </div>
  );
}

interface AxisBrushProps {
  axis: ParallelAxis;
  /** Where the axis stands, from 0 at the left to 1. */
  share: number;
  filter: AxisFilter | null;
  onFilter: AxisBrushesProps['onFilter'];
}

function AxisBrush({ axis, share, filter, onFilter }: AxisBrushProps) {
  const [drag, setDrag] = useState<{ from: number; to: number } | null>(null);
  const pixelOf = (event: PointerEvent<HTMLDivElement>): number =>
    Math.min(span, Math.max(0, event.clientY - event.currentTarget.getBoundingClientRect().top));
  const finish = (): void => {
    if (!drag) return;
    const [high, low] = [Math.min(drag.from, drag.to), Math.max(drag.from, drag.to)];
    setDrag(null);
    if (low - high < leastPixels) onFilter(axis.name, null);
    else onFilter(axis.name, { axis: axis.name, from: valueAt(axis, low), to: valueAt(axis, high) });
  };
  const shown = drag
    ? { from: Math.min(drag.from, drag.to), to: Math.max(drag.from, drag.to) }
    : filter && { from: pixelAt(axis, filter.to, 0), to: pixelAt(axis, filter.from, span) };
  return (
    <div
      className="pointer-events-auto absolute w-7 -translate-x-1/2 cursor-row-resize touch-pan-x"
      style={{ left: `calc(${left}px + (100% - ${left + right}px) * ${share})`, top, height: span }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ from: pixelOf(event), to: pixelOf(event) });
      }}
      onPointerMove={(event) => drag && setDrag({ ...drag, to: pixelOf(event) })}
      onPointerUp={finish}
      onPointerCancel={() => setDrag(null)}
    >
      {shown && (
        <div
          className="absolute inset-x-1.5 border border-accent bg-accent/20"
          style={{ top: shown.from, height: Math.max(2, shown.to - shown.from) }}
        />
      )}
    </div>
  );
}

/** The value at so many pixels below the top of an axis; a place of a level takes half of the way to its neighbours. */
function valueAt({ low, high }: ParallelAxis, pixel: number): number {
  const value = low + (high - low) * (1 - pixel / span);
  return Number(value.toPrecision(4));
}

function pixelAt({ low, high }: ParallelAxis, value: number | null, open: number): number {
  if (value === null || high === low) return open;
  return Math.min(span, Math.max(0, span * (1 - (value - low) / (high - low))));
}
