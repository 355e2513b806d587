import { setTimeout as sleep } from 'node:timers/promises';
import { ClusterError } from '@proofload/kubernetes';

const pauseMs = 1_000;

/** Repeats a call while the API server is away, busy or starting. Throws what it said last when the time is up. */
export async function keepAsking<T>(
  call: () => Promise<T>,
  options: { forMs: number; signal?: AbortSignal | undefined },
): Promise<T> {
  const endMs = performance.now() + options.forMs;
  for (;;) {
    try {
      return await call();
    } catch (error) {
      const isWorthIt = error instanceof ClusterError && error.isTransient && performance.now() < endMs;
      if (!isWorthIt) throw error;
      await sleep(pauseMs, undefined, options.signal ? { signal: options.signal } : {});
    }
  }
}
