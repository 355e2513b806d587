import { setTimeout } from 'node:timers/promises';

/** Waits, or returns early when the signal is aborted. */
export async function wait(ms: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return;
  await setTimeout(ms, undefined, signal === undefined ? {} : { signal }).catch((error: Error) => {
    if (error.name !== 'AbortError') throw error;
  });
}
