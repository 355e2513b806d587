import { createClusterSchema } from '@proofload/contracts';
import { createCluster, readRunSteps } from '@proofload/services';
import { type PlacedNode, type SharedTestbed, useTestbed } from '@proofload/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CapacityExperiment, capacityExperiment } from './fixtures/capacity-experiment.ts';
import { createWorkerBench, type WorkerBench } from './fixtures/worker-bench.ts';
import type { WorkerProcess } from './fixtures/worker-process.ts';

let shared: SharedTestbed;
let bench: WorkerBench;
let worker: WorkerProcess;
let node: PlacedNode;
let namespace = '';

beforeAll(async () => {
  [shared, bench] = await Promise.all([useTestbed(), createWorkerBench()]);
  [namespace, node] = await Promise.all([
    shared.createNamespace('capacity'),
    shared.createNode({ pods: 10 }),
  ]);
  const credentials = {
    kind: 'token',
    server: shared.apiServer,
    token: shared.adminToken,
    caCertificate: shared.caPem,
  };
  await createCluster(
    bench.ctx,
    createClusterSchema.parse({
      name: 'testbed',
      credentials,
      namespace,
      prometheusServer: shared.prometheusUrl,
      maxConcurrentRuns: 4,
    }),
  );
  worker = await bench.startWorker();
}, 300_000);
afterAll(async () => {
  await bench?.close();
  await shared?.remove();
});

async function launch(changes: Partial<CapacityExperiment> & { name: string }): Promise<string> {
  const { runIds } = await bench.launch(capacityExperiment({ node, ...changes }));
  return runIds[0] ?? '';
}
const finished = (id: string, timeoutMs = 400_000) =>
  bench.runUntil(id, ({ status }) => status === 'finished', timeoutMs);
const stepsOf = (id: string) => readRunSteps(bench.ctx, { id });
const unitsOf = async (id: string): Promise<number[]> => (await stepsOf(id)).steps.map(({ units }) => units);

describe('a capacity search', () => {
  it('ends at the pods that a node takes, exactly, by doubling and halving', {
    timeout: 600_000,
  }, async () => {
    const id = await launch({
      name: 'pods-of-a-node',
      more: [
        `resources: {memory: 'sum(container_memory_working_set_bytes{namespace="${namespace}"})'}`,
        'limits: {memory: 1GiB}',
      ],
    });
    const run = await finished(id);
    expect(run).toMatchObject({ outcome: 'completed', reason: null, objects: 'gone' });
    expect(run.measurements.capacity?.value).toBe(10);
    expect(run.measurements.limit?.value).toBe(11);
    expect(run.measurements.settling?.value).toBeGreaterThan(0);
    expect(run.phases.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['step 1', 'step 8', 'step 16', 'step 11']),
    );
    const found = await stepsOf(id);
    expect(found.steps.map(({ units, state }) => [units, state])).toEqual([
      [1, 'good'],
      [2, 'good'],
      [4, 'good'],
      [8, 'good'],
      [16, 'failed'],
      [12, 'failed'],
      [10, 'good'],
      [11, 'failed'],
    ]);
    expect(found.answer).toBe('Holds 10, fails at 11: Unschedulable, timeout');
    expect(found).toMatchObject({ lastGood: 10, firstBad: 11, failure: 'timeout' });
    expect(found.steps.at(-1)?.reason).toContain('10 of 11 ready');
    const [memory] = found.resources;
    expect(memory).toMatchObject({ name: 'memory', unit: 'B', limit: 1024 ** 3 });
    expect(memory?.n).toBeGreaterThanOrEqual(2);
  });

  it('ends when a container runs out of memory, at once', { timeout: 300_000 }, async () => {
    const id = await launch({
      name: 'out-of-memory',
      steps: '{from: 1, to: 3, by: 1}',
      hold: '8s',
      within: '60s',
      annotations: ['testbed.proofload/oom-after: 2s'],
    });
    const run = await finished(id);
    expect(run.outcome).toBe('completed');
    const { answer, steps } = await stepsOf(id);
    expect(answer).toBe('Fails from the first step on, at 1: out of memory');
    expect(steps).toHaveLength(1);
    expect(steps[0]?.reason).toContain('OOMKilled');
  });

  it('ends where a quota does not let more pods be made', { timeout: 300_000 }, async () => {
    const quota = {
      apiVersion: 'v1',
      kind: 'ResourceQuota',
      metadata: { name: 'three', namespace },
      spec: { hard: { pods: '3' } },
    };
    await shared.clients.objects.create(quota as never);
    try {
      const id = await launch({ name: 'quota', steps: '{from: 2, to: 9, by: 2}', within: '90s' });
      const run = await finished(id);
      expect(run.outcome).toBe('completed');
      const { answer, steps } = await stepsOf(id);
      expect(answer).toBe('Holds 2, fails at 4: refused by the cluster');
      expect(steps.at(-1)?.reason).toContain('exceeded quota: three');
    } finally {
      await shared.clients.objects.delete(quota);
    }
  });

  it('fails as a whole when the cluster refuses the first step', { timeout: 200_000 }, async () => {
    const id = await launch({ name: 'refused', annotations: ['"not a name/at all": x'] });
    const run = await finished(id);
    expect(run).toMatchObject({ outcome: 'failed', objects: 'gone' });
    expect(run.reason).toContain('The cluster refuses the first step');
  });

  it('asks Prometheus, and gives up for a query that it refuses', { timeout: 300_000 }, async () => {
    const converged = (query: string) => [`converged: {promql: '${query}'}`];
    const asked = launch({
      name: 'asked',
      steps: '{from: 1, to: 2, by: 1}',
      within: '60s',
      more: [...converged('vector(1) >= ${units}'), "slo: [{promql: vector(0.25), objective: '< 300ms'}]"],
    });
    const wrong = launch({ name: 'wrong', more: converged('sum(') });
    const run = await finished(await asked);
    expect(run.outcome).toBe('completed');
    expect((await stepsOf(run.id)).answer).toBe('Holds 1, fails at 2: timeout');
    const refused = await finished(await wrong);
    expect(refused.outcome).toBe('failed');
    expect(refused.reason).toContain('parse error');
  });

  it('ends when it is cancelled, and says that the step could not be told', {
    timeout: 200_000,
  }, async () => {
    const id = await launch({ name: 'cancelled', hold: '2m', within: '5m' });
    await bench.runUntil(id, ({ phases }) => phases.some(({ name }) => name === 'step 1'), 60_000);
    await bench.cancel(id);
    expect(await finished(id)).toMatchObject({ outcome: 'cancelled', objects: 'gone' });
    const { answer, steps } = await stepsOf(id);
    expect(steps).toMatchObject([{ units: 1, state: 'failed', failure: 'aborted' }]);
    expect(answer).toBe('No step has held; cut short at 1: not told');
  });

  it('is taken over in the middle of a step, and ends with the same answer', {
    timeout: 600_000,
  }, async () => {
    const id = await launch({ name: 'taken-over', steps: '{from: 4, to: 64, factor: 2}' });
    await bench.runUntil(id, ({ phases }) => phases.some(({ name }) => name === 'step 16'), 200_000);
    await worker.end('SIGKILL');
    expect(await unitsOf(id)).toEqual([4, 8, 16]);
    worker = await bench.startWorker();
    const run = await finished(id, 500_000);
    expect(run).toMatchObject({ outcome: 'completed', objects: 'gone' });
    expect(await unitsOf(id)).toEqual([4, 8, 16, 12, 10, 11]);
    expect((await stepsOf(id)).answer).toBe('Holds 10, fails at 11: Unschedulable, timeout');
    expect(run.measurements.capacity?.value).toBe(10);
  });
});
