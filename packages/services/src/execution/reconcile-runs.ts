import { isDatabaseAway, type RunRecord } from '@proofload/db';
import { outlivesWorker, ProofloadError } from '@proofload/domain';
import type { ServiceContext } from '../context.ts';
import { enqueueEvaluation } from '../evaluations/enqueue-evaluation.ts';
import { moveRun } from '../runs/move-run.ts';
import { enqueueDueRuns } from '../sweeps/enqueue-due-runs.ts';
import { enqueueRuns } from '../sweeps/enqueue-runs.ts';
import { closeRun } from './close-run.ts';
import { closeSweep } from './close-sweep.ts';
import { leaseMs } from './lease.ts';
import { leftSamplesElsewhere, leftSamplesHere, recoverRun } from './recover-run.ts';

const batch = 100;
const staleUploadMs = 24 * 60 * 60 * 1000;
/** By how much a worker on the machine of one that vanished is ahead of others, because the samples are there. */
const headStartMs = 15_000;

/**
 * Brings forward what nobody attends to: runs that wait, runs whose worker vanished, runs whose results are missing,
 * sweeps that nobody closed, evaluations that nobody goes on with. Any number of workers may do this at once, since every change is guarded.
 */
export async function reconcileRuns(ctx: ServiceContext): Promise<void> {
  const nowMs = ctx.clock.nowMs();
  for (const run of await ctx.repos.runs.findUnattended(nowMs, batch)) await bringForward(ctx, run, nowMs);
  await enqueueDueRuns(ctx);
  for (const sweep of await ctx.repos.sweeps.findUnclosed(batch)) await closeSweep(ctx, sweep.id);
  for (const runKey of await ctx.samples.findUnsettled(batch)) await ctx.samples.settleRun(runKey);
  for (const job of await ctx.repos.evaluationJobs.findRunning(batch)) await enqueueEvaluation(ctx, job.id);
  await ctx.samples.dropStaleStaged(staleUploadMs);
}

async function bringForward(ctx: ServiceContext, run: RunRecord, nowMs: number): Promise<void> {
  if (run.status !== 'finishing') {
    const expiredMs = nowMs - (run.leaseUntilMs ?? 0);
    const isBound = run.status === 'running' && !outlivesWorker(run.executor);
    if (isBound && leftSamplesElsewhere(run) && expiredMs < headStartMs) return;
    const changes = {
      lease: null,
      ...(run.status === 'running' ? { finishedAtMs: lastSignOfLifeMs(run, nowMs) } : {}),
    };
    const moved = await moveRun(ctx, run, { type: 'lease-lost' }, changes, { leaseExpiredAtMs: nowMs });
    // A load that goes on without its worker: the next one takes it over.
    if (moved.kind === 'ignored') return enqueueRuns(ctx, [run]);
    if (moved.kind !== 'moved') return;
    ctx.log.warn('A run had lost its worker', { runId: run.id, was: run.status, is: moved.status });
    await ctx.repos.timeline.appendLog(run.id, [
      {
        atMs: nowMs,
        level: 'warn',
        message: `The worker ${run.leaseOwner ?? ''} vanished; the run is ${moved.status} now`,
      },
    ]);
    if (moved.status !== 'finishing') return;
  }
  if (await leftSamplesHere(ctx, run))
    await closeRun(ctx, { runId: run.id, owner: ctx.newId(), prepare: recoverOrExplain });
  else await enqueueFinish(ctx, run.id, nowMs);
}

/** A file that cannot be read costs no run its results. */
async function recoverOrExplain(ctx: ServiceContext, run: RunRecord, lost: AbortSignal): Promise<void> {
  try {
    await recoverRun(ctx, run, lost);
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    ctx.log.error('What a worker left behind could not be read', {
      runId: run.id,
      error: String((error as Error).stack),
    });
    const reason = error instanceof ProofloadError ? `: ${error.message}` : '';
    await ctx.repos.timeline.addWarnings(run.id, [
      `The rest of the samples of the load could not be read${reason}`,
    ]);
  }
}

/** The load ended when its worker did, at some time after the lease was renewed for the last time. */
const lastSignOfLifeMs = (run: RunRecord, nowMs: number): number =>
  Math.max(run.startedAtMs ?? 0, Math.min(nowMs, (run.leaseUntilMs ?? nowMs) - leaseMs));

/** A job that died with its worker holds up the next one for no longer than this. */
const finishAgainMs = 10_000;

async function enqueueFinish(ctx: ServiceContext, runId: string, nowMs: number): Promise<void> {
  try {
    const dedupeKey = `finish-${runId}-${Math.floor(nowMs / finishAgainMs)}`;
    await ctx.queue.enqueue('finish-run', { runId }, { dedupeKey });
  } catch (error) {
    ctx.log.warn('The queue did not take the end of a run, so it is finished here', {
      runId,
      error: String(error),
    });
    await closeRun(ctx, { runId, owner: ctx.newId() });
  }
}
