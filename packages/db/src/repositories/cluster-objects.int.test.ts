import type { PodLife } from '@proofload/domain';
import { createTestDatabase, type TestDatabase } from '@proofload/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClusterEventRepository } from './cluster-events.ts';
import { createClusterObjectRepository, maxRunPods } from './cluster-objects.ts';
import { createRunRepository } from './runs.ts';

const startMs = Date.UTC(2026, 10, 21, 3);
const at = (second: number): number => startMs + second * 1000;
let database: TestDatabase;
let objects: ReturnType<typeof createClusterObjectRepository>;
let count = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  objects = createClusterObjectRepository(database.prisma);
  await database.prisma.project.create({ data: { id: 'project1', name: 'project1' } });
});
afterAll(() => database.drop());

async function insertRun(): Promise<string> {
  count += 1;
  const id = `run${String(count).padStart(8, '0')}`;
  await createRunRepository(database.prisma).insert([
    {
      id,
      projectId: 'project1',
      experimentId: null,
      experimentVersion: null,
      sweepId: null,
      name: id,
      executor: 'kubernetes-job',
      params: {},
      labels: {},
      treatment: '',
      replicate: 1,
      position: null,
      status: 'queued',
      createdAtMs: startMs,
    },
  ]);
  return id;
}

const pod = (name: string, changes: Partial<PodLife> = {}): PodLife => ({
  uid: `uid-${name}`,
  name,
  job: 'load',
  node: 'node-1',
  phase: 'running',
  createdMs: at(0),
  scheduledMs: at(1),
  startedMs: at(2),
  readyMs: at(3),
  endedMs: null,
  deletedMs: null,
  restarts: 0,
  waiting: null,
  containers: ['main'],
  ends: [],
  ...changes,
});
const end = (second: number, reason = 'OOMKilled') => ({
  container: 'main',
  exitCode: 137,
  reason,
  atMs: at(second),
});
const list = (runId: string, selection: Partial<Parameters<typeof objects.listPods>[1]> = {}) =>
  objects.listPods(runId, { order: 'trouble', limit: 100, ...selection }, at(100));

describe('pods of a run', () => {
  it('are kept once, with what an earlier worker saw of them', async () => {
    const runId = await insertRun();
    await objects.putPods(runId, [pod('a', { ends: [end(5)], restarts: 1 })]);
    await objects.putPods(runId, [pod('a', { ends: [end(5)], restarts: 1 })]);
    // The next worker sees the last end alone, no readiness and a later start.
    const later = {
      startedMs: at(6),
      readyMs: null,
      ends: [end(9)],
      endedMs: at(9),
      phase: 'failed',
    } as const;
    await objects.putPods(runId, [pod('a', later)]);
    const { pods, matching } = await list(runId);
    expect(matching).toBe(1);
    expect(pods).toEqual([
      pod('a', { ...later, startedMs: at(2), readyMs: at(3), ends: [end(5), end(9)], restarts: 1 }),
    ]);
    expect(await objects.totals(runId)).toMatchObject({
      total: 1,
      phases: { failed: 1, running: 0 },
      restarts: 1,
      oomKills: 2,
      ready: 1,
      nodes: 1,
    });
  });

  it('keep the newest ends of one that is restarted for ever', async () => {
    const runId = await insertRun();
    for (let second = 0; second < 30; second++)
      await objects.putPods(runId, [pod('a', { ends: [end(second)] })]);
    const [found] = (await list(runId)).pods;
    expect(found?.ends.map(({ atMs }) => atMs)).toEqual(
      Array.from({ length: 20 }, (_, index) => at(index + 10)),
    );
  });

  it('come in the order of trouble, are searched and counted', async () => {
    const runId = await insertRun();
    const waiting = 'ImagePullBackOff: Back-off pulling image of pod';
    await objects.putPods(runId, [
      pod('calm', { phase: 'succeeded', endedMs: at(9) }),
      pod('slow', { phase: 'succeeded', startedMs: at(50), endedMs: at(60) }),
      pod('bad', { phase: 'failed', endedMs: at(3) }),
      pod('w1', { phase: 'pending', startedMs: null, waiting: `${waiting} w1` }),
      pod('w2', { phase: 'pending', startedMs: null, createdMs: at(-5), waiting: `${waiting} w2` }),
      pod('again', { restarts: 2, node: 'node-2' }),
      pod('odd_name', {
        job: null,
        phase: 'succeeded',
        startedMs: null,
        endedMs: at(1),
        waiting: 'nul \0 here',
      }),
    ]);
    const names = async (selection = {}) => (await list(runId, selection)).pods.map(({ name }) => name);
    expect(await names()).toEqual(['bad', 'w2', 'w1', 'again', 'slow', 'calm', 'odd_name']);
    expect(await names({ order: 'run' })).toEqual(['again', 'slow', 'calm', 'bad', 'odd_name', 'w1', 'w2']);
    expect(await names({ phase: 'pending' })).toEqual(['w2', 'w1']);
    expect(await names({ search: 'NODE-2' })).toEqual(['again']);
    expect(await names({ search: '_' })).toEqual(['odd_name']);
    expect(await list(runId, { limit: 2 })).toMatchObject({ matching: 7, pods: [{}, {}] });
    expect(await objects.listTrouble(runId, 5)).toEqual([
      { message: `${waiting} w1`, pods: 2, example: 'w1', sinceMs: at(-5) },
    ]);
    expect(await objects.findPod(runId, 'slow')).toMatchObject({ uid: 'uid-slow' });
    expect(await objects.findPod(await insertRun(), 'slow')).toBeNull();
  });

  it('are bounded, and those that are kept go on', async () => {
    const runId = await insertRun();
    const many = (phase: PodLife['phase'], extra = 0) =>
      Array.from({ length: maxRunPods + extra }, (_, index) => pod(`p${index}`, { phase }));
    for (let from = 0; from < maxRunPods + 10; from += 1_000)
      await objects.putPods(runId, many('pending', 10).slice(from, from + 1_000));
    for (let from = 0; from < maxRunPods; from += 1_000)
      await objects.putPods(runId, many('running').slice(from, from + 1_000));
    const began = performance.now();
    expect(await objects.totals(runId)).toMatchObject({
      total: maxRunPods,
      phases: { running: maxRunPods, pending: 0 },
    });
    expect(await objects.readTimes(runId)).toHaveLength(maxRunPods);
    await list(runId);
    expect(performance.now() - began).toBeLessThan(3_000);
  });

  it('go with the run, and so do its Jobs', async () => {
    const runId = await insertRun();
    const job = {
      uid: 'j1',
      name: 'load',
      state: 'running',
      startedMs: at(0),
      endedMs: null,
      reason: null,
      message: null,
      active: 1,
      succeeded: 0,
      failed: 0,
    } as const;
    const ended = { ...job, state: 'failed', endedMs: at(9), reason: 'BackoffLimitExceeded' } as const;
    await objects.putPods(runId, [pod('a')]);
    await objects.putJobs(runId, [job]);
    await objects.putJobs(runId, [ended]);
    expect(await objects.listJobs(runId, 10)).toEqual([ended]);
    await database.prisma.run.delete({ where: { id: runId } });
    expect(await objects.listJobs(runId, 10)).toEqual([]);
    expect((await list(runId)).matching).toBe(0);
  });
});

describe('events of a run', () => {
  it('keep their first time, and are selected and counted from both ends', async () => {
    const events = createClusterEventRepository(database.prisma);
    const runId = await insertRun();
    const event = (id: string, second: number, changes = {}) => ({
      id,
      atMs: at(second),
      firstMs: at(second),
      type: 'normal' as const,
      reason: 'Scheduled',
      object: `Pod/${id}`,
      message: '100% there',
      count: 1,
      ...changes,
    });
    await events.put(runId, event('a', 1));
    await events.put(runId, event('b', 2, { type: 'warning', reason: 'BackOff', message: 'no' }));
    await events.put(runId, event('b', 9, { type: 'warning', reason: 'BackOff', message: 'no', count: 4 }));
    await events.put(runId, event('c', 5));
    const ids = async (selection: object) =>
      (await events.list(runId, { order: 'newest', limit: 10, ...selection })).map(({ id }) => id);
    expect(await ids({})).toEqual(['b', 'c', 'a']);
    expect(await ids({ order: 'oldest' })).toEqual(['a', 'c', 'b']);
    expect(await ids({ type: 'warning' })).toEqual(['b']);
    expect(await ids({ search: 'pod/C' })).toEqual(['c']);
    expect(await ids({ search: '0%' })).toEqual(['c', 'a']);
    expect(await ids({ search: '_' })).toEqual([]);
    const after = { atMs: at(9), id: 'b' };
    expect((await events.list(runId, { order: 'newest', limit: 1 }, after)).map(({ id }) => id)).toEqual([
      'c',
    ]);
    const [found] = await events.list(runId, { order: 'newest', limit: 1 });
    expect(found).toMatchObject({ count: 4, firstMs: at(2), atMs: at(9) });
    expect(await events.count(runId, { search: 'backoff' })).toEqual({ total: 3, warnings: 1, matching: 1 });
  });
});
