import type { LogLevel, LogLine } from '@proofload/db';
import type { ServiceContext } from '../context.ts';

const flushEveryMs = 1_000;
/** Lines that wait for a slow or absent database; what comes on top is counted. */
const maxWaiting = 5_000;

export interface RunLogWriter {
  /** Takes a line. Never throws and never waits. */
  write: (level: LogLevel, message: string) => void;
  /** Writes out what waits, and ends. */
  end: () => Promise<void>;
}

/** Writes the log of a run in batches, beside whatever produces it. */
export function createRunLogWriter(
  ctx: Pick<ServiceContext, 'repos' | 'clock' | 'log'>,
  runId: string,
): RunLogWriter {
  let waiting: LogLine[] = [];
  let omitted = 0;
  let flushing: Promise<void> = Promise.resolve();
  const flush = (): Promise<void> => {
    flushing = flushing.then(async () => {
      if (omitted > 0)
        waiting.push({
          atMs: ctx.clock.nowMs(),
          level: 'warn',
          message: `${omitted} lines were left out here`,
        });
      const lines = waiting;
      waiting = [];
      omitted = 0;
      try {
        await ctx.repos.timeline.appendLog(runId, lines);
      } catch (error) {
        ctx.log.warn('Lines of a run log were lost', { runId, lines: lines.length, error: String(error) });
      }
    });
    return flushing;
  };
  const timer = setInterval(() => void flush(), flushEveryMs);
  return {
    write: (level, message) => {
      if (waiting.length >= maxWaiting) omitted += 1;
      else waiting.push({ atMs: ctx.clock.nowMs(), level, message });
    },
    end: async () => {
      clearInterval(timer);
      await flush();
    },
  };
}
