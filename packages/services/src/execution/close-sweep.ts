import { maxRunsPerSweep } from '@proofload/domain';
import type { ServiceContext } from '../context.ts';
import { judgeSweepRuns } from './judge-sweep-runs.ts';

/** Judges a sweep whose runs have all ended; does nothing before. Repeatable. */
export async function closeSweep(ctx: ServiceContext, sweepId: string): Promise<void> {
  if ((await ctx.repos.sweeps.countUnfinishedRuns(sweepId)) > 0) return;
  const sweep = await ctx.repos.sweeps.find(sweepId);
  if (!sweep || sweep.finishedAtMs !== null) return;
  const runs = await ctx.repos.runs.findMany(sweep.projectId, { sweepId }, maxRunsPerSweep);
  const judgement = await judgeSweepRuns(ctx, sweep, runs);
  await ctx.repos.sweeps.close(sweepId, judgement, runs.length, ctx.clock.nowMs());
}
