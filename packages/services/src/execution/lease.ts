import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceContext } from '../context.ts';

export const leaseMs = 40_000;
const renewEveryMs = 5_000;
/** Cancelling has 5 s to stop the load; this much of it goes by unnoticed. */
const lookEveryMs = 1_000;

export interface HeldLease {
  /** Fires when the lease is not held any more: another may have the run, so nothing may be written. */
  lost: AbortSignal;
  /** Fires when somebody asked to cancel the run. */
  cancelled: AbortSignal;
  /** Stops renewing. The lease itself ends with the status that the run then gets, or by itself. */
  release: () => Promise<void>;
}

/**
 * Renews the lease of a run until released, and looks out for a cancellation. While the database is away the lease
 * counts as held: whoever would take it away cannot reach the database either.
 */
export function holdLease(
  ctx: Pick<ServiceContext, 'repos' | 'clock' | 'log'>,
  runId: string,
  owner: string,
): HeldLease {
  const lost = new AbortController();
  const cancelled = new AbortController();
  const released = new AbortController();
  const look = async (isDue: boolean): Promise<void> => {
    if (!isDue) {
      if (await ctx.repos.runs.isCancelRequested(runId)) cancelled.abort();
      return;
    }
    const { isHeld, isCancelRequested } = await ctx.repos.runs.renewLease(
      runId,
      owner,
      ctx.clock.nowMs() + leaseMs,
    );
    if (isCancelRequested) cancelled.abort();
    if (!isHeld) lost.abort();
  };
  const renewing = (async () => {
    let renewedAtMs = ctx.clock.nowMs();
    while (!released.signal.aborted && !lost.signal.aborted) {
      await pause(lookEveryMs, released.signal);
      if (released.signal.aborted) return;
      const nowMs = ctx.clock.nowMs();
      const isDue = nowMs - renewedAtMs >= renewEveryMs;
      try {
        await look(isDue);
        if (isDue) renewedAtMs = nowMs;
      } catch (error) {
        ctx.log.warn('The lease of a run could not be looked at', { runId, error: String(error) });
      }
    }
  })();
  return {
    lost: lost.signal,
    cancelled: cancelled.signal,
    release: async () => {
      released.abort();
      await renewing;
    },
  };
}

/** Waits, but not past the signal. */
export async function pause(durationMs: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(durationMs, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
