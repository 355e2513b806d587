import type { RunRecord } from '@proofload/db';
import {
  type ExperimentDefinition,
  formatDurationMs,
  type RunOutcome,
  type SourceDefinition,
  substitute,
} from '@proofload/domain';
import type { RunningWorkload, WorkloadEnd, WorkloadFile } from '@proofload/executors';
import { withClusterPrometheus } from '../clusters/cluster-prometheus.ts';
import { followK6File, runSources, type StreamReport } from '../ingest/index.ts';
import { openPrometheus } from '../prometheus-servers/open-prometheus.ts';
import type { ExecutionContext } from './execution-context.ts';
import type { HeldLease } from './lease.ts';
import { watchStall } from './watch-stall.ts';

/** What came of a load, once all of its data are stored. */
export interface LoadResult {
  outcome: RunOutcome;
  reason: string | null;
  endedAtMs: number;
  /** First and last sample of the load generator. */
  loadSpan: { fromMs: number; toMs: number } | null;
  warnings: string[];
  files: WorkloadFile[];
}

interface StopReason {
  outcome: RunOutcome;
  reason: string;
  /** What was written down of how things stood. */
  files?: WorkloadFile[];
  /** Whether it is this worker that cannot go on, and not the load. */
  isOurs?: boolean;
}

/**
 * Watches a running workload until it has ended and everything that it and the sources gave is stored. Stops it when
 * it is cancelled, runs out of time, stalls, or when the worker stops or has lost the run.
 * @param stopping fires when the worker shuts down
 * @returns `left` when the load goes on without this worker, which has lost the run or is shutting down
 */
export async function runWorkload(
  ctx: ExecutionContext,
  input: {
    run: RunRecord;
    definition: ExperimentDefinition;
    workload: RunningWorkload;
    lease: HeldLease;
    startedAtMs: number;
    stopping: AbortSignal;
  },
): Promise<LoadResult | 'left'> {
  const { run, definition, workload, lease } = input;
  const ended = new AbortController();
  const stopped = stopWhenAsked(ctx, input, ended.signal);
  const ingest = { runKey: run.key, owner: ctx.workerId, ended: ended.signal, signal: lease.lost };
  const { samplesPath } = workload;
  const following = samplesPath === null ? null : followK6File(ctx, { ...ingest, path: samplesPath });
  const sources = substitute(definition.sources, run.params) as SourceDefinition[];
  const collecting = runSources(ctx, {
    ...ingest,
    sources,
    openPrometheus: async (source) =>
      openPrometheus(
        ctx,
        run.projectId,
        await withClusterPrometheus(ctx, run.projectId, source, definition.cluster),
      ),
    startedMs: input.startedAtMs,
    // What an earlier worker scraped cannot be scraped again, so it stays beside what this one scrapes.
    attempt: run.status === 'running' ? run.attempt : 1,
  });
  // A failure is looked at below, once the load has ended: it must not go unheard until then.
  const stored = Promise.allSettled([following, collecting]);
  const end = await Promise.race([workload.ended, whenLeft(stopped, workload)]);
  const endedAtMs = ctx.clock.nowMs();
  ended.abort();
  const stop = await stopped;
  const [followed, collected] = await stored;
  if (end === null) return 'left';
  const lost = describeLoss(followed, collected);
  const reports = [
    ...(followed.status === 'fulfilled' && followed.value ? [followed.value] : []),
    ...(collected.status === 'fulfilled' ? collected.value : []),
  ];
  const load = followed.status === 'fulfilled' ? followed.value : null;
  return {
    ...decideOutcome(end, stop, lost),
    endedAtMs,
    loadSpan:
      end.span ??
      (load?.firstMs != null && load.lastMs !== null ? { fromMs: load.firstMs, toMs: load.lastMs } : null),
    warnings: [
      ...end.warnings,
      ...reports.flatMap((report: StreamReport) => report.warnings),
      ...(lost.sources === null ? [] : [lost.sources]),
    ],
    files: [...end.files, ...(stop?.files ?? [])],
  };
}

/** Settles with null when this worker stops for its own reasons and the load goes on without it. */
async function whenLeft(stopped: Promise<StopReason | null>, workload: RunningWorkload): Promise<null> {
  const stop = await stopped;
  return stop?.isOurs && workload.leave ? null : never();
}

/** Stops the workload for the first reason there is. @returns that reason, or null when the load ended by itself */
async function stopWhenAsked(
  ctx: ExecutionContext,
  { run, definition, workload, lease, startedAtMs, stopping }: Parameters<typeof runWorkload>[1],
  ended: AbortSignal,
): Promise<StopReason | null> {
  const { timeoutMs, stall } = definition.workload;
  const over = new AbortController();
  const timeout: StopReason = {
    outcome: 'failed',
    reason: `The load did not end within ${formatDurationMs(timeoutMs)}`,
  };
  const waits = [
    whenFired(ended, null),
    whenFired(lease.cancelled, { outcome: 'cancelled', reason: 'Cancelled on request' } as const),
    whenFired(lease.lost, { outcome: 'failed', reason: 'The worker lost the run', isOurs: true } as const),
    whenFired(stopping, {
      outcome: 'failed',
      reason: 'The worker was stopped while the load was running; what had arrived by then is kept',
      isOurs: true,
    } as const),
    waitUntil(startedAtMs + timeoutMs - ctx.clock.nowMs(), over.signal, timeout),
    ...(stall === null ? [] : [stallReason(ctx, run, stall, over.signal)]),
  ];
  const reason: StopReason | null = await Promise.race<StopReason | null>(waits);
  over.abort();
  if (reason === null) return null;
  const files = reason.outcome === 'stalled' ? await snapshot(ctx, run, workload) : [];
  if (reason.isOurs && workload.leave) workload.leave();
  else workload.stop();
  return { ...reason, files };
}

/** A snapshot helps to understand a stall; without one, the run has stalled all the same. */
async function snapshot(
  ctx: ExecutionContext,
  run: RunRecord,
  workload: RunningWorkload,
): Promise<WorkloadFile[]> {
  try {
    return (await workload.takeSnapshot?.()) ?? [];
  } catch (error) {
    ctx.log.warn('How a stalled run stood could not be written down', {
      runId: run.id,
      error: String(error),
    });
    return [];
  }
}

async function stallReason(
  ctx: ExecutionContext,
  run: RunRecord,
  stall: NonNullable<ExperimentDefinition['workload']['stall']>,
  signal: AbortSignal,
): Promise<StopReason | null> {
  const reason = await watchStall(ctx, { runKey: run.key, stall, signal });
  return reason === null ? never() : { outcome: 'stalled', reason };
}

const never = <T>(): Promise<T> => new Promise(() => undefined);

function whenFired<T>(signal: AbortSignal, value: T): Promise<T> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(value);
    else signal.addEventListener('abort', () => resolve(value), { once: true });
  });
}

/** The longest wait of one Node timer is 2^31 - 1 ms; a timeout past it is none. */
const maxTimerMs = 2_147_483_647;

function waitUntil<T>(durationMs: number, signal: AbortSignal, value: T): Promise<T> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(value), Math.max(0, Math.min(durationMs, maxTimerMs)));
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  });
}

interface Loss {
  /** Why samples of the load itself are missing: without them the run has failed. */
  load: string | null;
  /** Why samples of other sources are missing: the run is as good as the rest. */
  sources: string | null;
}

function describeLoss(
  followed: PromiseSettledResult<unknown>,
  collected: PromiseSettledResult<unknown>,
): Loss {
  const say = (result: PromiseSettledResult<unknown>): string =>
    result.status === 'rejected' ? String((result.reason as Error).message) : '';
  return {
    load:
      followed.status === 'rejected' ? `The samples of the load could not be stored: ${say(followed)}` : null,
    sources:
      collected.status === 'rejected'
        ? `The samples of the sources could not be stored: ${say(collected)}`
        : null,
  };
}

/** A reason to stop outweighs how the workload then ended; lost samples outweigh a good end. */
export function decideOutcome(
  end: Pick<WorkloadEnd, 'outcome' | 'reason'>,
  stop: StopReason | null,
  lost: Pick<Loss, 'load'>,
): { outcome: RunOutcome; reason: string | null } {
  if (stop !== null) return { outcome: stop.outcome, reason: stop.reason };
  if (lost.load !== null && end.outcome !== 'failed') return { outcome: 'failed', reason: lost.load };
  return { outcome: end.outcome, reason: end.reason };
}
