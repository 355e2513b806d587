import { isDatabaseAway } from '@proofload/db';
import { ProofloadError } from '@proofload/domain';
import type { ServiceContext } from '../context.ts';
import { wait } from './wait.ts';

const firstDelayMs = 250;
const longestDelayMs = 5_000;

export interface RetryOptions {
  /** How long the database may be away before this gives up with `unavailable`. */
  forMs: number;
  signal: AbortSignal;
}

/** Repeats work that fails because the database is away. The work must do no harm when it is done twice. */
export async function retryWhileAway<T>(
  ctx: Pick<ServiceContext, 'clock' | 'log'>,
  work: () => Promise<T>,
  { forMs, signal }: RetryOptions,
): Promise<T> {
  const startedMs = ctx.clock.nowMs();
  for (let delayMs = firstDelayMs; ; delayMs = Math.min(delayMs * 2, longestDelayMs)) {
    try {
      const result = await work();
      if (delayMs > firstDelayMs)
        ctx.log.info('The database is back', { awayMs: ctx.clock.nowMs() - startedMs });
      return result;
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
      if (signal.aborted || ctx.clock.nowMs() - startedMs >= forMs) {
        throw new ProofloadError('unavailable', 'The database is away, so samples cannot be stored', {
          cause: error,
        });
      }
      if (delayMs === firstDelayMs) ctx.log.warn('The database is away; samples wait for it');
      await wait(delayMs, signal);
    }
  }
}
