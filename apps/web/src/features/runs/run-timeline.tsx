'use client';

import type { Run } from '@proofload/contracts';
import { formatDurationMs } from '@proofload/domain';
import { ZoomIn } from 'lucide-react';
import { useQueryStates } from 'nuqs';
import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { Zoom } from '@/components/chart/chart-zoom';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { Menu } from '@/components/ui/menu';
import { Panel } from '@/components/ui/panel';
import { useNow } from '../reader/use-now';
import { seriesState } from '../series/series-state';
import { RunMarks } from './run-marks';
import {
  buildTimeline,
  chooseTicks,
  type Timeline,
  type TimelineBar,
  type TimelineRow,
} from './timeline-model';

/** Shorter drags are clicks. */
const leastDrag = 0.01;

/**
 * Phases, windows, breaches and annotations of a run on one strip of time. A drag over it, or a click on a bar, zooms
 * the figures below to that stretch.
 */
export function RunTimeline({ run }: { run: Run }) {
  const nowMs = useNow(run.status !== 'finished');
  const [{ zoom }, setState] = useQueryStates({ zoom: seriesState.zoom }, { history: 'push' });
  const timeline = buildTimeline(run, nowMs);
  if (timeline === null) return null;
  const onZoom = (next: Zoom | null): void => void setState({ zoom: next });
  return (
    <Panel
      title="Timeline"
      actions={
        <>
          {zoom && (
            <>
              <span className="tabular text-muted">
                {formatDurationMs(zoom.fromMs)} to {formatDurationMs(zoom.toMs)}
              </span>
              <Button size="small" onClick={() => onZoom(null)}>
                Whole run
              </Button>
            </>
          )}
          <ZoomMenu timeline={timeline} onZoom={onZoom} />
        </>
      }
    >
      <div className="px-4 py-3">
        <Strip timeline={timeline} zoom={zoom} onZoom={onZoom} />
        {timeline.marks.some(isBefore) && (
          <ul className="mt-2 space-y-0.5 text-xs">
            {timeline.marks.filter(isBefore).map(({ id, text }) => (
              <li key={id}>{text}</li>
            ))}
          </ul>
        )}
        <RunMarks run={run} zoom={zoom} />
      </div>
    </Panel>
  );
}

/** What was done before the axis begins. */
const isBefore = ({ id }: Timeline['marks'][number]): boolean => id.startsWith('before ');

/** Entries of the menu; a strip of more bars is drawn over. */
const maxEntries = 100;

/** Every stretch by its name, for those that are drawn too narrow to be pressed. */
function ZoomMenu({ timeline: { rows }, onZoom }: { timeline: Timeline; onZoom(zoom: Zoom): void }) {
  const bars = rows.flatMap((row) => row.bars.map((bar) => ({ bar, key: `${keyOf(row)} ${bar.fromMs}` })));
  if (bars.length === 0) return null;
  return (
    <Menu
      label="Zoom to a phase, window or breach"
      entries={bars.slice(0, maxEntries).map(({ bar, key }) => ({
        key,
        icon: ZoomIn,
        label: sayBar(bar),
        onSelect: () => onZoom(zoomOf(bar)),
      }))}
    />
  );
}

const keyOf = ({ kind, label, lane }: TimelineRow): string => `${kind} ${label} ${lane}`;
const zoomOf = ({ fromMs, toMs }: TimelineBar): Zoom => ({ fromMs, toMs: Math.max(toMs, fromMs + 1) });
const sayBar = ({ label, fromMs, toMs, isOpen }: TimelineBar): string =>
  `${label}: ${formatDurationMs(fromMs)} to ${isOpen ? 'now' : formatDurationMs(toMs)}`;

interface StripProps {
  timeline: Timeline;
  zoom: Zoom | null;
  onZoom(zoom: Zoom | null): void;
}

function Strip({ timeline, zoom, onZoom }: StripProps) {
  const { lengthMs, rows, marks } = timeline;
  const { area, drag, handlers } = useBrush(lengthMs, onZoom);
  const width = useWidth(area);
  const place = (ms: number): string => `${Math.min(100, Math.max(0, (ms / lengthMs) * 100))}%`;
  const shown = drag ?? zoom;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-3 sm:grid-cols-[8rem_minmax(0,1fr)]">
      <div className="hidden sm:block">
        {rows.map((row) => (
          <p key={keyOf(row)} className="h-8 truncate text-xs leading-8 text-muted" title={row.label}>
            {row.lane === 0 && row.label}
          </p>
        ))}
      </div>
      <div ref={area} className="relative cursor-crosshair touch-pan-y select-none" {...handlers}>
        {rows.map((row) => (
          <TimelineBars
            key={keyOf(row)}
            row={row}
            place={place}
            isTarget={({ fromMs, toMs }) => ((toMs - fromMs) / lengthMs) * width >= leastTarget}
            onZoom={onZoom}
          />
        ))}
        {marks.map(({ id, atMs, text }) => (
          <span
            key={id}
            className="pointer-events-none absolute inset-y-0 w-px bg-ink"
            style={{ left: place(atMs) }}
            title={text}
          />
        ))}
        {shown && (
          <span
            className="pointer-events-none absolute inset-y-0 border-x border-accent bg-accent/15"
            style={{ left: place(shown.fromMs), right: `calc(100% - ${place(shown.toMs)})` }}
          />
        )}
        <Axis lengthMs={lengthMs} place={place} />
      </div>
    </div>
  );
}

const barLooks: Record<TimelineRow['kind'], string> = {
  phase: 'border-line-strong bg-raised text-ink',
  window: 'border-accent/60 bg-accent-soft text-accent',
  breach: 'border-breach bg-breach text-breach-soft',
};

function TimelineBars({
  row: { kind, label, bars },
  place,
  isTarget,
  onZoom,
}: {
  row: TimelineRow;
  place(ms: number): string;
  /** Whether a bar is wide enough to be pressed. */
  isTarget(bar: TimelineBar): boolean;
  onZoom(zoom: Zoom): void;
}) {
  return (
    <ul
      aria-label={kind === 'breach' ? `Breaches of ${label}` : label}
      className="relative h-8 border-b border-line"
    >
      {kind === 'breach' && (
        <li className="pointer-events-none absolute inset-0 truncate text-xs leading-8 text-muted">
          <span className="sm:hidden">{label}: </span>
          {bars.length === 0 && 'no breach'}
        </li>
      )}
      {bars.map((bar) => {
        const look = {
          title: sayBar(bar),
          className: classNames(
            'absolute inset-y-[3px] min-w-1 truncate rounded-sm border px-1.5 text-left text-xs leading-5',
            barLooks[kind],
            bar.isOpen && 'border-r-2 border-r-accent',
          ),
          style: { left: place(bar.fromMs), right: `calc(100% - ${place(bar.toMs)})` },
        };
        return (
          <li key={`${bar.label}${bar.fromMs}`}>
            {isTarget(bar) ? (
              <button
                type="button"
                aria-label={`${sayBar(bar)}. Zoom to it`}
                onClick={() => onZoom(zoomOf(bar))}
                {...look}
              >
                {kind === 'breach' ? '' : bar.label}
              </button>
            ) : (
              <span {...look}>
                <span className="sr-only">{sayBar(bar)}</span>
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Pixels that a target must measure at least, by WCAG 2.2. */
const leastTarget = 24;

/** Width of an element in pixels; wide until it is known. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(1000);
  useEffect(() => {
    const place = element.current;
    if (!place) return;
    const observer = new ResizeObserver(() => setWidth(place.clientWidth));
    observer.observe(place);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

function Axis({ lengthMs, place }: { lengthMs: number; place(ms: number): string }) {
  return (
    <div aria-hidden className="tabular relative h-5 overflow-hidden text-[0.6875rem] leading-5 text-muted">
      {chooseTicks(lengthMs).map((tickMs) => (
        <span key={tickMs} className="absolute whitespace-nowrap" style={{ left: place(tickMs) }}>
          {formatDurationMs(tickMs)}
        </span>
      ))}
    </div>
  );
}

/** Lets the reader draw a stretch with the pointer. */
function useBrush(lengthMs: number, onZoom: (zoom: Zoom) => void) {
  const area = useRef<HTMLDivElement>(null);
  const [drag, setDrag] = useState<{ startMs: number; endMs: number } | null>(null);
  const hasDragged = useRef(false);
  const at = ({ clientX }: PointerEvent): number => {
    const box = area.current?.getBoundingClientRect();
    return box ? Math.min(1, Math.max(0, (clientX - box.left) / box.width)) * lengthMs : 0;
  };
  const order = ({ startMs, endMs }: { startMs: number; endMs: number }): Zoom => ({
    fromMs: Math.round(Math.min(startMs, endMs)),
    toMs: Math.round(Math.max(startMs, endMs)),
  });
  const isDrag = drag !== null && Math.abs(drag.endMs - drag.startMs) > leastDrag * lengthMs;
  return {
    area,
    drag: isDrag ? order(drag) : null,
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        if (event.button === 0) setDrag({ startMs: at(event), endMs: at(event) });
      },
      onPointerMove: (event: PointerEvent) => {
        if (drag) setDrag({ ...drag, endMs: at(event) });
      },
      onPointerUp: () => {
        hasDragged.current = isDrag;
        if (isDrag) onZoom(order(drag));
        setDrag(null);
      },
      onPointerLeave: () => setDrag(null),
      // A drag that ends on a bar is no click on it.
      onClickCapture: (event: { stopPropagation(): void }) => {
        if (hasDragged.current) event.stopPropagation();
        hasDragged.current = false;
      },
    },
  };
}
