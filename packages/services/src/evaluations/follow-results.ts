import type { ServiceContext } from '../context.ts';
import { judgeSweepAgain } from '../execution/judge-sweep-runs.ts';
import { noteHistoryAlarms } from '../history/note-alarms.ts';

/** Judges what rests on the results of a job's runs, once for all of them: their sweeps, and changes along histories. */
export async function followResults(ctx: ServiceContext, jobId: string): Promise<void> {
  const { evaluationJobs } = ctx.repos;
  for (const sweepId of await evaluationJobs.listSweeps(jobId)) await judgeSweepAgain(ctx, sweepId);
  for (const treatment of await evaluationJobs.listTreatments(jobId)) await noteHistoryAlarms(ctx, treatment);
}
