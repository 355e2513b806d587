import type { EvaluationJob } from '@proofload/contracts';
import type { EvaluationJobRecord } from '@proofload/db';
import { requireScope, type ServiceContext } from '../context.ts';
import { requireFound } from '../not-found.ts';
import { viewEvaluationJob } from './evaluation-job-view.ts';
import { followResults } from './follow-results.ts';

/** How far the evaluation of stored runs is. */
export async function readEvaluationJob(ctx: ServiceContext, input: { id: string }): Promise<EvaluationJob> {
  requireScope(ctx, 'read');
  return viewEvaluationJob(ctx, await findJob(ctx, input.id));
}

/** Ends a job early: runs that have new results keep them, the others keep their old ones. */
export async function cancelEvaluationJob(
  ctx: ServiceContext,
  input: { id: string },
): Promise<EvaluationJob> {
  requireScope(ctx, 'launch');
  const job = await findJob(ctx, input.id);
  if (job.status === 'running') {
    await ctx.repos.evaluationJobs.cancel(job.id, ctx.clock.nowMs());
    await followResults(ctx, job.id);
  }
  return viewEvaluationJob(ctx, await findJob(ctx, input.id));
}

async function findJob(ctx: ServiceContext, id: string): Promise<EvaluationJobRecord> {
  return requireFound(await ctx.repos.evaluationJobs.find(id, ctx.actor.projectId), `evaluation ${id}`);
}
