import 'server-only';
import { z } from 'zod';

/** True under `next dev`. */
export const isDevelopment = process.env.NODE_ENV === 'development';

const gibibyte = 1024 ** 3;

const envSchema = z.object({
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  PROOFLOAD_DATA: z.string().min(1).default('.proofload'),
  PORT: z.coerce.number().int().min(1).max(65_535).default(3000),
  /** Address that people reach the instance by; links and the cross-site check use it. */
  PROOFLOAD_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** `off` refuses to launch what would run k6 beside the worker. */
  PROOFLOAD_LOCAL_K6: z.enum(['on', 'off']).default('on'),
  PROOFLOAD_MAX_UPLOAD_BYTES: z.coerce
    .number()
    .int()
    .min(1)
    .default(10 * gibibyte),
  /** Keys of stored credentials; the file `secret-key` in the data folder unless given. */
  PROOFLOAD_SECRET_KEY: z.string().optional(),
  PROOFLOAD_LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
});

export interface Env {
  databaseUrl: string;
  redisUrl: string | undefined;
  dataDir: string;
  baseUrl: string;
  localK6: boolean;
  maxUploadBytes: number;
  secretKey: string | null;
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
}

/** The settings of the web server. Throws one sentence that names every variable that is wrong. */
export function readEnv(variables: Readonly<Record<string, string | undefined>> = process.env): Env {
  const parsed = envSchema.safeParse(variables);
  if (!parsed.success) {
    const wrong = parsed.error.issues.map((issue) => `${issue.path.join('.')} (${issue.message})`);
    throw new Error(`The environment is not complete: ${wrong.join(', ')}`);
  }
  const { data } = parsed;
  return {
    databaseUrl: data.DATABASE_URL,
    redisUrl: data.REDIS_URL,
    dataDir: data.PROOFLOAD_DATA,
    baseUrl: data.PROOFLOAD_BASE_URL ?? `http://127.0.0.1:${data.PORT}`,
    localK6: data.PROOFLOAD_LOCAL_K6 === 'on',
    maxUploadBytes: data.PROOFLOAD_MAX_UPLOAD_BYTES,
    secretKey: data.PROOFLOAD_SECRET_KEY || null,
    logLevel: data.PROOFLOAD_LOG_LEVEL,
  };
}
