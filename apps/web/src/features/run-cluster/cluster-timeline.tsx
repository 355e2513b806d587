'use client';

import { formatDurationMs } from '@proofload/domain';
import { OctagonX, RotateCcw, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Zoom } from '@/components/chart/chart-zoom';
import { classNames } from '@/components/ui/class-names';
import { chooseTicks } from '../runs/timeline-model';
import {
  type ClusterRow,
  joinWarnings,
  type Mark,
  type ClusterTimeline as Model,
  type Segment,
  ticksWithin,
  type WarningMark,
} from './cluster-timeline-model';

interface View {
  /** Where a point in time lies, as a share of the width; null when it is out of view. */
  place(atMs: number): number | null;
  stretch(fromMs: number, toMs: number): { left: string; right: string } | null;
}

/**
 * Phases, Jobs, pods and warnings of a run on the axis of its figures, or on the stretch that they are zoomed to. A row is one
 * button: its name says everything that is drawn in it.
 */
export function ClusterTimeline({
  timeline,
  zoom,
  onZoom,
  onWarning,
}: {
  timeline: Model;
  zoom: Zoom | null;
  onZoom(zoom: Zoom | null): void;
  onWarning(mark: WarningMark): void;
}) {
  const shown = zoom ?? { fromMs: 0, toMs: timeline.lengthMs };
  const view = makeView(shown);
  const { rows } = timeline;
  const [strip, width] = useWidth();
  const marks = joinWarnings(timeline.warnings, (markPixels / width) * (shown.toMs - shown.fromMs));
  return (
    <div className="space-y-2">
      <ul aria-label="Timeline of the cluster">
        {rows.map((row) => (
          <TimelineRow key={row.key} row={row} view={view} onZoom={onZoom} />
        ))}
        {marks.length > 0 && (
          <li className={rowClass}>
            <span className={labelClass}>Warnings</span>
            <ul ref={strip} aria-label="Warnings" className="relative h-6">
              {marks.map((mark) => (
                <WarningButton
                  key={`${mark.atMs} ${mark.label}`}
                  mark={mark}
                  view={view}
                  onWarning={onWarning}
                />
              ))}
            </ul>
          </li>
        )}
      </ul>
      <div className={rowClass}>
        <span className="hidden sm:block" />
        <div
          aria-hidden
          className="tabular relative h-5 overflow-hidden text-[0.6875rem] leading-5 text-muted"
        >
          {ticksWithin(shown, chooseTicks).map((tickMs) => (
            <span
              key={tickMs}
              className="absolute whitespace-nowrap"
              style={{ left: `${(view.place(tickMs) ?? 0) * 100}%` }}
            >
              {formatDurationMs(tickMs)}
            </span>
          ))}
        </div>
      </div>
      <Legend rows={rows} />
    </div>
  );
}

/** Marks that lie closer could not be hit. */
const markPixels = 30;

/** The width of an element in pixels, as it changes. */
function useWidth(): [(element: HTMLElement | null) => void, number] {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [width, setWidth] = useState(800);
  useEffect(() => {
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(Math.max(1, element.clientWidth)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return [setElement, width];
}

const rowClass = 'grid grid-cols-[minmax(0,1fr)] items-center gap-x-3 sm:grid-cols-[11rem_minmax(0,1fr)]';
const labelClass = 'truncate text-xs text-muted max-sm:leading-5';

function makeView({ fromMs, toMs }: Zoom): View {
  const length = Math.max(1, toMs - fromMs);
  const share = (ms: number): number => (ms - fromMs) / length;
  return {
    place: (ms) => (ms < fromMs || ms > toMs ? null : share(ms)),
    stretch: (from, to) => {
      if (to < fromMs || from > toMs) return null;
      const left = Math.max(0, share(from));
      return { left: `${left * 100}%`, right: `${(1 - Math.min(1, share(to))) * 100}%` };
    },
  };
}

const looks: Readonly<Record<Segment['kind'], string>> = {
  phase: 'bg-raised border border-line-strong text-ink',
  unscheduled: 'border border-dashed border-line-strong',
  starting: 'bg-line-strong/40 border border-line-strong',
  running: 'bg-accent/70 border border-accent text-accent-ink',
  done: 'bg-pass/60 border border-pass',
  failed: 'bg-breach/80 border border-breach text-panel',
};

function TimelineRow({
  row: { kind, label, says, segments, marks },
  view,
  onZoom,
}: {
  row: ClusterRow;
  view: View;
  onZoom(zoom: Zoom): void;
}) {
  const fromMs = Math.min(...segments.map((segment) => segment.fromMs));
  const toMs = Math.max(...segments.map((segment) => segment.toMs));
  return (
    <li className={rowClass}>
      <span aria-hidden className={labelClass} title={label}>
        {label}
      </span>
      {kind === 'phase' ? (
        // Phases lie upon one another and are pressed in the strip on top of the page, each on its own.
        <div role="img" aria-label={says} title={says} className={barClass}>
          <RowDrawing segments={segments} marks={marks} view={view} />
        </div>
      ) : (
        <button
          type="button"
          aria-label={`${says}. Zoom to it`}
          title={says}
          disabled={segments.length === 0}
          onClick={() => onZoom({ fromMs, toMs: Math.max(toMs, fromMs + 1_000) })}
          className={classNames(barClass, 'text-left -outline-offset-2 hover:bg-raised/60')}
        >
          <RowDrawing segments={segments} marks={marks} view={view} />
        </button>
      )}
    </li>
  );
}

const barClass = 'relative h-6 w-full border-b border-line';

function RowDrawing({ segments, marks, view }: Pick<ClusterRow, 'segments' | 'marks'> & { view: View }) {
  return (
    <>
      {segments.map((segment) => {
        const place = view.stretch(segment.fromMs, segment.toMs);
        return (
          place && (
            <span
              key={`${segment.kind} ${segment.label} ${segment.fromMs}`}
              className={classNames(
                'absolute inset-y-0.5 min-w-1 truncate rounded-xs px-1 text-[0.6875rem] leading-4',
                looks[segment.kind],
              )}
              style={place}
            >
              {segment.kind === 'phase' ? segment.label : ''}
            </span>
          )
        );
      })}
      {marks.map((mark) => {
        const place = view.place(mark.atMs);
        return (
          place !== null && (
            <RowMark key={`${mark.kind} ${mark.atMs} ${mark.label}`} mark={mark} place={place} />
          )
        );
      })}
    </>
  );
}

function RowMark({ mark: { kind, label }, place }: { mark: Mark; place: number }) {
  const style = { left: `${place * 100}%` };
  if (kind === 'ready')
    return <span title={label} className="absolute inset-y-0 w-0.5 bg-ink" style={style} />;
  const Icon = kind === 'oom' ? OctagonX : RotateCcw;
  const tone = kind === 'oom' ? 'text-breach' : 'text-warn';
  return (
    <span
      title={label}
      className={classNames('absolute top-0.5 -translate-x-1/2 rounded-full bg-panel', tone)}
      style={style}
    >
      <Icon aria-hidden className="size-4" />
    </span>
  );
}

function WarningButton({
  mark,
  view,
  onWarning,
}: {
  mark: WarningMark;
  view: View;
  onWarning(mark: WarningMark): void;
}) {
  const place = view.place(mark.atMs);
  if (place === null) return null;
  const says = `${mark.count === 1 ? 'Warning' : `${mark.count} warnings`} at ${formatDurationMs(mark.atMs)}, ${mark.label}`;
  return (
    <li className="absolute top-0 -translate-x-1/2" style={{ left: `${place * 100}%` }}>
      <button
        type="button"
        aria-label={`${says}. Show the events`}
        title={says}
        onClick={() => onWarning(mark)}
        className="flex h-6 min-w-6 items-center justify-center rounded-sm bg-panel text-xs text-warn hover:bg-warn-soft"
      >
        <TriangleAlert aria-hidden className="size-4" />
        {mark.count > 1 && <span className="tabular">{mark.count}</span>}
      </button>
    </li>
  );
}

const legend = [
  ['unscheduled', 'without a node'],
  ['starting', 'starting'],
  ['running', 'runs'],
  ['done', 'succeeded'],
  ['failed', 'failed'],
] as const;

/** What the looks of those rows mean that are there. */
function Legend({ rows }: { rows: readonly ClusterRow[] }) {
  const kinds = new Set(rows.flatMap(({ segments }) => segments.map(({ kind }) => kind)));
  const marks = new Set(rows.flatMap((row) => row.marks.map(({ kind }) => kind)));
  return (
    <ul aria-hidden className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
      {legend
        .filter(([kind]) => kinds.has(kind))
        .map(([kind, name]) => (
          <li key={kind} className="flex items-center gap-1.5">
            <span className={classNames('h-3 w-5 rounded-xs', looks[kind])} />
            {name}
          </li>
        ))}
      {marks.has('ready') && (
        <li className="flex items-center gap-1.5">
          <span className="h-3 w-0.5 bg-ink" />
          ready
        </li>
      )}
      {marks.has('oom') && (
        <li className="flex items-center gap-1.5">
          <OctagonX className="size-3.5 text-breach" />
          killed for lack of memory
        </li>
      )}
      {marks.has('restart') && (
        <li className="flex items-center gap-1.5">
          <RotateCcw className="size-3.5 text-warn" />
          started again
        </li>
      )}
    </ul>
  );
}
