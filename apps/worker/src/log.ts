import type { Log } from '@proofload/services';
import pino from 'pino';
import type { Env } from './env.ts';

/** A log of sentences with fields, one JSON line each on standard output. */
export function createLog(level: Env['logLevel'], workerId: string): Log {
  const logger = pino({
    level,
    base: { service: 'worker', workerId },
    timestamp: pino.stdTimeFunctions.isoTime,
  });
  return {
    info: (message, fields = {}) => logger.info(fields, message),
    warn: (message, fields = {}) => logger.warn(fields, message),
    error: (message, fields = {}) => logger.error(fields, message),
  };
}
