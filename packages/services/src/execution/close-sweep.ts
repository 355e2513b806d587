import { judgeGoals, judgeSweep } from '@proofload/analysis';
import { maxRunsPerSweep } from '@proofload/domain';
import type { ServiceContext } from '../context.ts';
import { toRunSummary } from '../runs/run-view.ts';

/** Judges a sweep whose runs have all ended; does nothing before. Repeatable. */
export async function closeSweep(ctx: ServiceContext, sweepId: string): Promise<void> {
  if ((await ctx.repos.sweeps.countUnfinishedRuns(sweepId)) > 0) return;
  const sweep = await ctx.repos.sweeps.find(sweepId);
  if (!sweep || sweep.finishedAtMs !== null) return;
  const version = await ctx.repos.experiments.findVersion(sweep.experimentId, sweep.experimentVersion);
  const records = await ctx.repos.runs.findMany(sweep.projectId, { sweepId }, maxRunsPerSweep);
  const runs = records.map((run) => toRunSummary(run, ctx.config.baseUrl));
  const goals = version ? judgeGoals(version.definition, runs) : [];
  await ctx.repos.sweeps.close(sweepId, judgeSweep(runs, goals), goals, ctx.clock.nowMs());
}
