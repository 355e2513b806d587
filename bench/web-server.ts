import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { issueToken } from '@proofload/services';
import { findFreePort } from '@proofload/testkit/free-port';
import { openBenchContext } from './bench-context.ts';

const web = fileURLToPath(new URL('../apps/web/', import.meta.url));
const startLimitMs = 60_000;

export interface WebServer {
  /** Of the REST API, such as `http://127.0.0.1:3000/api/v1`. */
  api: string;
  /** Of the project `bench`, with the scopes `read` and `ingest`. */
  token: string;
  /** Largest resident size so far, in megabytes; null where the system does not tell. */
  readPeakRss(): Promise<number | null>;
}

/** Runs work beside the web server as it is in production, in a process of its own. Throws when it was not built. */
export async function withWebServer(
  { connectionString, folder }: { connectionString: string; folder: string },
  work: (server: WebServer) => Promise<void>,
): Promise<void> {
  try {
    accessSync(`${web}.next/BUILD_ID`);
  } catch (cause) {
    throw new Error('There is no built web server: npm run build', { cause });
  }
  const port = await findFreePort();
  const next = createRequire(`${web}package.json`).resolve('next/dist/bin/next');
  const child = spawn(process.execPath, [next, 'start', '-H', '127.0.0.1', '-p', String(port)], {
    cwd: web,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATABASE_URL: connectionString,
      PROOFLOAD_DATA: folder,
      PROOFLOAD_SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
      PROOFLOAD_LOG_LEVEL: 'error',
      PORT: String(port),
    },
  });
  const exited = once(child, 'exit');
  try {
    await waitUntilReady(`http://127.0.0.1:${port}/readyz`);
    await work({
      api: `http://127.0.0.1:${port}/api/v1`,
      token: await issueBenchToken(connectionString),
      readPeakRss: () => readPeakRss(child.pid ?? 0),
    });
  } finally {
    child.kill('SIGKILL');
    await exited;
  }
}

async function waitUntilReady(url: string): Promise<void> {
  for (const endMs = Date.now() + startLimitMs; Date.now() < endMs; await sleep(100)) {
    const response = await fetch(url).catch(() => null);
    await response?.body?.cancel();
    if (response?.ok) return;
  }
  throw new Error(`The web server was not ready within ${startLimitMs / 1000} s`);
}

async function issueBenchToken(connectionString: string): Promise<string> {
  const { ctx, close } = await openBenchContext(connectionString);
  const { token } = await issueToken(ctx, {
    projectId: 'bench',
    name: 'bench',
    scopes: ['read', 'ingest'],
    expiresAtMs: null,
    createdBy: 'bench',
  });
  await close();
  return token;
}

async function readPeakRss(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1];
  return kilobytes === undefined ? null : Math.round(Number(kilobytes) / 1024);
}
