import type { EvaluationJobRecord } from '@proofload/db';
import { asSystem, type ServiceContext } from '../context.ts';
import { evaluateJobRun } from './evaluate-job-run.ts';
import { followResults } from './follow-results.ts';

/** A worker that has a run for longer is taken for dead; evaluating one twice does no harm. */
export const runLeaseMs = 30_000;
/** A run that so many workers did not come back from may be the one that kills them. */
export const maxClaims = 5;

const gaveUp = `${maxClaims} workers vanished while they evaluated it`;

/**
 * Evaluates the runs of a job until none is left, or the signal fires. Any number of workers may do so at once, each
 * taking runs that the others have not. Repeatable: what a worker that died had at work is taken up after its lease.
 */
export async function evaluateRuns(
  base: ServiceContext,
  input: { jobId: string; signal: AbortSignal },
): Promise<void> {
  const job = await base.repos.evaluationJobs.find(input.jobId);
  if (job?.status !== 'running') return;
  const ctx = asSystem(base, job.projectId);
  const version = await ctx.repos.experiments.findVersion(job.experimentId, job.version);
  if (!version) throw new Error(`Version ${job.version} of the experiment of job ${job.id} is gone`);
  while (!input.signal.aborted) {
    const nowMs = ctx.clock.nowMs();
    const claimed = await ctx.repos.evaluationJobs.claimRun(job.id, nowMs, nowMs + runLeaseMs);
    if (claimed === null) break;
    const { runId, attempts } = claimed;
    if (attempts <= maxClaims) await evaluateJobRun(ctx, { job, version, runId });
    else await ctx.repos.evaluationJobs.settleRun(job.id, runId, 'failed', gaveUp);
  }
  await finishJob(ctx, job);
}

/** Judges what rests on the runs, once all have their results. */
async function finishJob(ctx: ServiceContext, job: EvaluationJobRecord): Promise<void> {
  if ((await ctx.repos.evaluationJobs.countStates(job.id)).pending > 0) return;
  await followResults(ctx, job.id);
  await ctx.repos.evaluationJobs.close(job.id, ctx.clock.nowMs());
}
