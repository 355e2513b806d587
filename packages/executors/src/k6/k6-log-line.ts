import { z } from 'zod';
import type { WorkloadLogLevel } from '../executor.ts';

const lineSchema = z.object({ level: z.string(), msg: z.string(), error: z.string().optional() });

const levels: Readonly<Record<string, WorkloadLogLevel>> = {
  debug: 'debug',
  info: 'info',
  warning: 'warn',
  error: 'error',
  fatal: 'error',
  panic: 'error',
};

export interface K6LogLine {
  level: WorkloadLogLevel;
  message: string;
}

/** A line that k6 wrote to standard error with `--log-format json`; what is no such line is shown as it is. */
export function parseK6LogLine(line: string): K6LogLine {
  if (!line.startsWith('{')) return { level: 'info', message: line };
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { level: 'info', message: line };
  }
  const parsed = lineSchema.safeParse(value);
  if (!parsed.success) return { level: 'info', message: line };
  const { level, msg, error } = parsed.data;
  return { level: levels[level] ?? 'info', message: error === undefined ? msg : `${msg}: ${error}` };
}
