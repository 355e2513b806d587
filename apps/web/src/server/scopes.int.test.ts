import {
  createdTokenSchema,
  draftSchema,
  type Scope,
  scopeSchema,
  studySummarySchema,
} from '@proofload/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDefinition } from './fixtures/test-definition.ts';
import { type CallOptions, createTestInstance, type TestInstance } from './fixtures/test-instance.ts';
import { type Method, methods, routesByPath } from './openapi/routes.ts';

let instance: TestInstance;
/** Ids of things in the project `default`, by the resource that their path begins with. */
const owned: Record<string, string> = {};
let foreign: string;

const yaml = { body: testDefinition, headers: { 'content-type': 'application/yaml' } };
const clusterToken = { kind: 'token', server: 'https://127.0.0.1:1', token: 'secret' };
const study = {
  study: `apiVersion: proofload/v1
kind: Study
metadata: {name: pools}
spec: {title: Pools, summary: Pools of workers, citation: {title: A paper, url: "https://example.org"}}
`,
  experiments: [testDefinition],
};
const draft = { source: '# Pools\n' };
const view = { compare: { experiment: 'pool-size' } };

/** A call of each operation that is right but for who makes it; those not named need nothing. */
const inputs: Record<string, { query?: string | (() => string); options?: () => CallOptions }> = {
  saveExperiment: { options: () => yaml },
  checkExperiment: { options: () => yaml },
  diffVersions: { query: '?from=1&to=1' },
  changeSweep: { options: () => ({ json: { paused: true } }) },
  addReplicates: { options: () => ({ json: { add: 1 } }) },
  openRun: { options: () => ({ json: { experiment: 'pool-size', params: { workers: 1 } } }) },
  addPhase: { options: () => ({ json: { name: 'load', from: '2026-01-01T00:00:00Z' } }) },
  changeRunPhases: { options: () => ({ json: { phases: [] } }) },
  changeAnnotation: { options: () => ({ json: { text: 'deploy' } }) },
  addAnnotation: { options: () => ({ json: { at: '2026-01-01T00:00:00Z', text: 'deploy' } }) },
  reportMeasurements: { options: () => ({ json: { measurements: { p95: '10-20 ms' } } }) },
  saveDraft: { options: () => ({ json: draft }) },
  checkDraft: { options: () => ({ json: draft }) },
  freezeDraft: { options: () => ({ json: {} }) },
  loadStudy: { options: () => ({ json: study }) },
  ingestK6: { options: () => ({ body: '{"type":"Metric"}\n' }) },
  changeRunWindows: { options: () => ({ json: { windows: {} } }) },
  uploadScript: { options: () => ({ body: 'export default () => {}' }) },
  ingestResults: { options: () => ({ body: 'time,a\n1795240602,1\n' }) },
  ingestOpenMetrics: { options: () => ({ body: 'up 1\n' }) },
  remoteWrite: {
    options: () => ({
      body: '\0',
      headers: { 'content-type': 'application/x-protobuf', 'content-encoding': 'snappy' },
    }),
  },
  otlpMetrics: {
    options: () => ({ body: '{}', headers: { 'content-type': 'application/json' } }),
  },
  readSeries: { query: '?metric=http_reqs' },
  listRunsWithSeries: { query: '?metric=http_reqs' },
  readStatistics: { query: '?metric=http_reqs' },
  exportRun: { query: '?format=csv' },
  readTradeOff: { query: '?experiment=pool-size&x=p95&y=throughput' },
  acknowledgeChange: { query: '?measurement=p95', options: () => ({ json: {} }) },
  takeBackAcknowledgement: { query: '?measurement=p95' },
  compareRuns: { query: '?experiment=pool-size' },
  readScaling: { query: '?experiment=pool-size' },
  compareBreaches: { query: '?experiment=pool-size' },
  compareCapacity: { query: '?experiment=pool-size' },
  readSeriesOfRuns: { query: () => `?runs=${owned.runs}&metric=http_reqs` },
  readLabelsOfRuns: { query: () => `?runs=${owned.runs}` },
  readBalance: { query: '?experiment=pool-size' },
  readBreakdown: { query: '?experiment=pool-size' },
  readLatency: { query: '?experiment=pool-size' },
  readEntities: { query: '?metric=http_reqs&label=shard' },
  readMetricsOfRuns: { query: () => `?runs=${owned.runs}` },
  createReport: { options: () => ({ json: { title: 'Pool size', view } }) },
  updateReport: { options: () => ({ json: { visibility: 'link' } }) },
  createCluster: { options: () => ({ json: { name: 'other', credentials: clusterToken } }) },
  replaceCluster: { options: () => ({ json: { namespace: 'bench' } }) },
  readKubeconfigContexts: { options: () => ({ json: { kubeconfig: 'contexts: [{name: a}]' } }) },
  createPrometheusServer: {
    options: () => ({ json: { name: 'other', url: 'http://127.0.0.1:1' } }),
  },
  replacePrometheusServer: { options: () => ({ json: { url: 'http://127.0.0.1:1' } }) },
  saveRetention: { options: () => ({ json: { rules: { samples: null, artifacts: null, logs: null } } }) },
  applyRetention: { query: '?dryRun=true' },
  saveView: { options: () => ({ json: { path: '/runs', search: 'sort=name' } }) },
  createToken: { options: () => ({ json: { name: 'ci', scopes: ['read'] } }) },
};

/** Make the thing of the name that is asked for: one of the same name in another project is another thing. */
const makers = ['uploadScript', 'loadStudy', 'saveDraft'];

interface Operation {
  id: string;
  method: Method;
  path: string;
  access: Scope | 'anyone-known' | 'public';
}

const operations: Operation[] = Object.entries(routesByPath).flatMap(([path, routes]) =>
  methods.flatMap((method) => {
    const declaration = routes[method]?.declaration;
    return declaration ? [{ id: declaration.operationId, method, path, access: declaration.access }] : [];
  }),
);

function call({ id, method, path }: Operation, token: string | undefined): Promise<Response> {
  const resource = path.split('/')[1] ?? '';
  const filled = path
    .replace('/artifacts/{name}', '/artifacts/k6.log')
    .replace('{annotation}', 'abcdefgh')
    .replace('{run}', owned.runs ?? 'none')
    .replace(/\{(id|name)\}/, owned[resource] ?? 'none');
  const input = inputs[id];
  const query = typeof input?.query === 'function' ? input.query() : (input?.query ?? '');
  return instance.api(method, `${filled}${query}`, { ...input?.options?.(), token });
}

beforeAll(async () => {
  instance = await createTestInstance();
  const post = async (path: string, options: CallOptions) => {
    const response = await instance.api('POST', path, { token: instance.admin, ...options });
    const text = await response.text();
    expect(response.status, text).toBeLessThan(300);
    return JSON.parse(text);
  };
  owned.experiments = (await post('/experiments', yaml)).name;
  const sweep = await post('/experiments/pool-size/sweeps', {});
  owned.sweeps = sweep.id;
  owned.runs = (await post('/runs', { json: { experiment: 'pool-size', params: { workers: 1 } } })).id;
  owned.evaluations = (await post('/experiments/pool-size/evaluate', {})).id;
  owned.reports = (await post('/reports', { json: { title: 'Pool size', view } })).id;
  owned.clusters = (await post('/clusters', { json: { name: 'far-away', credentials: clusterToken } })).name;
  owned['prometheus-servers'] = (
    await post('/prometheus-servers', { json: { name: 'thanos', url: 'http://127.0.0.1:1' } })
  ).name;
  const loaded = await instance.api('PUT', '/studies/pools', { token: instance.admin, json: study });
  owned.studies = studySummarySchema.parse(await loaded.json()).name;
  const saved = await instance.api('PUT', '/drafts/pools', { token: instance.admin, json: draft });
  owned.drafts = draftSchema.parse(await saved.json()).name;
  owned.tokens = createdTokenSchema.parse(
    await post('/tokens', { json: { name: 'x', scopes: ['read'] } }),
  ).id;
  owned.views = (await post('/views', { json: { path: '/runs', search: 'sort=-name' } })).id;
  foreign = await instance.tokenWith(['admin'], 'elsewhere');
});
afterAll(() => instance.close());

describe('every operation', () => {
  const guarded = operations.filter(({ access }) => access !== 'public');

  it.each(guarded)('$id wants credentials', async (operation) => {
    const response = await call(operation, undefined);
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toContain('Bearer');
    expect(await response.json()).toMatchObject({ code: 'unauthenticated' });
  });

  it.each(guarded)('$id takes no token that was never given out', async (operation) => {
    expect((await call(operation, `pl_${'A'.repeat(43)}`)).status).toBe(401);
  });

  const scoped = guarded.filter(({ access }) => access !== 'anyone-known');
  it.each(scoped)('$id wants the scope $access and no other', async (operation) => {
    const others = scopeSchema.options.filter((scope) => scope !== operation.access && scope !== 'admin');
    const response = await call(operation, await instance.tokenWith(others));
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({
      code: 'forbidden',
      detail: expect.stringContaining(operation.access),
    });
  });

  const ofOneThing = operations.filter(
    ({ path, id }) => (path.includes('{') && !makers.includes(id)) || path.startsWith('/compare'),
  );
  it.each(ofOneThing)('$id does not find what belongs to another project', async (operation) => {
    const response = await call(operation, foreign);
    expect(response.status, await response.clone().text()).toBe(404);
  });

  const lists = operations.filter(({ id, path }) => id.startsWith('list') && !path.includes('{'));
  it.each(lists)('$id lists nothing of another project', async (operation) => {
    const response = await call(operation, foreign);
    expect(response.status).toBe(200);
    const { items } = await response.json();
    const text = JSON.stringify(items);
    for (const id of Object.values(owned)) expect(text).not.toContain(`"${id}"`);
  });
});

it('was tried with every resource', () => {
  const resources = new Set(
    operations
      .filter(({ path, id }) => path.includes('{') && !makers.includes(id))
      .map(({ path }) => path.split('/')[1]),
  );
  expect(Object.keys(owned).sort()).toEqual([...resources].sort());
});
