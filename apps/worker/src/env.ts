import { cpus } from 'node:os';
import { z } from 'zod';
import { findProgram } from './find-program.ts';

const envSchema = z.object({
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  PROOFLOAD_DATA: z.string().min(1).default('.proofload'),
  PROOFLOAD_BASE_URL: z.url({ protocol: /^https?$/ }).default('http://127.0.0.1:3000'),
  /** Address at which pods reach this instance, where it is not the base URL. */
  PROOFLOAD_PUSH_URL: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).default(''),
  /** `off` keeps k6 from being started on this machine: a script may reach whatever the worker reaches. */
  PROOFLOAD_LOCAL_K6: z.enum(['on', 'off']).default('on'),
  /** The k6 program. */
  PROOFLOAD_K6: z.string().min(1).default('k6'),
  /** Folder that `workload.with.file` is relative to; `scripts` in the data folder unless told otherwise. */
  PROOFLOAD_SCRIPTS: z.string().min(1).optional(),
  /** Where queries go whose source names no server. */
  PROOFLOAD_PROMETHEUS_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Load-making runs at a time; more than one disturb each other's numbers. */
  PROOFLOAD_LOAD_CONCURRENCY: z.coerce.number().int().min(1).max(Math.max(64, cpus().length)).default(1),
  /** YAML file that names the programs that definitions may run on this machine; none without it. */
  PROOFLOAD_COMMANDS: z.string().min(1).optional(),
  /** Keys of stored credentials; the file `secret-key` in the data folder unless given. */
  PROOFLOAD_SECRET_KEY: z.string().optional(),
  /** Minutes between two passes over what has expired in a project; its rules are made in the settings. */
  PROOFLOAD_EXPIRY_MINUTES: z.coerce.number().min(0.01).max(10_080).default(60),
  PROOFLOAD_LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
});

export interface Env {
  databaseUrl: string;
  redisUrl: string | undefined;
  dataDir: string;
  baseUrl: string;
  /** Address at which pods reach this instance. */
  pushUrl: string;
  /** The k6 program; null when the local executor is switched off. */
  k6: string | null;
  scriptsRoot: string | undefined;
  prometheusUrl: string | null;
  /** Path of the list of programs that definitions may run here. */
  commands: string | null;
  secretKey: string | null;
  loadConcurrency: number;
  /** How often the rules of retention of a project are carried out. */
  retentionEveryMs: number;
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
}

/** The settings of the worker. Throws one sentence that names every variable that is wrong. */
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
    baseUrl: data.PROOFLOAD_BASE_URL,
    pushUrl: data.PROOFLOAD_PUSH_URL || data.PROOFLOAD_BASE_URL,
    k6: data.PROOFLOAD_LOCAL_K6 === 'on' ? findProgram(data.PROOFLOAD_K6, variables.PATH ?? '') : null,
    scriptsRoot: data.PROOFLOAD_SCRIPTS,
    prometheusUrl: data.PROOFLOAD_PROMETHEUS_URL ?? null,
    commands: data.PROOFLOAD_COMMANDS ?? null,
    secretKey: data.PROOFLOAD_SECRET_KEY || null,
    loadConcurrency: data.PROOFLOAD_LOAD_CONCURRENCY,
    retentionEveryMs: data.PROOFLOAD_EXPIRY_MINUTES * 60_000,
    logLevel: data.PROOFLOAD_LOG_LEVEL,
  };
}
