import type { ServiceContext } from '../context.ts';

/** A hint that died with its worker holds up the next one for no longer than this. */
const againMs = 10_000;

/** Hints to the workers that stored runs are to be evaluated. A hint that is lost is given again by the reconciler. */
export async function enqueueEvaluation(
  ctx: Pick<ServiceContext, 'queue' | 'clock' | 'log'>,
  jobId: string,
): Promise<void> {
  try {
    const dedupeKey = `evaluate-${jobId}-${Math.floor(ctx.clock.nowMs() / againMs)}`;
    await ctx.queue.enqueue('evaluate-runs', { jobId }, { dedupeKey });
  } catch (error) {
    ctx.log.warn('The queue did not take an evaluation; it will be added later', {
      jobId,
      error: String(error),
    });
  }
}
