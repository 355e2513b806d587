import type { EvaluationJob } from '@proofload/contracts';
import type { EvaluationJobRecord } from '@proofload/db';
import type { ServiceContext } from '../context.ts';
import { toInstant, toInstantOrNull } from '../instant.ts';

const maxNotes = 20;

/** A job with how far it is. */
export async function viewEvaluationJob(
  ctx: Pick<ServiceContext, 'repos'>,
  job: EvaluationJobRecord,
): Promise<EvaluationJob> {
  const states = await ctx.repos.evaluationJobs.countStates(job.id);
  const notes = await ctx.repos.evaluationJobs.listNotes(job.id, maxNotes);
  const inJob = Object.values(states).reduce((sum, runs) => sum + runs, 0);
  return {
    id: job.id,
    experiment: job.experimentName,
    version: job.version,
    status: job.status,
    createdAt: toInstant(job.createdAtMs),
    createdBy: job.createdBy,
    finishedAt: toInstantOrNull(job.finishedAtMs),
    counts: { ...states, unchanged: states.unchanged + job.upToDate, total: inJob + job.upToDate },
    notes: notes.map(({ runId, note }) => ({ run: runId, note })),
  };
}
