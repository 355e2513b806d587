import 'server-only';
import pino, { type Logger } from 'pino';
import type { Env } from './env.ts';

/** A log of sentences with fields, one JSON line each on standard output. Errors go under `error`. */
export interface RequestLog {
  info(message: string, fields?: object): void;
  warn(message: string, fields?: object): void;
  error(message: string, fields?: object): void;
  /** The same log, with fields that stand in every line. */
  with(fields: object): RequestLog;
}

export function createLog(level: Env['logLevel']): RequestLog {
  return wrap(
    pino({
      level,
      base: { service: 'web' },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { error: pino.stdSerializers.err },
      redact: [
        'authorization',
        'cookie',
        '*.authorization',
        '*.cookie',
        'token',
        '*.token',
        'secret',
        '*.secret',
      ],
    }),
  );
}

const wrap = (logger: Logger): RequestLog => ({
  info: (message, fields = {}) => logger.info(fields, message),
  warn: (message, fields = {}) => logger.warn(fields, message),
  error: (message, fields = {}) => logger.error(fields, message),
  with: (fields) => wrap(logger.child(fields)),
});
