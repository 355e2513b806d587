import { podLogQuerySchema, runPodsQuerySchema } from '@proofload/contracts';
import { listClusterEvents, listRunPods, readPodLog } from '@proofload/services';
import { type SharedTestbed, useTestbed } from '@proofload/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ClusterBench, createClusterBench } from './fixtures/cluster-bench.ts';
import { jobExperiment } from './fixtures/job-experiment.ts';
import { processJobExperiment } from './fixtures/process-job-experiment.ts';

let shared: SharedTestbed;
let bench: ClusterBench;

beforeAll(async () => {
  shared = await useTestbed();
  bench = await createClusterBench(shared);
  await bench.startWorker();
});
afterAll(async () => {
  await bench?.close();
  await shared?.remove();
});

const as = (changes: Partial<ClusterBench['ctx']['actor']>) => ({
  ...bench.ctx,
  actor: { ...bench.ctx.actor, ...changes },
});
const finished = (id: string) => bench.runUntil(id, ({ status }) => status === 'finished', 90_000);
const podsOf = (id: string, query: object = {}) =>
  listRunPods(bench.ctx, { id, ...runPodsQuerySchema.parse(query) });
const logOf = (id: string, pod: string, query: object = {}, ctx = bench.ctx) =>
  readPodLog(ctx, { id, pod, ...podLogQuerySchema.parse(query) });
async function until<T>(read: () => Promise<T>, holds: (value: T) => boolean): Promise<T> {
  for (let left = 60; ; left--) {
    const value = await read();
    if (holds(value)) return value;
    if (left === 0) throw new Error(`It does not come to that: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

describe('the lives of pods', () => {
  it('are kept past the end of the run, and its objects', async () => {
    const { runIds } = await bench.launch(jobExperiment({ name: 'lives', levels: [40], runFor: '2s' }));
    const [id = ''] = runIds;
    expect(await finished(id)).toMatchObject({ outcome: 'completed', objects: 'gone' });
    const { totals, states, items, jobs, matching, isFull } = await podsOf(id, { limit: 5 });
    expect(totals).toMatchObject({ total: 40, phases: { succeeded: 40 }, scheduled: 40, restarts: 0 });
    expect([items.length, matching, isFull]).toEqual([5, 40, false]);
    expect(jobs).toMatchObject([{ name: 'lives', state: 'complete', succeeded: 40, failed: 0 }]);
    expect(states.succeeded.at(-1)).toBe(40);
    expect(states.pending.at(-1)).toBe(0);
    for (const { createdAt, scheduledAt, startedAt, endedAt, node, containers } of items) {
      expect([createdAt, scheduledAt, startedAt, endedAt].map(String)).toEqual(
        [createdAt, scheduledAt, startedAt, endedAt].map(String).sort(),
      );
      expect(node).toMatch(/^kwok-/);
      expect(containers).toEqual(['main']);
    }
  });

  it('say of a run that hangs what it waits for, while it does', async () => {
    const text = jobExperiment({ name: 'stuck', levels: [3], stuck: 'ImagePullBackOff' });
    const { runIds } = await bench.launch(text);
    const [id = ''] = runIds;
    const { trouble, totals } = await until(
      () => podsOf(id),
      (found) => found.trouble[0]?.pods === 3,
    );
    expect(trouble).toMatchObject([{ message: expect.stringContaining('ImagePullBackOff'), pods: 3 }]);
    expect(totals.phases).toMatchObject({ pending: 3, running: 0 });
    await bench.cancel(id);
    await finished(id);
  });

  it('count what ran out of memory', async () => {
    const { runIds } = await bench.launch(jobExperiment({ name: 'killed', exitCode: 137 }));
    const [id = ''] = runIds;
    await finished(id);
    const { totals, items } = await podsOf(id);
    expect(totals).toMatchObject({ total: 1, phases: { failed: 1 }, oomKills: 1 });
    expect(items[0]?.ends).toMatchObject([{ container: 'main', exitCode: 137, reason: 'OOMKilled' }]);
    const { items: events, warnings } = await listClusterEvents(bench.ctx, {
      id,
      limit: 10,
      order: 'newest',
      type: 'warning',
      search: 'oom',
    });
    expect(events).toHaveLength(1);
    expect(warnings).toBeGreaterThanOrEqual(1);
  });
});

describe('the log of a pod', () => {
  it('is read from the cluster while the run goes on, and from what was kept afterwards', async () => {
    const { runIds } = await bench.launch(processJobExperiment({ name: 'talks', lines: 800 }));
    const [id = ''] = runIds;
    const { items } = await until(
      () => podsOf(id),
      (found) => found.items[0]?.startedAt != null,
    );
    const pod = items[0]?.name ?? '';
    const live = await until(
      () => logOf(id, pod, { lines: 10 }),
      (log) => log.text.includes('line 800'),
    );
    expect(live).toMatchObject({ source: 'cluster', container: 'main', isWhole: false, artifact: null });
    expect(live.text.split('\n')).toHaveLength(11);
    expect(live.text.startsWith('line 791\n')).toBe(true);
    expect(JSON.stringify(live)).not.toContain(shared.adminToken);

    await expect(logOf(id, 'kube-apiserver')).rejects.toMatchObject({ code: 'not-found' });
    await expect(logOf(id, pod, { container: 'other' })).rejects.toMatchObject({
      code: 'invalid',
      fields: [{ field: 'container' }],
    });
    const other = as({ projectId: 'project2' });
    await expect(logOf(id, pod, {}, other)).rejects.toMatchObject({ code: 'not-found' });
    await expect(podsOfAs(other, id)).rejects.toMatchObject({ code: 'not-found' });
    await expect(logOf(id, pod, {}, as({ scopes: new Set(['ingest'] as const) }))).rejects.toMatchObject({
      code: 'forbidden',
    });

    expect(await finished(id)).toMatchObject({ outcome: 'completed', objects: 'gone' });
    const kept = await logOf(id, pod, { lines: 2000 });
    expect(kept).toMatchObject({ source: 'artifact', isWhole: true, artifact: `logs-${pod}-main.txt` });
    expect(kept.text.trimEnd().split('\n')).toHaveLength(800);
  });

  it('is not read from a pod that has taken the name of one of the run', async () => {
    const { runIds } = await bench.launch(jobExperiment({ name: 'named', runFor: '10m' }));
    const [id = ''] = runIds;
    const { items } = await until(
      () => podsOf(id),
      (found) => found.items[0]?.startedAt != null,
    );
    const pod = items[0]?.name ?? '';
    await bench.ctx.repos.clusterObjects.putPods(id, [
      {
        uid: 'another',
        name: 'precious',
        job: null,
        node: null,
        phase: 'running',
        createdMs: Date.now(),
        scheduledMs: null,
        startedMs: null,
        readyMs: null,
        endedMs: null,
        deletedMs: null,
        restarts: 0,
        waiting: null,
        containers: ['main'],
        ends: [],
      },
    ]);
    await bench.admin.create({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'precious', namespace: bench.namespace },
      spec: { containers: [{ name: 'main', image: 'busybox' }] },
    });
    await expect(logOf(id, 'precious')).rejects.toMatchObject({
      code: 'not-found',
      message: 'The pod precious is gone, and its log was not kept',
    });
    await bench.cancel(id);
    await finished(id);
    await expect(logOf(id, pod)).rejects.toMatchObject({ code: 'not-found' });
  });
});

const podsOfAs = (ctx: ClusterBench['ctx'], id: string) =>
  listRunPods(ctx, { id, ...runPodsQuerySchema.parse({}) });
