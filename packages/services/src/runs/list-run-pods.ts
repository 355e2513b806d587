import type { RunPod, RunPods, RunPodsQuery } from '@proofload/contracts';
import { maxRunPods } from '@proofload/db';
import type { PodLife } from '@proofload/domain';
import { requireScope, type ServiceContext } from '../context.ts';
import { toInstant, toInstantOrNull } from '../instant.ts';
import { countPodStates } from './count-pod-states.ts';
import { findRun } from './find-run.ts';

const maxPoints = 400;
const maxTrouble = 5;
const maxJobs = 100;

/** The lives of the pods and Jobs of a run: what all come to over time, why some wait, and those that were asked for. */
export async function listRunPods(
  ctx: ServiceContext,
  { id, ...selection }: { id: string } & RunPodsQuery,
): Promise<RunPods> {
  requireScope(ctx, 'read');
  const { id: runId } = await findRun(ctx, id);
  const { clusterObjects } = ctx.repos;
  const [totals, times, trouble, jobs, { pods, matching }] = await Promise.all([
    clusterObjects.totals(runId),
    clusterObjects.readTimes(runId),
    clusterObjects.listTrouble(runId, maxTrouble),
    clusterObjects.listJobs(runId, maxJobs),
    clusterObjects.listPods(runId, selection, ctx.clock.nowMs()),
  ]);
  const { atMs, ...states } = countPodStates(times, maxPoints);
  return {
    totals: { ...totals, phases: { ...totals.phases } },
    isFull: totals.total >= maxRunPods,
    trouble: trouble.map(({ sinceMs, ...each }) => ({ ...each, since: toInstant(sinceMs) })),
    jobs: jobs.map(({ uid: _, startedMs, endedMs, ...job }) => ({
      ...job,
      startedAt: toInstantOrNull(startedMs),
      endedAt: toInstantOrNull(endedMs),
    })),
    states: { at: atMs.map(toInstant), ...states },
    items: pods.map(toRunPod),
    matching,
  };
}

function toRunPod(pod: PodLife): RunPod {
  const { uid: _, createdMs, scheduledMs, startedMs, readyMs, endedMs, deletedMs, ends, ...rest } = pod;
  return {
    ...rest,
    containers: [...rest.containers],
    createdAt: toInstant(createdMs),
    scheduledAt: toInstantOrNull(scheduledMs),
    startedAt: toInstantOrNull(startedMs),
    readyAt: toInstantOrNull(readyMs),
    endedAt: toInstantOrNull(endedMs),
    deletedAt: toInstantOrNull(deletedMs),
    ends: ends.map(({ atMs, ...end }) => ({ ...end, at: toInstantOrNull(atMs) })),
  };
}
