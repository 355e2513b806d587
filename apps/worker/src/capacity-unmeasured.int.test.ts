import { setTimeout as sleep } from 'node:timers/promises';
import { createClusterSchema } from '@proofload/contracts';
import { createCluster, readRunSteps } from '@proofload/services';
import {
  type PlacedNode,
  type RealPrometheus,
  type SharedTestbed,
  startPrometheus,
  useTestbed,
} from '@proofload/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { capacityExperiment } from './fixtures/capacity-experiment.ts';
import { type ClusterBench, createClusterBench } from './fixtures/cluster-bench.ts';

let shared: SharedTestbed;
let bench: ClusterBench;
let prometheus: RealPrometheus;
let node: PlacedNode;

beforeAll(async () => {
  [shared, prometheus] = await Promise.all([useTestbed(), startPrometheus({ scrapesItself: true })]);
  [bench, node] = await Promise.all([createClusterBench(shared), shared.createNode({ pods: 10 })]);
  await prometheus.waitFor('up');
  const { apiServer: server, caPem: caCertificate, adminToken: token } = shared;
  await createCluster(
    bench.ctx,
    createClusterSchema.parse({
      name: 'measured',
      credentials: { kind: 'token', server, token, caCertificate },
      namespace: bench.namespace,
      prometheusServer: prometheus.url,
    }),
  );
  await bench.startWorker();
}, 300_000);
afterAll(async () => {
  await bench?.close();
  await prometheus?.stop();
  await shared?.remove();
});

/** Up to two units converge, as the Prometheus that is stopped says from what it scrapes of itself. */
const search = (name: string, within: string): string =>
  capacityExperiment({
    ...{ name, node, within, hold: '3s', steps: '{from: 1, to: 4, by: 1}' },
    more: ["converged: {ready: all, promql: 'count(up) + 1 >= ${units}'}"],
  }).replace('cluster: testbed', 'cluster: measured');

/** Stops Prometheus in the middle of the first step. @returns the id of the run */
async function crashInFirstStep(name: string, within: string): Promise<string> {
  const { runIds } = await bench.launch(search(name, within));
  const [id = ''] = runIds;
  await bench.runUntil(id, ({ phases }) => phases.some((phase) => phase.name === 'step 1'), 60_000);
  await prometheus.crash();
  return id;
}

const stepsOf = async (id: string) => {
  const { steps, answer } = await readRunSteps(bench.ctx, { id });
  return { answer, steps, said: steps.map(({ units, state, failure }) => [units, state, failure]) };
};
const finished = (id: string) => bench.runUntil(id, ({ status }) => status === 'finished', 120_000);

describe('a Prometheus that goes away in the middle of a capacity search', () => {
  it('makes the step wait, and the search goes on to the same answer when it is back', async () => {
    const id = await crashInFirstStep('away-for-a-while', '30s');
    await sleep(10_000);
    expect((await stepsOf(id)).said, 'it is not judged by what nobody sees').toEqual([[1, 'running', null]]);
    expect(await bench.readLog(id)).toMatch(/The step waits, as it cannot be told how it stands: Prometheus/);
    await prometheus.startAgain();
    const run = await finished(id);
    const { answer, steps, said } = await stepsOf(id);
    expect(run, await bench.readLog(id)).toMatchObject({
      outcome: 'completed',
      reason: null,
      objects: 'gone',
    });
    expect(answer).toBe('Holds 2, fails at 3: timeout');
    expect(said).toEqual([
      [1, 'good', null],
      [2, 'good', null],
      [3, 'failed', 'timeout'],
    ]);
    const [first] = steps;
    expect(Date.parse(first?.endedAt ?? '') - Date.parse(first?.startedAt ?? '')).toBeGreaterThan(10_000);
    expect(run.warnings.join()).toMatch(/^For .+ it could not be told how 1 unit stood: Prometheus/);
    expect(await bench.readLog(id)).toContain('It can be told again how the step stands');
    expect(await bench.leftObjects()).toEqual([]);
  }, 240_000);

  it('ends the search as not told when the time of the step is over, and leaves nothing', async () => {
    const id = await crashInFirstStep('away-for-good', '12s');
    try {
      const run = await finished(id);
      expect(run).toMatchObject({ outcome: 'failed', objects: 'gone' });
      expect(run.reason).toMatch(
        /^At 1 unit: It could not be told whether it held: Prometheus did not answer /,
      );
      const { answer, said } = await stepsOf(id);
      expect(said).toEqual([[1, 'failed', 'aborted']]);
      expect(answer).toBe('No step has held; cut short at 1: not told');
      expect(await bench.leftObjects()).toEqual([]);
    } finally {
      await prometheus.startAgain();
    }
  }, 240_000);
});
