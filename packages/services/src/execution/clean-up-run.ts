import type { RunRecord } from '@proofload/db';
import { ProofloadError } from '@proofload/domain';
import { readPlace, removeRunObjects } from '@proofload/executors';
import { ClusterError } from '@proofload/kubernetes';
import type { ExecutionContext } from './execution-context.ts';

type CleanContext = Pick<ExecutionContext, 'repos' | 'openCluster' | 'log' | 'clock'>;

/** How long the end of a run waits for its objects to go; after that they are removed behind it. */
const patienceMs = 150_000;

/**
 * Removes what a run has on its cluster, unless its definition asks for the objects of a failed run to stay. What cannot
 * be removed now is removed later by `removeLeftObjects`, and the run says so. Repeatable.
 * @returns whether nothing is left to be done
 */
export async function cleanUpRun(
  ctx: CleanContext,
  { id }: Pick<RunRecord, 'id'>,
  signal?: AbortSignal,
): Promise<boolean> {
  const refusal = await tryToCleanUp(ctx, id, signal);
  if (refusal === null) return true;
  await say(ctx, id, 'warn', `The objects of the run could not be removed yet: ${refusal}`);
  return false;
}

/** @returns why the objects of a run could not be removed yet; null when nothing is left to be done */
async function tryToCleanUp(ctx: CleanContext, id: string, signal?: AbortSignal): Promise<string | null> {
  const run = await ctx.repos.runs.find(id);
  if (run?.objects !== 'present') return null;
  const place = readPlace(run.executorState);
  if (place === null) {
    await ctx.repos.runs.setObjects(id, 'gone');
    return null;
  }
  if (run.outcome !== 'completed' && (await keepsFailed(ctx, run))) {
    await ctx.repos.runs.setObjects(id, 'kept');
    await say(ctx, id, 'info', `The objects of the run stay on ${place.cluster}, as \`keepOnFailure\` asks`);
    return null;
  }
  try {
    const { client } = await ctx.openCluster(run.projectId, place.cluster);
    try {
      const bounded = AbortSignal.any([AbortSignal.timeout(patienceMs), ...(signal ? [signal] : [])]);
      const count = await removeRunObjects(client, {
        runId: id,
        namespace: place.namespace,
        signal: bounded,
      });
      await ctx.repos.runs.setObjects(id, 'gone');
      await say(ctx, id, 'info', `${count} objects were removed from ${place.cluster}`);
      return null;
    } finally {
      await client.close();
    }
  } catch (error) {
    // Nobody can reach them any more, and no later try would.
    if (error instanceof ProofloadError && !(error instanceof ClusterError) && error.code === 'not-found') {
      await ctx.repos.runs.setObjects(id, 'kept');
      await say(ctx, id, 'warn', `What is left of the run stays where it is: ${error.message}`);
      return null;
    }
    ctx.log.warn('Objects of a run could not be removed yet', { runId: id, error: String(error) });
    return (error as Error).message;
  }
}

async function keepsFailed(
  ctx: CleanContext,
  { experimentId, experimentVersion }: RunRecord,
): Promise<boolean> {
  if (experimentId === null || experimentVersion === null) return false;
  const version = await ctx.repos.experiments.findVersion(experimentId, experimentVersion);
  return version?.definition.workload.with.keepOnFailure === true;
}

const say = (ctx: CleanContext, runId: string, level: 'info' | 'warn', message: string): Promise<void> =>
  ctx.repos.timeline.appendLog(runId, [{ atMs: ctx.clock.nowMs(), level, message }]);

const batch = 100;

/**
 * Removes what runs left on their clusters whose worker vanished, or whose cluster was away when they ended. A cluster
 * that is still away is left for the next time.
 */
export async function removeLeftObjects(ctx: CleanContext, signal: AbortSignal): Promise<void> {
  const away = new Set<string>();
  for (const run of await ctx.repos.runs.findWithObjects(ctx.clock.nowMs(), batch)) {
    const cluster = `${run.projectId}/${readPlace(run.executorState)?.cluster ?? ''}`;
    if (signal.aborted) return;
    if (away.has(cluster)) continue;
    // The run has said so when it ended; saying it at every try would fill its log.
    if ((await tryToCleanUp(ctx, run.id, signal)) !== null) away.add(cluster);
  }
}
