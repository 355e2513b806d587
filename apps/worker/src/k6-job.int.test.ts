import { createClusterSchema } from '@proofload/contracts';
import { connectCluster, readKubeconfig } from '@proofload/kubernetes';
import { createCluster, listTokens, readArtifact, readRunLog } from '@proofload/services';
import { type SharedTestbed, startTargetServer, type TargetServer, useTestbed } from '@proofload/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type K6Experiment, k6Experiment } from './fixtures/k6-experiment.ts';
import { readK6Summary } from './fixtures/k6-summary.ts';
import { type PushServer, startPushServer } from './fixtures/push-server.ts';
import { createWorkerBench, type WorkerBench } from './fixtures/worker-bench.ts';
import type { WorkerProcess } from './fixtures/worker-process.ts';

let shared: SharedTestbed;
let bench: WorkerBench;
let target: TargetServer;
let pushes: PushServer;
let worker: WorkerProcess;
let namespace = '';

/** What the manifest of rights gives for k6-job, and no more. */
const manage = ['get', 'list', 'watch', 'create', 'patch', 'delete'];
const rights = [
  { apiGroups: [''], resources: ['pods'], verbs: ['get', 'list', 'watch', 'delete'] },
  { apiGroups: [''], resources: ['pods/log'], verbs: ['get'] },
  { apiGroups: [''], resources: ['events'], verbs: ['get', 'list', 'watch'] },
  { apiGroups: ['', 'batch'], resources: ['configmaps', 'secrets', 'jobs'], verbs: manage },
];
const clusterRights = [{ apiGroups: [''], resources: ['nodes'], verbs: ['get', 'list', 'watch'] }];

async function addCluster(name: string, rules = rights): Promise<void> {
  const { token } = await shared.createServiceAccountToken({ namespace, rules, clusterRules: clusterRights });
  const credentials = { kind: 'token', server: shared.apiServer, token, caCertificate: shared.caPem };
  await createCluster(bench.ctx, createClusterSchema.parse({ name, credentials, namespace }));
}

beforeAll(async () => {
  [shared, bench, target] = await Promise.all([useTestbed(), createWorkerBench(), startTargetServer()]);
  pushes = await startPushServer(bench.ctx);
  namespace = await shared.createNamespace('k6-job');
  await addCluster('testbed');
  worker = await bench.startWorker({ pushUrl: pushes.url });
});
afterAll(async () => {
  await bench?.close();
  await pushes?.stop();
  await target?.stop();
  await shared?.remove();
});

const launch = async (changes: Partial<K6Experiment> & { name: string }): Promise<string> => {
  const { runIds } = await bench.launch(k6Experiment({ targetUrl: target.url, ...changes }));
  return runIds[0] ?? '';
};
const finished = (id: string) => bench.runUntil(id, ({ status }) => status === 'finished', 150_000);

const readSummary = async (id: string, name: string) =>
  readK6Summary((await readArtifact(bench.ctx, { id, name })).body);

async function leftObjects(): Promise<string[]> {
  const [context] = readKubeconfig(shared.kubeconfigText);
  if (!context?.credentials) throw new Error('The kubeconfig of the testbed has no context');
  const client = connectCluster(context.credentials);
  const kinds = [
    ['batch/v1', 'Job'],
    ['v1', 'Pod'],
    ['v1', 'ConfigMap'],
    ['v1', 'Secret'],
  ];
  const lists = await Promise.all(
    kinds.map(([apiVersion = '', kind = '']) =>
      client.list({ apiVersion, kind, namespace }, { labelSelector: 'proofload.dev/run' }),
    ),
  );
  await client.close();
  return lists.flatMap(({ items }) => items.map(({ kind, metadata }) => `${kind} ${metadata.name}`));
}

async function requestsOf({ url }: TargetServer): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const counts = text.matchAll(/^target_requests_total\{.*\} (\d+)$/gm);
  return Array.from(counts, ([, count]) => Number(count)).reduce((sum, count) => sum + count, 0);
}

const tokensOf = (runId: string) => bench.ctx.repos.access.findRunTokens(runId);

describe('k6 as a Job', () => {
  it('agrees with the summary of k6, and nothing of it is left', async () => {
    const id = await launch({ name: 'one' });
    const run = await finished(id);
    expect(run).toMatchObject({ outcome: 'completed', reason: null, objects: 'gone', warnings: [] });
    const summary = await readSummary(id, 'summary.json');
    const value = (name: string): number => run.measurements[name]?.value ?? Number.NaN;
    expect(value('requests')).toBe(summary.http_reqs.count);
    expect(value('requests')).toBeGreaterThan(50);
    expect(value('throughput')).toBeCloseTo(summary.http_reqs.rate, 6);
    expect(value('p95')).toBe(summary.http_req_duration['p(95)']);
    expect(value('pushed')).toBe(summary.http_reqs.count);
    // Every request is in the distribution, whose buckets grow by 9 %.
    expect(run.measurements.pushed_p95?.samples).toBe(summary.http_reqs.count);
    expect(Math.abs(value('pushed_p95') / summary.http_req_duration['p(95)'] - 1)).toBeLessThan(0.05);
    expect(pushes.answers.every(({ status }) => status === 204)).toBe(true);
    expect(pushes.answers.length).toBeGreaterThan(3);
    expect(await leftObjects()).toEqual([]);
  });

  it('pushes with a token that dies with the run and is not shown', async () => {
    const id = await launch({ name: 'token' });
    await bench.runUntil(id, ({ status }) => status === 'running', 60_000);
    expect(await tokensOf(id)).toMatchObject([{ runId: id, scopes: ['ingest'], revokedAtMs: null }]);
    await finished(id);
    expect(await tokensOf(id)).toMatchObject([{ revokedAtMs: expect.any(Number) }]);
    expect((await listTokens(bench.ctx)).items).toEqual([]);
    const { lines } = await readRunLog(bench.ctx, { id, after: 0, limit: 1000 });
    expect(JSON.stringify(lines)).not.toMatch(/pl_[A-Za-z0-9_-]{43}/);
  });

  it('shares the load between instances, and their counts add up', async () => {
    const before = await requestsOf(target);
    const id = await launch({ name: 'three', parallelism: 3, options: { vus: 6, duration: '5s' } });
    const run = await finished(id);
    expect(run).toMatchObject({ outcome: 'completed', reason: null, objects: 'gone', warnings: [] });
    const summaries = await Promise.all([1, 2, 3].map((part) => readSummary(id, `summary-${part}.json`)));
    const total = summaries.reduce((sum, { http_reqs }) => sum + http_reqs.count, 0);
    expect(run.measurements.requests?.value).toBe(total);
    expect((await requestsOf(target)) - before).toBe(total);
    expect(run.measurements.pushed_p95?.samples).toBe(total);
    expect(run.environment['kubernetes.pods']).toBe('3');
    expect(await leftObjects()).toEqual([]);
  });

  it('thresholds that were crossed are said, and the run is complete', async () => {
    const options = { vus: 2, iterations: 20, thresholds: { http_req_duration: ['p(95)<1'] } };
    const run = await finished(await launch({ name: 'crossed', options }));
    expect(run).toMatchObject({ outcome: 'completed', reason: null });
    expect(run.warnings).toEqual(['k6 judged the threshold p(95)<1 of http_req_duration as crossed']);
  });

  it('a script that throws fails the run with what k6 said', async () => {
    const run = await finished(
      await launch({ name: 'thrown', iteration: '', setup: 'throw new Error("no")' }),
    );
    expect(run).toMatchObject({ outcome: 'failed', objects: 'gone' });
    expect(run.reason).toContain('The script threw an exception outside of an iteration');
  });

  it('goes on when its worker is killed, and is counted once', async () => {
    const options = { vus: 2, duration: '20s' };
    const id = await launch({ name: 'taken', options });
    await bench.runUntil(id, ({ status }) => status === 'running', 60_000);
    await worker.end('SIGKILL');
    worker = await bench.startWorker({ pushUrl: pushes.url });
    const run = await bench.runUntil(id, ({ status }) => status === 'finished', 240_000);
    expect(run).toMatchObject({ outcome: 'completed', reason: null, attempt: 2, objects: 'gone' });
    const summary = await readSummary(id, 'summary.json');
    expect(run.measurements.requests?.value).toBe(summary.http_reqs.count);
    expect(run.measurements.pushed?.value).toBe(summary.http_reqs.count);
    expect(await tokensOf(id)).toHaveLength(1);
    expect(await leftObjects()).toEqual([]);
  }, 300_000);

  it('a credential that may not make Secrets is told so, and nothing is made', async () => {
    const few = rights.map((rule) => ({
      ...rule,
      resources: rule.resources.filter((each) => each !== 'secrets'),
    }));
    await addCluster('few-rights', few);
    const id = await launch({ name: 'few', cluster: 'few-rights' });
    const run = await finished(id);
    expect(run.reason).toContain(`lacks rights: get, list, create, patch, delete secrets in ${namespace}`);
    expect(run.objects).toBeNull();
    expect(await tokensOf(id)).toEqual([]);
  });
});
