import type { StorageUsage } from '@proofload/contracts';
import { requireScope, type ServiceContext } from '../context.ts';

const maxListed = 100;
/** Runs that are measured for one answer; workers measure the others. */
const measuredAtOnce = 200;

/** What the finished runs of the project take, by experiment. */
export async function readStorageUsage(ctx: ServiceContext): Promise<StorageUsage> {
  requireScope(ctx, 'read');
  const { projectId } = ctx.actor;
  await ctx.repos.storageUse.measure(measuredAtOnce, projectId);
  const experiments = await ctx.repos.storageUse.readByExperiment(projectId);
  const total = { runs: 0, samplesBytes: 0, artifactsBytes: 0, logsBytes: 0 };
  for (const { runs, samplesBytes, artifactsBytes, logsBytes } of experiments) {
    total.runs += runs;
    total.samplesBytes += samplesBytes;
    total.artifactsBytes += artifactsBytes;
    total.logsBytes += logsBytes;
  }
  return {
    total,
    experiments: experiments.slice(0, maxListed),
    omitted: Math.max(0, experiments.length - maxListed),
    unmeasured: await ctx.repos.storageUse.countUnmeasured(projectId),
  };
}
