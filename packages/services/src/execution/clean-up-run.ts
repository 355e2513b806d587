import type { RunRecord } from '@proofload/db';
import { readPlace, removeRunObjects } from '@proofload/executors';
import type { ExecutionContext } from './execution-context.ts';

type CleanContext = Pick<ExecutionContext, 'repos' | 'openCluster' | 'log' | 'clock'>;

/** How long the end of a run waits for its objects to go; after that they are removed behind it. */
const patienceMs = 150_000;

/**
 * Removes what a run has on its cluster. What cannot be removed now is removed later by `removeLeftObjects`, and the run
 * says so. Repeatable.
 * @param options.keep leaves the objects where they are, for somebody to look at them
 * @returns whether nothing is left to be done
 */
export async function cleanUpRun(
  ctx: CleanContext,
  { id, projectId }: Pick<RunRecord, 'id' | 'projectId'>,
  options: { keep?: boolean; signal?: AbortSignal } = {},
): Promise<boolean> {
  const run = await ctx.repos.runs.find(id);
  if (run?.objects !== 'present') return true;
  const place = readPlace(run.executorState);
  const say = (level: 'info' | 'warn', message: string) =>
    ctx.repos.timeline.appendLog(id, [{ atMs: ctx.clock.nowMs(), level, message }]);
  if (place === null) {
    await ctx.repos.runs.setObjects(id, 'gone');
    return true;
  }
  if (options.keep) {
    await ctx.repos.runs.setObjects(id, 'kept');
    await say('info', `The objects of the run stay on ${place.cluster}, as \`keepOnFailure\` asks`);
    return true;
  }
  try {
    const { client } = await ctx.openCluster(projectId, place.cluster);
    try {
      const signal = AbortSignal.any([
        AbortSignal.timeout(patienceMs),
        ...(options.signal ? [options.signal] : []),
      ]);
      const count = await removeRunObjects(client, { runId: id, namespace: place.namespace, signal });
      await ctx.repos.runs.setObjects(id, 'gone');
      await say('info', `${count} objects were removed from ${place.cluster}`);
      return true;
    } finally {
      await client.close();
    }
  } catch (error) {
    ctx.log.warn('Objects of a run could not be removed yet', { runId: id, error: String(error) });
    await say('warn', `The objects of the run could not be removed yet: ${(error as Error).message}`);
    return false;
  }
}

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
    if (!(await cleanUpRun(ctx, run, { signal }))) away.add(cluster);
  }
}
