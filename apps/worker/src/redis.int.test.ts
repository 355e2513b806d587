import { type RedisServer, startRedisServer } from '@proofload/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sleeper } from './fixtures/definitions.ts';
import { createWorkerBench, type WorkerBench } from './fixtures/worker-bench.ts';

let redis: RedisServer;
let bench: WorkerBench;

beforeAll(async () => {
  redis = await startRedisServer();
  bench = await createWorkerBench({ redisUrl: redis.url });
});
afterAll(async () => {
  await bench.close();
  await redis.remove();
});

it('executes a sweep with its queue on Redis, and another one after Redis was away', async () => {
  const worker = await bench.startWorker();
  const before = await bench.launch(sleeper({ name: 'on-redis', seconds: 1, runs: 2 }));
  expect((await bench.sweepUntilFinished(before.sweepId, 60_000)).counts.completed).toBe(2);
  await redis.stop();
  const meanwhile = await bench.launch(sleeper({ name: 'without-redis', seconds: 1, runs: 2 }));
  await redis.start();
  expect((await bench.sweepUntilFinished(meanwhile.sweepId, 60_000)).counts.completed).toBe(2);
  expect(await worker.end('SIGTERM')).toBe(0);
}, 150_000);
