import { readArtifact } from '@proofload/services';
import { type SharedTestbed, startTargetServer, type TargetServer, useTestbed } from '@proofload/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ClusterBench, createClusterBench } from './fixtures/cluster-bench.ts';
import { type K6Experiment, k6Experiment } from './fixtures/k6-experiment.ts';
import { readK6Summary } from './fixtures/k6-summary.ts';
import { type PushServer, startPushServer } from './fixtures/push-server.ts';
import { testRunCrd } from './fixtures/test-run-crd.ts';
import { playOperator } from './fixtures/test-run-operator.ts';
import type { WorkerProcess } from './fixtures/worker-process.ts';

let shared: SharedTestbed;
let bench: ClusterBench;
let target: TargetServer;
let pushes: PushServer;
let worker: WorkerProcess;
let operator: ReturnType<typeof playOperator> | null = null;

/** What the manifest of rights gives for k6-operator, and no more. */
const observe = ['get', 'list', 'watch'];
const manage = [...observe, 'create', 'patch', 'delete'];
const rights = [
  { apiGroups: ['', 'batch'], resources: ['pods', 'jobs'], verbs: [...observe, 'delete'] },
  { apiGroups: [''], resources: ['pods/log'], verbs: ['get'] },
  { apiGroups: [''], resources: ['events'], verbs: observe },
  { apiGroups: ['', 'k6.io'], resources: ['configmaps', 'secrets', 'testruns'], verbs: manage },
];

beforeAll(async () => {
  [shared, target] = await Promise.all([useTestbed(), startTargetServer()]);
  bench = await createClusterBench(shared);
  pushes = await startPushServer(bench.ctx);
  await bench.addCluster('operated', rights);
  worker = await bench.startWorker({ pushUrl: pushes.url });
});
afterAll(async () => {
  await operator?.stop();
  await shared?.clients.objects.delete(testRunCrd);
  await bench?.close();
  await pushes?.stop();
  await target?.stop();
  await shared?.remove();
});

const launch = async (changes: Partial<K6Experiment> & { name: string }): Promise<string> => {
  const common = { targetUrl: target.url, executor: 'k6-operator', cluster: 'operated' } as const;
  const { runIds } = await bench.launch(k6Experiment({ ...common, ...changes }));
  return runIds[0] ?? '';
};
const finished = (id: string) => bench.runUntil(id, ({ status }) => status === 'finished', 150_000);

async function leftObjects(): Promise<string[]> {
  const { namespace, admin } = bench;
  const kinds = [
    { apiVersion: 'v1', kind: 'Secret' },
    { apiVersion: 'k6.io/v1alpha1', kind: 'TestRun' },
  ];
  const options = { labelSelector: 'proofload.dev/run' };
  const lists = await Promise.all(kinds.map((kind) => admin.list({ ...kind, namespace }, options)));
  const named = lists.flatMap(({ items }) => items.map(({ kind, metadata }) => `${kind} ${metadata.name}`));
  return [...named, ...(await bench.leftObjects())];
}

it('a cluster without the operator is told what to install, and nothing is made', async () => {
  const run = await finished(await launch({ name: 'bare' }));
  expect(run).toMatchObject({ outcome: 'failed', objects: null });
  expect(run.reason).toContain('has no CustomResourceDefinition testruns.k6.io: install the k6-operator');
});

it('a TestRun passes from its creation to the verdict, and agrees with the summaries of k6', async () => {
  await bench.admin.create(testRunCrd);
  await expect
    .poll(() => bench.admin.list({ apiVersion: 'k6.io/v1alpha1', kind: 'TestRun' }).catch(() => null), {
      timeout: 30_000,
    })
    .not.toBeNull();
  operator = playOperator(shared, bench.admin, bench.namespace);
  const id = await launch({ name: 'played', parallelism: 2, options: { vus: 4, duration: '5s' } });
  const run = await finished(id);
  expect(run).toMatchObject({ outcome: 'completed', reason: null, objects: 'gone', warnings: [] });
  const parts = ['summary-1.json', 'summary-2.json'].map(async (name) =>
    readK6Summary((await readArtifact(bench.ctx, { id, name })).body),
  );
  const total = (await Promise.all(parts)).reduce((sum, { http_reqs }) => sum + http_reqs.count, 0);
  expect(run.measurements.requests?.value).toBe(total);
  expect(run.measurements.pushed_p95?.samples).toBe(total);
  expect(run.phases.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['initialization', 'created', 'started', 'load']),
  );
  expect(await leftObjects()).toEqual([]);
});

it('thresholds that were crossed fail the Jobs of the operator, and not the run', async () => {
  const options = { vus: 2, iterations: 20, thresholds: { http_req_duration: ['p(95)<1'] } };
  const run = await finished(await launch({ name: 'crossed', options }));
  expect(run).toMatchObject({ outcome: 'completed', reason: null });
  expect(run.warnings).toEqual(['k6 judged the threshold p(95)<1 of http_req_duration as crossed']);
});

it('a script that cannot be prepared fails the run', async () => {
  const run = await finished(await launch({ name: 'broken', iteration: 'this is no script' }));
  expect(run).toMatchObject({ outcome: 'failed', objects: 'gone' });
  expect(run.reason).toContain('The k6-operator could not prepare the script');
  expect(run.reason).toContain('could not initialize');
  expect(await leftObjects()).toEqual([]);
});

it('a credential that may not make TestRuns is told so, and nothing is made', async () => {
  const few = rights.map((rule) => ({
    ...rule,
    apiGroups: rule.apiGroups.filter((each) => each !== 'k6.io'),
  }));
  await bench.addCluster('few-rights', few);
  const run = await finished(await launch({ name: 'few', cluster: 'few-rights' }));
  expect(run.objects).toBeNull();
  expect(run.reason).toContain('lacks rights: get, list, create, patch, delete, watch testruns.k6.io');
});

it('a TestRun goes on when the worker is killed, and is counted once', async () => {
  const id = await launch({ name: 'taken', options: { vus: 2, duration: '20s' } });
  await bench.runUntil(id, ({ phases }) => phases.some(({ name }) => name === 'started'), 60_000);
  await worker.end('SIGKILL');
  worker = await bench.startWorker({ pushUrl: pushes.url });
  const run = await bench.runUntil(id, ({ status }) => status === 'finished', 240_000);
  expect(run).toMatchObject({ outcome: 'completed', reason: null, attempt: 2, objects: 'gone' });
  const summary = await readK6Summary((await readArtifact(bench.ctx, { id, name: 'summary.json' })).body);
  expect(run.measurements.requests?.value).toBe(summary.http_reqs.count);
  expect(await leftObjects()).toEqual([]);
}, 300_000);
