import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '@proofload/testkit/free-port';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StartedInstance } from './started-instance.ts';

const buildWithinMs = 300_000;
/** No k6 is needed here, so none is looked for. */
const env = { PROOFLOAD_LOCAL_K6: 'off', DATABASE_URL: '', REDIS_URL: '' };

let dir: string;
let dataDir: string;
let port: number;
let instance: StartedInstance;
let url: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'proofload-start-'));
  await chmod(dir, 0o755); // so that PostgreSQL's user reaches it when root runs this
  dataDir = join(dir, 'data');
  port = await findFreePort();
  url = `http://127.0.0.1:${port}`;
  instance = new StartedInstance({ dataDir, port, env });
  await instance.waitForLine(/^Sign in.*$/m, buildWithinMs);
}, buildWithinMs);

afterAll(async () => {
  await instance.stop();
  await rm(dir, { recursive: true, force: true });
});

const readToken = async (): Promise<string> => (await readFile(join(dataDir, 'admin-token'), 'utf8')).trim();

async function call(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(new URL(path, url), {
    ...init,
    headers: { authorization: `Bearer ${await readToken()}`, ...init.headers },
  });
}

const isReady = async (): Promise<boolean> => {
  try {
    return (await fetch(new URL('/readyz', url))).ok;
  } catch {
    return false; // nobody listens: that is the answer
  }
};

describe('a started instance', () => {
  it('says that it is ready, and where to sign in', () => {
    expect(instance.output).toMatch(new RegExp(`^Proofload is ready at ${url}$`, 'm'));
    expect(instance.output).toMatch(
      new RegExp(`^Sign in, once within a day, with ${url}/sign-in\\?link=\\S{43}$`, 'm'),
    );
  });

  it('keeps an admin token that only its owner reads', async () => {
    expect((await stat(join(dataDir, 'admin-token'))).mode & 0o777).toBe(0o600);
    const response = await call('/api/v1/me');
    expect(await response.json()).toMatchObject({ kind: 'token', project: 'default' });
  });

  it('listens on loopback alone', async () => {
    await expect(fetch(`http://127.0.0.2:${port}/healthz`)).rejects.toThrow();
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  });

  it('has the quick start, over a target server that works', async () => {
    const response = await call('/api/v1/experiments/quick-start');
    expect(response.status).toBe(200);
    const { source } = (await response.json()) as { source: string };
    const targetPort = (await readFile(join(dataDir, 'target-port'), 'utf8')).trim();
    expect(source).toContain(`http://127.0.0.1:${targetPort}`);
    expect((await fetch(`http://127.0.0.1:${targetPort}/work?pool=2`)).status).toBe(200);
  });

  it('refuses a second start on its folder, and says where the first is', async () => {
    const second = new StartedInstance({ dataDir, port: await findFreePort(), env });
    expect(await second.ended).toBe(1);
    expect(second.output.trim()).toBe(
      `Proofload is already running on ${dataDir} at ${url}: stop it first, or set PROOFLOAD_DATA to another folder`,
    );
  });

  it('refuses a port in use', async () => {
    const second = new StartedInstance({ dataDir: join(dir, 'other'), port, env });
    expect(await second.ended).toBe(1);
    expect(second.output.trim()).toBe(
      `Port ${port} is in use by another program: choose a free one, such as PORT=${port + 1} npm start`,
    );
  });

  it('refuses a folder that cannot be written', async () => {
    await writeFile(join(dir, 'file'), '');
    const second = new StartedInstance({ dataDir: join(dir, 'file/data'), port: await findFreePort(), env });
    expect(await second.ended).toBe(1);
    expect(second.output.trim()).toBe(
      `The data folder ${join(dir, 'file/data')} cannot be written (ENOTDIR): set PROOFLOAD_DATA to a folder that can be`,
    );
  });

  it('refuses a database that does not answer, without showing its password', async () => {
    const closed = await findFreePort();
    const second = new StartedInstance({
      dataDir: join(dir, 'third'),
      port: await findFreePort(),
      env: { ...env, DATABASE_URL: `postgresql://someone:hidden@127.0.0.1:${closed}/bench` },
    });
    expect(await second.ended).toBe(1);
    expect(second.output).toContain(
      `The database that DATABASE_URL names (127.0.0.1:${closed}/bench) cannot be used`,
    );
    expect(second.output).not.toContain('hidden');
  });

  it.each([
    ['worker', /apps\/worker\/src\/main\.ts/],
    ['web server', /next\/dist\/bin\/next|next-server/],
    ['target', /target-main\.ts/],
  ])('starts the %s again when it is killed', async (name, pattern) => {
    const [pid] = await instance.findProcesses(pattern);
    expect(pid).toBeGreaterThan(1);
    process.kill(pid ?? 0, 'SIGKILL');
    await instance.waitForLine(new RegExp(`^The ${name} ended unexpectedly \\(SIGKILL\\)`, 'm'), 10_000);
    await expect
      .poll(async () => (await instance.findProcesses(pattern)).some((found) => found !== pid), {
        timeout: 20_000,
      })
      .toBe(true);
    await expect.poll(isReady, { timeout: 20_000 }).toBe(true);
  });

  it('starts PostgreSQL again when it is killed', async () => {
    const pid = await postgresPid();
    process.kill(pid, 'SIGKILL');
    await instance.waitForLine(/^PostgreSQL is not running and is started again/m, 20_000);
    await expect.poll(isReady, { timeout: 30_000 }).toBe(true);
    expect((await call('/api/v1/experiments/quick-start')).status).toBe(200);
  });
});

describe('stopping and starting again', () => {
  it('stops everything on Ctrl-C within 10 s, and is back within 10 s with all its data', async () => {
    const token = await readToken();
    const before = (await (await call('/api/v1/experiments/quick-start')).json()) as { version: number };
    const parts = [...(await instance.findProcesses(/./)), await postgresPid()];
    expect(parts.length).toBeGreaterThanOrEqual(5);
    const stopMs = Date.now();
    instance.interrupt();
    expect(await instance.ended).toBe(0);
    expect(Date.now() - stopMs).toBeLessThan(10_000);
    // The server's parent is the system's first process, which may take a moment to bury it.
    await expect.poll(() => parts.filter(isAlive), { timeout: 10_000 }).toEqual([]);
    await expect(fetch(url)).rejects.toThrow();

    const startMs = Date.now();
    instance = new StartedInstance({ dataDir, port, env });
    await instance.waitForLine(/^Proofload is ready/m, 60_000);
    expect(Date.now() - startMs).toBeLessThan(10_000);
    expect(await readToken()).toBe(token);
    const kept = (await (await call('/api/v1/experiments/quick-start')).json()) as { version: number };
    expect(kept.version).toBe(before.version);
  });

  it('leaves nothing running when it is killed itself', async () => {
    const parts = [...(await instance.findProcesses(/./)), await postgresPid()];
    instance.kill('SIGKILL');
    await instance.ended;
    await expect.poll(() => parts.filter(isAlive), { timeout: 15_000 }).toEqual([]);
    instance = new StartedInstance({ dataDir, port, env });
    await instance.waitForLine(/^Proofload is ready/m, 60_000);
  });
});

async function postgresPid(): Promise<number> {
  return Number((await readFile(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8')).split('\n')[0]);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}
