import type { ServiceContext } from '../context.ts';

/** Runs of a sweep that are put into the queue at once; the reconciler adds the others as these are done. */
const maxAhead = 50;

/**
 * Hints to the workers that runs wait. A hint that does not get through costs a few seconds only, since the reconciler
 * looks for runs that wait.
 */
export async function enqueueRuns(
  ctx: Pick<ServiceContext, 'queue' | 'log'>,
  runs: readonly { id: string; attempt: number }[],
): Promise<void> {
  for (const run of runs.slice(0, maxAhead)) {
    try {
      // The attempt is in the key, so that a dead worker's unfinished job does not hold up the next attempt.
      await ctx.queue.enqueue(
        'execute-run',
        { runId: run.id },
        { dedupeKey: `execute-${run.id}-${run.attempt}` },
      );
    } catch (error) {
      ctx.log.warn('The queue did not take a run; it will be added later', {
        runId: run.id,
        error: String(error),
      });
      return;
    }
  }
}
