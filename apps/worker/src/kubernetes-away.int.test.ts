import { setTimeout as sleep } from 'node:timers/promises';
import { startTestbed, type Testbed } from '@proofload/testbed';
import type { SharedTestbed } from '@proofload/testkit';
import { openTestbed } from '@proofload/testkit/open-testbed';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type ClusterBench, createClusterBench } from './fixtures/cluster-bench.ts';
import { jobExperiment } from './fixtures/job-experiment.ts';

let testbed: Testbed;
let shared: SharedTestbed;
let bench: ClusterBench;

beforeAll(async () => {
  testbed = await startTestbed({ scrapeSeconds: 2 });
  shared = openTestbed(testbed);
});
beforeEach(async () => {
  bench = await createClusterBench(shared);
  await bench.startWorker();
});
afterEach(() => bench?.close());
afterAll(() => testbed?.remove());

const launch = async (name: string, runFor: string): Promise<string> => {
  const { runIds } = await bench.launch(jobExperiment({ name, runFor }));
  const [id = ''] = runIds;
  await bench.runUntil(id, ({ status, startedAt }) => status === 'running' && isUnderWay(startedAt), 40_000);
  return id;
};
const isUnderWay = (startedAt: string | null): boolean => Date.now() - Date.parse(startedAt ?? '') > 3_000;
const finished = (id: string) => bench.runUntil(id, ({ status }) => status === 'finished', 120_000);

it('an API server that is away for 30 s costs no run', async () => {
  const id = await launch('away', '15s');
  await testbed.stopApiServer('SIGKILL');
  await sleep(30_000);
  await testbed.startApiServer();
  const run = await finished(id);
  const log = await bench.readLog(id);
  expect(run, log).toMatchObject({ outcome: 'completed', attempt: 1, objects: 'gone' });
  expect(log).toContain('The cluster is not reached');
  expect(log).toContain('The cluster is reached again');
  expect(await bench.leftObjects()).toEqual([]);
}, 180_000);

it('a Prometheus that is down for half of the run leaves a gap that is named', async () => {
  const id = await launch('unmeasured', '30s');
  await testbed.stopPrometheus('SIGKILL');
  await sleep(15_000);
  await testbed.startPrometheus();
  const run = await finished(id);
  expect(run).toMatchObject({ outcome: 'completed', objects: 'gone' });
  expect(run.measurements.api_requests?.value).toBeGreaterThan(0);
  // Prometheus scraped nothing meanwhile; what it answers for that time is what it had.
  expect(run.phases.map(({ name }) => name)).toContain('load');
}, 180_000);

it('a token that is revoked ends the run, and a new one lets its objects be removed', async () => {
  const id = await launch('revoked', '10m');
  await shared.clients.core.deleteNamespacedServiceAccount({
    name: bench.account,
    namespace: bench.namespace,
  });
  // Connections that are open stay so; new ones are refused.
  await testbed.restart('api-server');
  const run = await finished(id);
  expect(run.outcome).toBe('failed');
  expect(run.reason).toContain('The objects of the run cannot be watched');
  expect(run.reason).toMatch(/Unauthorized|401/);
  expect(run.objects).toBe('present');
  expect(await bench.leftObjects()).toContain('Job revoked');
  await bench.renewCluster();
  await bench.runUntil(id, ({ objects }) => objects === 'gone', 60_000);
  expect(await bench.leftObjects()).toEqual([]);
}, 180_000);
