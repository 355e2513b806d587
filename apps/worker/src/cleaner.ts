import { type ExecutionContext, pause, removeLeftObjects } from '@proofload/services';

const everyMs = 15_000;

/** Removes what vanished workers left on clusters, until stopped. */
export async function keepCleaning(ctx: ExecutionContext, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    try {
      await removeLeftObjects(ctx, stopping);
    } catch (error) {
      ctx.log.warn('Objects that runs left could not be looked for', { error: String(error) });
    }
    await pause(everyMs, stopping);
  }
}
