import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type EmbeddedPostgres,
  removeEmbeddedPostgres,
  startEmbeddedPostgres,
} from '@proofload/db/embedded-postgres';
import { type RedisServer, startRedisServer } from '@proofload/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { QueueLocation } from './connection.ts';
import { createQueueWorker, type Handlers, type QueueWorker } from './queue-worker.ts';
import { createRunQueue, type RunQueue } from './run-queue.ts';

interface Backend {
  location: QueueLocation;
  stop(): Promise<void>;
  start(): Promise<void>;
  remove(): Promise<void>;
}

async function startPostgresBackend(): Promise<Backend> {
  const dir = await mkdtemp(join(tmpdir(), 'proofload-queue-'));
  const postgres: EmbeddedPostgres = await startEmbeddedPostgres({ dir: join(dir, 'postgres') });
  return {
    location: { connectionString: postgres.connectionString },
    stop: () => postgres.stop('fast'),
    start: () => postgres.start(),
    remove: async () => {
      await removeEmbeddedPostgres(join(dir, 'postgres'));
      await rm(dir, { recursive: true, force: true });
    },
  };
}

async function startRedisBackend(): Promise<Backend> {
  const redis: RedisServer = await startRedisServer();
  return { ...redis, location: { connectionString: 'postgresql://unused', redisUrl: redis.url } };
}

const backends: [name: string, start: () => Promise<Backend>, awayMs: number][] = [
  ['PostgreSQL', startPostgresBackend, 20_000],
  ['Redis', startRedisBackend, 5_000],
];

describe.each(backends)('the queue on %s', (_name, startBackend, awayMs) => {
  let backend: Backend;
  let queue: RunQueue;
  const workers: QueueWorker[] = [];
  const errors: Error[] = [];
  const onError = (error: Error): number => errors.push(error);

  beforeAll(async () => {
    backend = await startBackend();
    queue = createRunQueue(backend.location, onError);
  });
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.close()));
    errors.length = 0;
  });
  afterAll(async () => {
    await queue.close();
    await backend.remove();
  });

  const work = (handlers: Partial<Handlers>, loadConcurrency = 1): QueueWorker => {
    const unexpected = async (data: object): Promise<void> => {
      throw new Error(`No job of this kind was expected: ${JSON.stringify(data)}`);
    };
    const all = {
      'execute-run': unexpected,
      'finish-run': unexpected,
      'evaluate-runs': unexpected,
      reconcile: unexpected,
      ...handlers,
    };
    const worker = createQueueWorker({ location: backend.location, handlers: all, loadConcurrency, onError });
    workers.push(worker);
    return worker;
  };

  it('delivers every job once, with its data, over two workers', async () => {
    const seen: string[] = [];
    const handler = async ({ runId }: { runId: string }): Promise<void> => {
      seen.push(runId);
    };
    work({ 'execute-run': handler }, 4);
    work({ 'execute-run': handler }, 4);
    const runIds = Array.from({ length: 50 }, (_, index) => `delivery${index}`);
    await Promise.all(runIds.map((runId) => queue.enqueue('execute-run', { runId })));
    await vi.waitFor(() => expect(seen.length).toBe(50), { timeout: 15_000 });
    expect([...seen].sort()).toEqual([...runIds].sort());
  });

  it('adds a job with the same key only when the earlier one has ended', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((settle) => {
      release = settle;
    });
    const seen: string[] = [];
    work({
      'execute-run': async ({ runId }) => {
        seen.push(runId);
        await held;
      },
    });
    const enqueue = (): Promise<void> =>
      queue.enqueue('execute-run', { runId: 'twicetwice' }, { dedupeKey: 'twicetwice' });
    await enqueue();
    await enqueue();
    await vi.waitFor(() => expect(seen).toEqual(['twicetwice']), { timeout: 10_000 });
    await enqueue();
    release();
    await sleep(1000);
    expect(seen).toEqual(['twicetwice']);
    await vi.waitFor(
      async () => {
        await enqueue();
        expect(seen.length).toBe(2);
      },
      { timeout: 10_000, interval: 200 },
    );
  });

  it('tries a job again whose handler failed, and tells of the failure', async () => {
    let attempts = 0;
    work({
      'finish-run': async () => {
        attempts += 1;
        if (attempts === 1) throw new Error('the first attempt fails');
      },
    });
    await queue.enqueue('finish-run', { runId: 'retriedrun' });
    await vi.waitFor(() => expect(attempts).toBe(2), { timeout: 15_000 });
    expect(errors.map((error) => error.message)).toContain('the first attempt fails');
  });

  it('holds a delayed job back', async () => {
    const atMs: number[] = [];
    work({ reconcile: async () => void atMs.push(Date.now()) });
    const startMs = Date.now();
    await queue.enqueue('reconcile', {}, { delayMs: 1500 });
    await vi.waitFor(() => expect(atMs.length).toBe(1), { timeout: 15_000 });
    expect(atMs[0]! - startMs).toBeGreaterThanOrEqual(1490);
  });

  it('executes one load-making job at a time, while control jobs pass', async () => {
    let running = 0;
    let most = 0;
    let finished = 0;
    let controls = 0;
    work({
      'execute-run': async () => {
        running += 1;
        most = Math.max(most, running);
        await sleep(300);
        running -= 1;
        finished += 1;
      },
      reconcile: async () => {
        if (running > 0) controls += 1;
      },
    });
    for (const runId of ['firstrun', 'secondrun', 'thirdrun']) await queue.enqueue('execute-run', { runId });
    await vi.waitFor(() => expect(running).toBe(1), { timeout: 10_000, interval: 20 });
    await queue.enqueue('reconcile', {});
    await vi.waitFor(() => expect(finished).toBe(3), { timeout: 15_000 });
    expect(most).toBe(1);
    expect(controls).toBe(1);
  });

  it('ends in order: the job at work is finished, the next one is left to another worker', async () => {
    const first: string[] = [];
    const second: string[] = [];
    const worker = work({
      'execute-run': async ({ runId }) => {
        await sleep(500);
        first.push(runId);
      },
    });
    await queue.enqueue('execute-run', { runId: 'runatwork' });
    await sleep(200);
    await queue.enqueue('execute-run', { runId: 'runleftover' });
    await worker.close();
    expect(first).toEqual(['runatwork']);
    work({ 'execute-run': async ({ runId }) => void second.push(runId) });
    await vi.waitFor(() => expect(second).toEqual(['runleftover']), { timeout: 15_000 });
  });

  it('refuses a payload that breaks its contract', async () => {
    // @ts-expect-error a run id is a text
    await expect(queue.enqueue('execute-run', { runId: 7 })).rejects.toThrow('runId');
    // @ts-expect-error a job carries nothing but the id
    await expect(queue.enqueue('execute-run', { runId: 'payloadrun', secret: 1 })).rejects.toThrow('secret');
  });

  it(`works on after ${awayMs / 1000} s without its server, in the same processes`, {
    timeout: 120_000,
  }, async () => {
    const seen: string[] = [];
    work({ 'execute-run': async ({ runId }) => void seen.push(runId) });
    await queue.enqueue('execute-run', { runId: 'runbefore' });
    await vi.waitFor(() => expect(seen).toEqual(['runbefore']), { timeout: 10_000 });
    await queue.enqueue('execute-run', { runId: 'runkeptover' }, { delayMs: awayMs / 2 });

    const stoppedMs = Date.now();
    await backend.stop();
    await expect(queue.enqueue('execute-run', { runId: 'runwhileaway' })).rejects.toThrow();
    await sleep(Math.max(0, stoppedMs + awayMs - Date.now()));
    await backend.start();

    await vi.waitFor(
      () => queue.enqueue('execute-run', { runId: 'runafterwards' }, { dedupeKey: 'runafterwards' }),
      {
        timeout: 20_000,
      },
    );
    await vi.waitFor(() => expect(seen).toEqual(expect.arrayContaining(['runkeptover', 'runafterwards'])), {
      timeout: 40_000,
    });
  });

  it('gets to work when its server comes up after both sides', { timeout: 120_000 }, async () => {
    await backend.stop();
    const seen: string[] = [];
    const lateQueue = createRunQueue(backend.location, onError);
    work({ 'execute-run': async ({ runId }) => void seen.push(runId) });
    await expect(lateQueue.enqueue('execute-run', { runId: 'tooearly' })).rejects.toThrow();
    await backend.start();
    await vi.waitFor(() => lateQueue.enqueue('execute-run', { runId: 'lateserver' }, { dedupeKey: 'late' }), {
      timeout: 20_000,
    });
    await vi.waitFor(() => expect(seen).toContain('lateserver'), { timeout: 40_000 });
    await lateQueue.close();
  });

  it('ends although its server is away', { timeout: 60_000 }, async () => {
    await backend.stop();
    const worker = work({});
    const lateQueue = createRunQueue(backend.location, onError);
    await expect(lateQueue.enqueue('execute-run', { runId: 'tooearly' })).rejects.toThrow();
    const startMs = Date.now();
    await Promise.all([worker.close(), lateQueue.close()]);
    expect(Date.now() - startMs).toBeLessThan(5000);
    expect(errors.length).toBeGreaterThan(0);
    await backend.start();
  });
});
