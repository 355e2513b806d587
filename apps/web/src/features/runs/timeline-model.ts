import type { Run } from '@proofload/contracts';
import { formatDurationMs, formatQuantity } from '@proofload/domain';

/** A stretch of a run, in milliseconds after its start. */
export interface TimelineBar {
  label: string;
  fromMs: number;
  toMs: number;
  /** Goes on: its end is the present. */
  isOpen: boolean;
}

export interface TimelineRow {
  kind: 'phase' | 'window' | 'breach';
  label: string;
  /** From 0; what overlaps lies on several rows of one kind. */
  lane: number;
  bars: TimelineBar[];
}

export interface Timeline {
  lengthMs: number;
  rows: TimelineRow[];
  marks: { id: string; atMs: number; text: string }[];
}

type TimelineRun = Pick<Run, 'startedAt' | 'finishedAt' | 'phases' | 'annotations' | 'measurements' | 'slos'>;

/** The strip of a run: its phases, the windows that were measured, the breaches of each objective. Null before it starts. */
export function buildTimeline(run: TimelineRun, nowMs: number): Timeline | null {
  const startMs = findStartMs(run);
  if (startMs === null) return null;
  const endMs = run.finishedAt === null ? nowMs : Date.parse(run.finishedAt);
  const at = (instant: string): number => Math.max(0, Date.parse(instant) - startMs);
  const bar = (label: string, from: string, to: string | null): TimelineBar => ({
    label,
    fromMs: at(from),
    toMs: to === null ? Math.max(at(from), endMs - startMs) : at(to),
    isOpen: to === null && run.finishedAt === null,
  });
  const isBefore = ({ to }: Run['phases'][number]): boolean => to !== null && Date.parse(to) <= startMs;
  const during = run.phases.filter((phase) => !isBefore(phase));
  const rows: TimelineRow[] = [
    ...toRows(
      'phase',
      'Phases',
      during.map(({ name, from, to }) => bar(name, from, to)),
    ),
    ...toRows(
      'window',
      'Windows',
      listWindows(run).map(({ name, from, to }) => bar(name, from, to)),
    ),
    ...run.slos.map(
      ({ name, breaches, unit }): TimelineRow => ({
        kind: 'breach',
        label: name,
        lane: 0,
        bars: breaches.map(({ from, to, worst }) =>
          bar(worst === null ? name : `${name}, worst ${formatQuantity(worst, unit)}`, from, to),
        ),
      }),
    ),
  ];
  // A preparation has no place on an axis that begins with the load.
  const before = run.phases.filter(isBefore).map(({ name, from, to }) => {
    const took = formatDurationMs(Date.parse(to ?? from) - Date.parse(from));
    return { id: `before ${name}`, atMs: 0, text: `${name}, before the start: ${took}` };
  });
  const annotations = run.annotations.map(({ id, at: instant, text }) => ({ id, atMs: at(instant), text }));
  const marks = [...before, ...annotations];
  const bars = rows.flatMap((row) => row.bars);
  const lengthMs = Math.max(
    endMs - startMs,
    ...bars.map(({ toMs }) => toMs),
    ...marks.map(({ atMs }) => atMs),
  );
  if (lengthMs <= 0) return null;
  return { lengthMs, rows, marks };
}

/** As many rows as it takes that no bar lies upon another, such as the steps of a search upon its load. */
function toRows(kind: TimelineRow['kind'], label: string, bars: readonly TimelineBar[]): TimelineRow[] {
  const lanes: TimelineBar[][] = [];
  for (const bar of bars.toSorted((a, b) => a.fromMs - b.fromMs || b.toMs - a.toMs)) {
    const free = lanes.find((lane) => (lane.at(-1)?.toMs ?? 0) <= bar.fromMs);
    if (free) free.push(bar);
    else lanes.push([bar]);
  }
  return lanes.map((lane, index) => ({ kind, label, lane: index, bars: lane }));
}

/** The axis of the figures begins at the start of the run, and so does the strip; a phase may come before one is known. */
export function findStartMs({ startedAt, phases }: Pick<TimelineRun, 'startedAt' | 'phases'>): number | null {
  if (startedAt !== null) return Date.parse(startedAt);
  return phases.length === 0 ? null : Math.min(...phases.map(({ from }) => Date.parse(from)));
}

/** Each window once, however many measurements count it. */
function listWindows({ measurements }: TimelineRun): { name: string; from: string; to: string }[] {
  const windows = Object.values(measurements).flatMap(({ window }) => (window ? [window] : []));
  return [...new Map(windows.map((window) => [`${window.name} ${window.from}`, window])).values()];
}

const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 43_200, 86_400];
const maxTicks = 8;

/** Round points in time for the axis of a strip, in milliseconds: 0, 5 s, 10 s, ... */
export function chooseTicks(lengthMs: number): number[] {
  const step = (steps.find((seconds) => lengthMs / (seconds * 1000) <= maxTicks) ?? 86_400) * 1000;
  return Array.from({ length: Math.floor(lengthMs / step) + 1 }, (_, index) => index * step);
}
