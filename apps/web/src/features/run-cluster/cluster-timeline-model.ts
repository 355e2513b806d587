import type { ClusterEvents, Run, RunPod, RunPods } from '@proofload/contracts';
import { formatDurationMs } from '@proofload/domain';
import type { Zoom } from '@/components/chart/chart-zoom';
import { findStartMs } from '../runs/timeline-model';

/** Part of a bar. Times are milliseconds after the start of the run. */
export interface Segment {
  kind: 'phase' | 'unscheduled' | 'starting' | 'running' | 'done' | 'failed';
  label: string;
  fromMs: number;
  toMs: number;
}

export interface Mark {
  kind: 'ready' | 'oom' | 'restart' | 'warning';
  label: string;
  atMs: number;
}

export interface ClusterRow {
  kind: 'phase' | 'job' | 'pod';
  key: string;
  label: string;
  /** Everything that the row shows, in a sentence. */
  says: string;
  segments: Segment[];
  marks: Mark[];
}

/** Warnings that lie so close that they are one mark. */
export interface WarningMark {
  atMs: number;
  count: number;
  label: string;
  /** What they happened to, if that is one object. */
  object: string | null;
}

/** A warning of the cluster, in milliseconds after the start of the run. */
export interface PlacedWarning {
  atMs: number;
  reason: string;
  object: string;
}

export interface ClusterTimeline {
  lengthMs: number;
  rows: ClusterRow[];
  warnings: PlacedWarning[];
}

/** Up to so many pods have a bar each; more are counted. */
export const maxPodBars = 30;
const maxJobBars = 10;

type TimelineRun = Pick<Run, 'startedAt' | 'finishedAt' | 'phases'>;

/**
 * The cluster's side of a run on its axis of time: phases, Jobs, the lives of pods when there are few, and warnings. Null before
 * the run begins.
 */
export function buildClusterTimeline(
  run: TimelineRun,
  found: Pick<RunPods, 'jobs' | 'items' | 'totals'>,
  warnings: ClusterEvents['items'],
  nowMs: number,
): ClusterTimeline | null {
  const startMs = findStartMs(run);
  if (startMs === null) return null;
  const endMs = run.finishedAt === null ? nowMs : Date.parse(run.finishedAt);
  const isOpen = run.finishedAt === null;
  const axis: Axis = {
    at: (instant) => Math.max(0, Date.parse(instant) - startMs),
    endMs: endMs - startMs,
    isOpen,
  };
  const pods = found.totals.total <= maxPodBars ? [...found.items].sort(byCreation) : [];
  const rows = [
    ...phaseRows(run, axis),
    ...found.jobs.slice(0, maxJobBars).map((job) => jobRow(job, axis)),
    ...pods.map((pod) => podRow(pod, axis)),
  ];
  const placed = warnings.map(({ at, reason, object }) => ({ atMs: axis.at(at), reason, object }));
  const lengthMs = Math.max(
    axis.endMs,
    ...rows.flatMap(({ segments }) => segments.map(({ toMs }) => toMs)),
    ...placed.map(({ atMs }) => atMs),
  );
  if (lengthMs <= 0) return null;
  return { lengthMs, rows, warnings: placed };
}

interface Axis {
  at(instant: string): number;
  endMs: number;
  isOpen: boolean;
}

const byCreation = (a: RunPod, b: RunPod): number =>
  a.createdAt.localeCompare(b.createdAt) || a.name.localeCompare(b.name);

function phaseRows({ phases }: TimelineRun, axis: Axis): ClusterRow[] {
  if (phases.length === 0) return [];
  const segments = phases.map(({ name, from, to }): Segment => {
    const fromMs = axis.at(from);
    return {
      kind: 'phase',
      label: name,
      fromMs,
      toMs: to === null ? Math.max(fromMs, axis.endMs) : axis.at(to),
    };
  });
  // Whatever lies within another is drawn upon it.
  segments.sort((a, b) => a.fromMs - b.fromMs || b.toMs - a.toMs);
  const says = segments.map(({ label, fromMs, toMs }) => `${label} ${span(fromMs, toMs)}`).join('; ');
  return [{ kind: 'phase', key: 'phases', label: 'Phases', says, segments, marks: [] }];
}

const jobWords = { running: 'goes on', complete: 'complete', failed: 'failed', deleted: 'deleted' } as const;

function jobRow(job: RunPods['jobs'][number], axis: Axis): ClusterRow {
  const fromMs = job.startedAt === null ? null : axis.at(job.startedAt);
  const toMs = Math.max(fromMs ?? 0, job.endedAt === null ? axis.endMs : axis.at(job.endedAt));
  const kind = job.state === 'running' ? 'running' : job.state === 'complete' ? 'done' : 'failed';
  const pods = `${job.succeeded} pods succeeded, ${job.failed} failed, ${job.active} at work`;
  const why = [job.reason, job.message].filter(Boolean).join(': ');
  const state =
    axis.isOpen || job.state !== 'running' ? jobWords[job.state] : 'cut off by the end of the run';
  return {
    kind: 'job',
    key: `job ${job.name}`,
    label: `Job ${job.name}`,
    says: `Job ${job.name} ${state}${fromMs === null ? '' : `, ${span(fromMs, toMs)}`}; ${pods}${why && `; ${why}`}`,
    segments: fromMs === null ? [] : [{ kind, label: why || `${job.succeeded} succeeded`, fromMs, toMs }],
    marks: [],
  };
}

function podRow(pod: RunPod, axis: Axis): ClusterRow {
  const { segments, endMs } = lifeOf(pod, axis);
  const marks = marksOf(pod, axis);
  const fromMs = axis.at(pod.createdAt);
  const parts = segments.map(({ label, fromMs: from, toMs }) => `${label} ${formatDurationMs(toMs - from)}`);
  const waits =
    pod.waiting !== null && pod.endedAt === null && pod.deletedAt === null ? `; ${pod.waiting}` : '';
  const said = marks.map(({ label, atMs }) => `${label} at ${formatDurationMs(atMs)}`);
  return {
    kind: 'pod',
    key: `pod ${pod.name}`,
    label: pod.name,
    says: `${pod.name} ${pod.phase}, ${span(fromMs, endMs)}: ${[...parts, ...said].join(', ')}${waits}`,
    segments,
    marks,
  };
}

function lifeOf(pod: RunPod, axis: Axis): { segments: Segment[]; endMs: number } {
  const ended = pod.endedAt ?? pod.deletedAt;
  const createdMs = axis.at(pod.createdAt);
  const endMs = Math.max(createdMs, ended === null ? axis.endMs : axis.at(ended));
  const scheduledMs = pod.scheduledAt === null ? null : axis.at(pod.scheduledAt);
  const startedMs = pod.startedAt === null ? null : axis.at(pod.startedAt);
  const segments: Segment[] = [];
  const add = (kind: Segment['kind'], label: string, fromMs: number, toMs: number): void => {
    if (toMs > fromMs) segments.push({ kind, label, fromMs, toMs });
  };
  add('unscheduled', 'without a node', createdMs, scheduledMs ?? startedMs ?? endMs);
  if (scheduledMs !== null) add('starting', 'starting', scheduledMs, startedMs ?? endMs);
  const kind = pod.phase === 'failed' ? 'failed' : pod.phase === 'succeeded' ? 'done' : 'running';
  // Kubernetes counts in seconds, and a container that ran for less than one has run nevertheless.
  if (startedMs !== null)
    segments.push({ kind, label: 'ran', fromMs: startedMs, toMs: Math.max(startedMs, endMs) });
  else if (kind === 'failed') segments.push({ kind, label: 'failed', fromMs: endMs, toMs: endMs });
  return { segments, endMs };
}

function marksOf(pod: RunPod, axis: Axis): Mark[] {
  const marks: Mark[] = [];
  if (pod.readyAt !== null) marks.push({ kind: 'ready', label: 'ready', atMs: axis.at(pod.readyAt) });
  for (const { container, reason, exitCode, at } of pod.ends) {
    if (at === null) continue;
    if (reason === 'OOMKilled')
      marks.push({ kind: 'oom', label: `${container} killed for lack of memory`, atMs: axis.at(at) });
    else if (exitCode !== 0 && pod.endedAt !== at)
      marks.push({
        kind: 'restart',
        label: `${container} ended with exit code ${exitCode} and was started again`,
        atMs: axis.at(at),
      });
  }
  return marks.sort((a, b) => a.atMs - b.atMs);
}

/** Warnings as marks, those as one that lie no further apart than this. */
export function joinWarnings(warnings: readonly PlacedWarning[], closeMs: number): WarningMark[] {
  const sorted = [...warnings].sort((a, b) => a.atMs - b.atMs);
  const groups: (typeof sorted)[] = [];
  for (const mark of sorted) {
    const last = groups.at(-1);
    if (last?.[0] && mark.atMs - last[0].atMs <= closeMs) last.push(mark);
    else groups.push([mark]);
  }
  return groups.map((group) => {
    const objects = [...new Set(group.map(({ object }) => object))];
    const reasons = [...new Set(group.map(({ reason }) => reason))];
    return {
      atMs: group[0]?.atMs ?? 0,
      count: group.length,
      label: `${reasons.slice(0, 3).join(', ')}${reasons.length > 3 ? ', …' : ''}: ${objects.length === 1 ? objects[0] : `${objects.length} objects`}`,
      object: objects.length === 1 ? (objects[0] ?? null) : null,
    };
  });
}

const span = (fromMs: number, toMs: number): string =>
  `${formatDurationMs(fromMs)} to ${formatDurationMs(toMs)}`;

/** Round points in time within a stretch, in milliseconds. */
export function ticksWithin({ fromMs, toMs }: Zoom, chooseTicks: (lengthMs: number) => number[]): number[] {
  const [, step = 1] = chooseTicks(toMs - fromMs);
  const first = Math.ceil(fromMs / step) * step;
  return Array.from(
    { length: Math.max(0, Math.floor((toMs - first) / step)) + 1 },
    (_, index) => first + index * step,
  );
}
