import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';

let dir: string;
let started: EmbeddedPostgres[];
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'proofload-postgres-'));
  started = [];
});
afterEach(async () => {
  for (const postgres of started) await postgres.stop('immediate');
  for (const postgres of started) await rm(postgres.dir, { recursive: true, force: true });
  await rm(dir, { recursive: true, force: true });
});

async function start(): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dir: join(dir, 'postgres') });
  started.push(postgres);
  return postgres;
}

async function query(postgres: EmbeddedPostgres, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: postgres.connectionString });
  await client.connect();
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows.flat();
  } finally {
    await client.end();
  }
}

it('listens on loopback alone, keeps what it acknowledges, and has a password that only its owner reads', async () => {
  const postgres = await start();
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes'])
    expect(await query(postgres, `SHOW ${setting}`), setting).toEqual(['on']);
  expect(await query(postgres, 'SHOW listen_addresses')).toEqual(['127.0.0.1']);
  expect(await query(postgres, 'SHOW jit')).toEqual(['off']);
  expect((await stat(join(postgres.dir, 'password'))).mode & 0o777).toBe(0o600);
  const wrong = new URL(postgres.connectionString);
  wrong.password = 'wrong';
  await expect(new pg.Client({ connectionString: wrong.href }).connect()).rejects.toThrow('password');
});

it('keeps its data, its port and its password over a stop and over a crash', async () => {
  const first = await start();
  await query(first, 'CREATE TABLE kept AS SELECT 7 AS value');
  await first.stop();
  expect(await first.isRunning()).toBe(false);
  const second = await start();
  expect(second.connectionString).toBe(first.connectionString);
  expect(await query(second, 'UPDATE kept SET value = 8 RETURNING value')).toEqual([8]);
  const pid = Number((await readFile(join(second.dir, 'data/postmaster.pid'), 'utf8')).split('\n')[0]);
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => second.isRunning(), { timeout: 20_000 }).toBe(false);
  await second.start();
  expect(await query(second, 'SELECT value FROM kept')).toEqual([8]);
});

it('joins a server that already runs on the folder', async () => {
  const first = await start();
  const second = await start();
  expect(second.port).toBe(first.port);
  expect(await query(second, 'SELECT 1')).toEqual([1]);
});

it('takes another port when the kept one is in use', async () => {
  const first = await start();
  await first.stop();
  const squatter = await listen(first.port);
  const second = await start();
  expect(second.port).not.toBe(first.port);
  expect(await query(second, 'SELECT 1')).toEqual([1]);
  await new Promise((settle) => squatter.close(settle));
});

it('starts over when its first initialisation was interrupted', async () => {
  const first = await start();
  await first.stop();
  await rm(join(first.dir, 'data/PG_VERSION'));
  await writeFile(join(first.dir, 'data/half'), '');
  const second = await start();
  expect(await query(second, 'SELECT 1')).toEqual([1]);
});

function listen(port: number): Promise<Server> {
  return new Promise((settle, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => settle(server));
  });
}
