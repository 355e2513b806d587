import type { Sweep, SweepAddition } from '@proofload/contracts';
import { formatDurationMs, formatRoughDurationMs, sayEstimate, sayWaiting } from '@proofload/domain';
import { alignColumns } from './result-table.ts';

/** How a sweep stands: a headline, its place in the queue, and what its runs do. */
export function renderSweepStatus(sweep: Sweep, nowMs: number): string[] {
  const { experiment, experimentVersion, priority, coolDownMs, cluster, paused } = sweep;
  const settings = [
    `priority ${priority}`,
    ...(coolDownMs > 0 ? [`cool-down ${formatDurationMs(coolDownMs)}`] : []),
    ...(cluster === null ? [] : [`cluster ${cluster}`]),
  ];
  return [
    `${experiment} version ${experimentVersion}: ${describeState(sweep)}`,
    `  ${describeCounts(sweep)}`,
    `  ${settings.join(', ')}`,
    ...(paused === null ? [] : [`  paused by ${paused.by} since ${paused.at}`]),
    ...describeOutlook(sweep, nowMs).map((line) => `  ${line}`),
    ...alignColumns(
      sweep.runs.filter(({ status }) => status !== 'finished').map((run) => toRow(run, nowMs)),
    ).map((line) => `  ${line}`),
    `  ${sweep.url}`,
  ];
}

/** A line for each sweep in progress, in the order in which they will run. */
export function renderSweepList(sweeps: readonly Sweep[], nowMs: number): string[] {
  if (sweeps.length === 0) return ['No sweep is in progress'];
  const rows = sweeps.map((sweep) => [
    sweep.id,
    sweep.experiment,
    `priority ${sweep.priority}`,
    describeState(sweep),
    describeOutlook(sweep, nowMs).join(', '),
  ]);
  return alignColumns([['sweep', 'experiment', '', 'state', ''], ...rows]);
}

/** What was added to a sweep. */
export function renderAddition({ runs, sweep }: SweepAddition, nothing: string): string[] {
  if (runs.length === 0) return [nothing];
  return [
    ...runs.map(({ id, treatment, replicate, retryOf }) => {
      const what = `${treatment === '' ? 'run' : treatment} #${replicate}`;
      return `${what}: ${id}${retryOf === null ? '' : `, repeats ${retryOf}`}`;
    }),
    `Sweep: ${sweep.url}`,
  ];
}

function describeState({ status, paused, verdict }: Sweep): string {
  if (status === 'finished') return `finished, verdict ${verdict ?? 'none'}`;
  return paused === null ? status : `${status}, paused`;
}

function describeCounts({ counts }: Sweep): string {
  const parts = (['queued', 'active', 'completed', 'failed', 'cancelled'] as const).flatMap((name) =>
    counts[name] === 0 ? [] : [`${counts[name]} ${name}`],
  );
  const repeated = counts.retried === 0 ? [] : [`${counts.retried} of them repeat others`];
  return [`${counts.total} runs`, ...parts, ...repeated].join(', ');
}

/** Why the next run waits, and how long it all takes. */
export function describeOutlook(sweep: Sweep, nowMs: number): string[] {
  const { waiting, estimate, coolDownMs, cluster, counts } = sweep;
  const why =
    waiting === null
      ? null
      : sayWaiting(
          {
            ...{ reason: waiting.reason, place: waiting.place, coolDownMs, cluster },
            untilMs: waiting.until === null ? null : Date.parse(waiting.until),
            active: counts.active,
          },
          nowMs,
        );
  const left = estimate === null ? null : sayEstimate(estimate);
  return [why === 'paused' ? null : why, left].filter((text) => text !== null);
}

function toRow(run: Sweep['runs'][number], nowMs: number): string[] {
  const treatment = run.treatment === '' ? 'run' : run.treatment;
  const start = run.expectedStart === null ? null : Date.parse(run.expectedStart) - nowMs;
  return [
    String(run.position ?? ''),
    run.replicate === null ? treatment : `${treatment} #${run.replicate}`,
    run.status,
    start === null
      ? ''
      : start <= 0
        ? 'next'
        : `in about ${formatRoughDurationMs(Math.ceil(start / 1000) * 1000)}`,
    run.retryOf === null ? '' : `repeats ${run.retryOf}`,
  ];
}
