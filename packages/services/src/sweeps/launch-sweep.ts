import type { LaunchSweep, SweepRef } from '@proofload/contracts';
import type { ExperimentVersionRecord, NewRun } from '@proofload/db';
import { maxRunsPerSweep, ProofloadError } from '@proofload/domain';
import { requireCluster } from '../clusters/find-missing-cluster.ts';
import { requireScope, type ServiceContext } from '../context.ts';
import { findVersion } from '../experiments/read-experiment.ts';
import { pageUrls } from '../page-urls.ts';
import { requireServers } from '../prometheus-servers/find-missing-servers.ts';
import { chooseTreatments } from './choose-treatments.ts';
import { parseCoolDown } from './cool-down.ts';
import { enqueueDueRuns } from './enqueue-due-runs.ts';
import { type PlannedRun, planRuns } from './plan-runs.ts';
import { requireLaunchable } from './require-launchable.ts';

/** Launches the runs of an experiment: all treatments with all replicates unless told otherwise. */
export async function launchSweep(
  ctx: ServiceContext,
  input: { name: string } & LaunchSweep,
): Promise<SweepRef> {
  requireScope(ctx, 'launch');
  const experiment = await findVersion(ctx, input.name, input.version);
  requireLaunchable(ctx, experiment);
  await requireServers(ctx, experiment.definition);
  await requireCluster(ctx, experiment.definition);
  const { definition } = experiment;
  const coolDownMs = input.coolDown === undefined ? 0 : parseCoolDown(input.coolDown);
  const treatments = chooseTreatments(definition, input.params);
  const replicates = input.replicates ?? definition.replicates;
  requireFewEnough(treatments.length * replicates);
  const seed = input.seed ?? Math.floor(ctx.random() * 0x1_0000_0000);
  const sweepId = ctx.newId();
  const createdAtMs = ctx.clock.nowMs();
  const labels = { ...definition.labels, ...input.labels };
  const runs = planRuns(treatments, replicates, input.order, seed).map(
    (planned): NewRun => ({
      ...toNewRun(planned, experiment, ctx.newId()),
      projectId: ctx.actor.projectId,
      sweepId,
      labels,
      createdAtMs,
      ...(definition.workload.executor === 'external' ? { startedAtMs: createdAtMs } : {}),
    }),
  );
  await ctx.repos.sweeps.insert(
    {
      id: sweepId,
      projectId: ctx.actor.projectId,
      experimentId: experiment.experimentId,
      experimentVersion: experiment.version,
      order: input.order,
      seed,
      labels: input.labels,
      createdAtMs,
      createdBy: ctx.actor.name,
      priority: input.priority ?? 0,
      coolDownMs,
    },
    runs,
  );
  if (definition.workload.executor !== 'external') await enqueueDueRuns(ctx);
  const urls = pageUrls(ctx.config.baseUrl);
  return { id: sweepId, url: urls.sweep(sweepId), runs: runs.map(({ id }) => ({ id, url: urls.run(id) })) };
}

function toNewRun(
  { treatment, replicate, position }: PlannedRun,
  experiment: ExperimentVersionRecord,
  id: string,
) {
  const { executor } = experiment.definition.workload;
  return {
    id,
    experimentId: experiment.experimentId,
    experimentVersion: experiment.version,
    name: `${experiment.name} ${treatment.key} #${replicate}`,
    executor,
    params: treatment.params,
    treatment: treatment.key,
    replicate,
    position,
    clusterName: experiment.definition.cluster,
    // Somebody else executes it, so it is open for data at once.
    status: executor === 'external' ? ('running' as const) : ('queued' as const),
  };
}

/** Throws `invalid` when a sweep would have too many runs. */
export function requireFewEnough(count: number, field = 'replicates'): void {
  if (count <= maxRunsPerSweep) return;
  const message = `expected at most ${maxRunsPerSweep} runs in a sweep; this makes ${count}`;
  throw new ProofloadError('invalid', `${field}: ${message}`, {
    fields: [{ field, message }],
  });
}
