import { cleanRunsDirectory, type ExecutionContext, pause, reconcileRuns } from '@proofload/services';

const everyMs = 5_000;
/**
 * After the database was away, workers renew their leases first. Whoever looked for lost runs at once would take runs
 * away from workers that are alive.
 */
const graceMs = 15_000;

/** Looks for unattended runs every few seconds until stopped, whether or not the queue works. */
export async function keepReconciling(ctx: ExecutionContext, stopping: AbortSignal): Promise<void> {
  let trustedFromMs = 0;
  while (!stopping.aborted) {
    try {
      if (ctx.clock.nowMs() >= trustedFromMs) {
        await reconcileRuns(ctx);
        await cleanRunsDirectory(ctx);
      } else await ctx.repos.runs.countByStatus();
    } catch (error) {
      trustedFromMs = ctx.clock.nowMs() + graceMs;
      ctx.log.warn('Unattended runs could not be looked for', { error: String(error) });
    }
    await pause(everyMs, stopping);
  }
}
