import type { ServiceContext } from '../context.ts';

/** Runs of a sweep that are put into the queue at once; the reconciler adds the others as these are done. */
const maxAhead = 50;

/** A run that a worker should look at. */
export interface RunHint {
  id: string;
  attempt: number;
  /** When it may start, in unix milliseconds; absent for now. */
  notBeforeMs?: number;
}

/**
 * Hints to the workers that runs wait; whoever takes a hint executes the run whose turn it then is. A hint that does
 * not get through costs a few seconds only, since the reconciler looks for runs that wait.
 */
export async function enqueueRuns(
  ctx: Pick<ServiceContext, 'queue' | 'log' | 'clock'>,
  runs: readonly RunHint[],
): Promise<void> {
  for (const { id, attempt, notBeforeMs } of runs.slice(0, maxAhead)) {
    // The attempt is in the key, so that a dead worker's unfinished job does not hold up the next attempt; and the
    // time, so that a cool-down may be shortened.
    const key = `execute-${id}-${attempt}`;
    const options =
      notBeforeMs === undefined
        ? { dedupeKey: key }
        : {
            dedupeKey: `${key}-${notBeforeMs}`,
            delayMs: Math.max(0, notBeforeMs - ctx.clock.nowMs()),
          };
    try {
      await ctx.queue.enqueue('execute-run', { runId: id }, options);
    } catch (error) {
      ctx.log.warn('The queue did not take a run; it will be added later', {
        runId: id,
        error: String(error),
      });
      return;
    }
  }
}
