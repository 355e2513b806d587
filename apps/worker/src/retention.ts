import { applyDueRetention, type ExecutionContext, pause } from '@proofload/services';

/** How soon a worker notices that a project is due. */
const lookEveryMs = 30_000;

/** Carries out the rules of retention of all projects until stopped. @param everyMs how often for each project */
export async function keepRetention(
  ctx: ExecutionContext,
  everyMs: number,
  stopping: AbortSignal,
): Promise<void> {
  const upkeep = { afterFieldId: 0 };
  while (!stopping.aborted) {
    try {
      await applyDueRetention(ctx, { everyMs, signal: stopping, upkeep });
    } catch (error) {
      ctx.log.warn('The rules of retention could not be carried out', { error: String(error) });
    }
    await pause(Math.min(lookEveryMs, everyMs), stopping);
  }
}
