import type { ClusterEvents, Run, RunSteps } from '@proofload/contracts';
import { formatDurationMs } from '@proofload/domain';
import { renderCapacity } from './capacity-text.ts';
import { renderEvents } from './cluster-text.ts';
import { alignColumns, renderMeasurements, renderSlos } from './result-table.ts';

/** What is shown of a run. */
export interface RunReport {
  run: Run;
  /** Null when it is no capacity search. */
  steps: RunSteps | null;
  /** Null when it is not on a cluster. */
  events: ClusterEvents | null;
}

/** A run as it stands: how it ended and why, a capacity search's steps, what was measured, and what the cluster said. */
export function renderRun(
  { run, steps, events }: RunReport,
  { allEvents, nowMs }: { allEvents: boolean; nowMs: number },
): string[] {
  const sinceMs = Date.parse(run.startedAt ?? run.createdAt);
  const sections = [
    describeRun(run, nowMs),
    steps === null ? [] : renderCapacity(steps),
    renderMeasurements(run),
    renderSlos([run]),
    events === null ? [] : renderEvents(events, { all: allEvents, sinceMs }),
    [`Run: ${run.url}`],
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .flatMap((lines, index) => [...(index ? [''] : []), ...lines]);
}

function describeRun(run: Run, nowMs: number): string[] {
  const { status, outcome, verdict, reason, cluster, objects, startedAt, finishedAt } = run;
  const state = [status, outcome, verdict === null ? null : `verdict ${verdict}`].filter(
    (each) => each !== null,
  );
  const took =
    startedAt === null
      ? []
      : [`started ${startedAt}, ${sayLength(Date.parse(startedAt), finishedAt, nowMs)}`];
  const where =
    cluster === null ? [] : [`cluster ${cluster.name}, namespace ${cluster.namespace}${sayObjects(objects)}`];
  // What lies within another comes after it.
  const inOrder = run.phases.toSorted(
    (a, b) => Date.parse(a.from) - Date.parse(b.from) || endOf(b) - endOf(a),
  );
  const phases = inOrder.map(({ name, from, to }) => [
    name,
    to === null ? 'under way' : formatDurationMs(Date.parse(to) - Date.parse(from)),
  ]);
  return [
    `${run.name}: ${state.join(', ')}`,
    ...(reason === null ? [] : [`  ${reason}`]),
    ...[[`executor ${run.executor}`, ...where].join(', '), ...took].map((line) => `  ${line}`),
    ...alignColumns(phases).map((line) => `  phase ${line}`),
    ...run.warnings.map((warning) => `Warning: ${warning}`),
  ];
}

const endOf = ({ to }: Run['phases'][number]): number => (to === null ? Infinity : Date.parse(to));

function sayLength(startedMs: number, finishedAt: string | null, nowMs: number): string {
  if (finishedAt === null) return `for ${formatDurationMs(nowMs - startedMs)}`;
  return `took ${formatDurationMs(Date.parse(finishedAt) - startedMs)}`;
}

const objectWords = { present: ', objects still there', kept: ', objects kept', gone: ', objects removed' };
const sayObjects = (objects: Run['objects']): string => (objects === null ? '' : objectWords[objects]);
