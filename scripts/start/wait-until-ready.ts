import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from './start-error.ts';

const everyMs = 100;

/** Waits until `/readyz` answers 200. Throws when that takes longer than `limitMs`. */
export async function waitUntilReady(url: string, limitMs: number, signal: AbortSignal): Promise<void> {
  const endMs = Date.now() + limitMs;
  let last = 'no answer';
  while (Date.now() < endMs) {
    try {
      const response = await fetch(new URL('/readyz', url), {
        signal: AbortSignal.any([signal, AbortSignal.timeout(5000)]),
      });
      await response.body?.cancel();
      if (response.ok) return;
      last = `status ${response.status}`;
    } catch (error) {
      signal.throwIfAborted();
      last = (error as Error).message;
    }
    await sleep(everyMs, undefined, { signal });
  }
  throw new StartError(
    `The web server was not ready within ${limitMs / 1000} s (${last}): see logs/web.log in the data folder`,
  );
}
