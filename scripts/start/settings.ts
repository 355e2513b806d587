import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Settings {
  root: string;
  dataDir: string;
  host: string;
  port: number;
  /** Address that browsers and the CLI on this machine use. */
  localUrl: string;
  /** Address that links in pages and reports are made with. */
  baseUrl: string;
  /** A PostgreSQL of the user's own; null starts the embedded one. */
  databaseUrl: string | null;
  /** Keys of stored credentials; null keeps one in `secret-key` in the data folder. */
  secretKey: string | null;
  /** A k6 named by the user; null looks for one. */
  k6Path: string | null;
  /** False when the user switched the local k6 executor off. */
  localK6: boolean;
}

/** Reads what `scripts/start.mjs` checked and passed on. */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const root = resolve(fileURLToPath(new URL('../..', import.meta.url)));
  const host = env.HOST || '127.0.0.1';
  const port = Number(env.PORT || 3000);
  const address = isReachedByLoopback(host) ? '127.0.0.1' : host;
  const localUrl = `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
  return {
    root,
    dataDir: env.PROOFLOAD_DATA || join(root, '.proofload'),
    host,
    port,
    localUrl,
    baseUrl: env.PROOFLOAD_BASE_URL || localUrl,
    databaseUrl: env.DATABASE_URL || null,
    secretKey: env.PROOFLOAD_SECRET_KEY || null,
    k6Path: env.PROOFLOAD_K6 || null,
    localK6: env.PROOFLOAD_LOCAL_K6 !== 'off',
  };
}

const isReachedByLoopback = (host: string): boolean =>
  ['127.0.0.1', 'localhost', '0.0.0.0', '::'].includes(host);
