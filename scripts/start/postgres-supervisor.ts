import { setTimeout as sleep } from 'node:timers/promises';
import type { EmbeddedPostgres } from '@proofload/db/embedded-postgres';
import { nextBackOff } from './back-off.ts';

const checkEveryMs = 2000;

export interface PostgresSupervisor {
  /** Ends the watch, then the server; the data stays. */
  stop(): Promise<void>;
}

/** Starts PostgreSQL again when it died. Web and worker connect anew by themselves. */
export function supervisePostgres(
  postgres: EmbeddedPostgres,
  tell: (sentence: string) => void,
): PostgresSupervisor {
  const stopping = new AbortController();
  const pause = (ms: number): Promise<void> =>
    sleep(ms, undefined, { signal: stopping.signal }).catch((error: Error) => {
      if (error.name !== 'AbortError') throw error;
    });

  const watch = async (): Promise<void> => {
    let failures = 0;
    let startedMs = Date.now();
    for (;;) {
      await pause(checkEveryMs);
      if (stopping.signal.aborted) return;
      if (await postgres.isRunning()) continue;
      const backOff = nextBackOff(failures, Date.now() - startedMs);
      failures = backOff.failures;
      tell(`PostgreSQL is not running and is started again; its log is in ${postgres.dir}`);
      startedMs = Date.now();
      try {
        await postgres.start();
      } catch (error) {
        tell(
          `PostgreSQL could not be started (${(error as Error).message.trim()}); next attempt in ${backOff.waitMs / 1000} s`,
        );
        await pause(backOff.waitMs);
      }
    }
  };
  const watched = watch();

  return {
    stop: async () => {
      stopping.abort();
      await watched;
      await postgres.stop('fast');
    },
  };
}
