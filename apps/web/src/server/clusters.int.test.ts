import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clusterHealthSchema, clusterListSchema, clusterSchema } from '@proofload/contracts';
import { makeCertificates, type SharedTestbed, startPrometheus, useTestbed } from '@proofload/testkit';
import { findFreePort } from '@proofload/testkit/free-port';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestInstance, type TestInstance } from './fixtures/test-instance.ts';
import type { Method } from './openapi/routes.ts';

let instance: TestInstance;
let testbed: SharedTestbed;
let namespace: string;
/** Everything that was answered, to look for secrets in. */
const answered: string[] = [];
const secrets: string[] = [];
const logged: string[] = [];

beforeAll(async () => {
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream);
    vi.spyOn(stream, 'write').mockImplementation(((text: string, ...rest: never[]) => {
      logged.push(String(text));
      return write(text, ...rest);
    }) as typeof stream.write);
  }
  instance = await createTestInstance();
  testbed = await useTestbed();
  namespace = await testbed.createNamespace('clusters');
});
afterAll(async () => {
  vi.restoreAllMocks();
  await instance.close();
  await testbed.remove();
});
afterEach(async () => {
  for (const { name } of clusterListSchema.parse((await call('GET', '/clusters')).body).items)
    await call('DELETE', `/clusters/${name}`);
});

async function call(
  method: Method,
  path: string,
  json?: unknown,
  token = instance.admin,
  // biome-ignore lint/suspicious/noExplicitAny: what a test looks at
): Promise<{ status: number; text: string; body: any }> {
  const response = await instance.api(method, path, { token, ...(json === undefined ? {} : { json }) });
  const text = await response.text();
  answered.push(text);
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  return { status: response.status, text, body: isJson ? JSON.parse(text) : null };
}
const health = async (name = 'bed') =>
  clusterHealthSchema.parse((await call('GET', `/clusters/${name}/health`)).body);

const tokenOf = (token: string, rest = {}) => {
  secrets.push(token);
  return { kind: 'token', server: testbed.apiServer, token, caCertificate: testbed.caPem, ...rest };
};
const add = (credentials: object, rest = {}) =>
  call('POST', '/clusters', { name: 'bed', credentials, namespace, ...rest });

describe('adding a cluster', () => {
  it('takes a context of a kubeconfig, which is then known without its credentials', async () => {
    const kubeconfig = testbed.kubeconfigText;
    secrets.push(testbed.adminToken);
    const contexts = await call('POST', '/clusters/contexts', { kubeconfig });
    expect(contexts.body.items).toEqual([
      expect.objectContaining({ problem: null, server: testbed.apiServer, namespace: 'default' }),
    ]);
    const [{ name: context, suggestedName }] = contexts.body.items;
    const created = await call('POST', '/clusters', {
      name: suggestedName,
      credentials: { kind: 'kubeconfig', kubeconfig, context },
    });
    expect(created.status, created.text).toBe(201);
    expect(clusterSchema.strict().parse(created.body)).toMatchObject({
      name: suggestedName,
      server: testbed.apiServer,
      context,
      namespace: 'default',
      auth: { kind: 'token' },
      maxConcurrentRuns: 1,
      maxObjects: 500,
    });
    expect((await call('GET', '/clusters')).body.items).toEqual([created.body]);
    expect((await call('GET', `/clusters/${suggestedName}`)).body).toEqual(created.body);
    const again = await call('POST', '/clusters', {
      name: suggestedName,
      credentials: { kind: 'kubeconfig', kubeconfig, context },
    });
    expect(again.status).toBe(409);
    expect(again.body.errors).toEqual([{ field: 'name', message: expect.stringContaining('another name') }]);
  });

  it('takes a client certificate, whose key stays here', async () => {
    const kubeconfig = testbed.testbed.certificateKubeconfigText;
    const { items } = (await call('POST', '/clusters/contexts', { kubeconfig })).body;
    const created = await add({ kind: 'kubeconfig', kubeconfig, context: items[0].name });
    expect(created.status, created.text).toBe(201);
    expect(await health()).toMatchObject({
      reachable: true,
      user: expect.any(String),
      credentialExpiresAt: expect.any(String),
    });
  });

  it('says for each context why it cannot be used', async () => {
    const kubeconfig = JSON.stringify({
      clusters: [{ name: 'c', cluster: { server: testbed.apiServer } }],
      users: [
        { name: 'program', user: { exec: { command: 'aws' } } },
        { name: 'file', user: { tokenFile: '/etc/passwd' } },
      ],
      contexts: ['program', 'file', 'nobody'].map((user) => ({
        name: user,
        context: { cluster: 'c', user },
      })),
    });
    const { items } = (await call('POST', '/clusters/contexts', { kubeconfig })).body;
    expect(items.map(({ problem }: { problem: string }) => problem)).toEqual([
      expect.stringContaining('the program aws, which is not run here'),
      expect.stringContaining('tokenFile: /etc/passwd is a file of another machine'),
      'its user nobody is not in the file',
    ]);
    const refused = await add({ kind: 'kubeconfig', kubeconfig, context: 'program' });
    expect(refused.status).toBe(422);
    expect(refused.body.errors[0]).toMatchObject({
      field: 'credentials.context',
      message: expect.stringContaining('program cannot be used'),
    });
    expect((await call('GET', '/clusters')).body.items).toEqual([]);
  });

  it.each([
    ['credentials.caCertificate', { caCertificate: 'x' }],
    ['credentials', { caCertificate: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----' }],
    ['credentials.server', { server: 'http://10.0.0.1' }],
    ['credentials.server', { server: 'https://user:pw@10.0.0.1' }],
    ['credentials.token', { token: 'two words' }],
    ['credentials.proxyUrl', { proxyUrl: 'socks5://proxy:1' }],
    ['credentials.insecureSkipTlsVerify', { insecureSkipTlsVerify: true }],
  ])('refuses what could not be used, naming %s', async (field, wrong) => {
    const refused = await add(tokenOf('t0ken-of-nothing', wrong));
    expect(refused.status, refused.text).toBe(422);
    expect(refused.body.errors[0].field).toMatch(new RegExp(`${field}$`));
  });

  it.each([
    ['prometheusServer', { prometheusServer: 'nowhere' }],
    ['prometheusServer', { prometheusServer: 'http://user:pw@prometheus' }],
    ['name', { name: 'contexts' }],
    ['namespace', { namespace: 'No_namespace' }],
    ['maxObjects', { maxObjects: 0 }],
    ['maxConcurrentRuns', { maxConcurrentRuns: 1000 }],
  ])('refuses settings that make no sense, naming %s', async (field, wrong) => {
    const refused = await add(tokenOf('t0ken-of-nothing'), wrong);
    expect(refused.status, refused.text).toBe(422);
    expect(refused.body.errors[0].field).toMatch(new RegExp(`${field}$`));
  });
});

describe('the health of a cluster', () => {
  it('is its version, nodes, rights and Prometheus', async () => {
    const created = await add(tokenOf(testbed.adminToken), { prometheusServer: testbed.prometheusUrl });
    expect(created.status, created.text).toBe(201);
    const found = await health();
    expect(found).toMatchObject({
      reachable: true,
      error: null,
      version: expect.stringMatching(/^v1\.\d+/),
      user: 'testbed-admin',
      namespace: { name: namespace, exists: true },
      nodes: { complete: true, total: expect.any(Number) },
      prometheus: { reachable: true, flavour: 'Prometheus', error: null },
    });
    expect(found.nodes?.ready).toBeGreaterThanOrEqual(3);
    expect(found.permissions.flatMap(({ verbs }) => verbs).every(({ allowed }) => allowed)).toBe(true);
    const k6Operator = found.executors.find(({ name }) => name === 'k6-operator');
    const { found: isInstalled } =
      found.resources.find(({ resource }) => resource === 'testruns.k6.io') ?? {};
    expect(k6Operator?.ready).toBe(isInstalled);
    expect(found.executors.find(({ name }) => name === 'kubernetes-job')).toEqual({
      name: 'kubernetes-job',
      ready: true,
      missing: [],
      limited: [],
    });
  });

  it('names each verb that a credential lacks', async () => {
    const { token } = await testbed.createServiceAccountToken({
      namespace,
      rules: [
        { apiGroups: ['batch'], resources: ['jobs'], verbs: ['get', 'list', 'watch', 'create', 'patch'] },
        { apiGroups: [''], resources: ['configmaps', 'pods'], verbs: ['*'] },
        { apiGroups: [''], resources: ['pods/log'], verbs: ['get'] },
      ],
    });
    await add(tokenOf(token));
    const found = await health();
    expect(found.user).toMatch(/^system:serviceaccount:/);
    expect(found.credentialExpiresAt).not.toBeNull();
    expect(found.nodesError).toMatch(/cannot list resource "nodes".*\(Forbidden, 403\)/);
    expect(found.namespace.exists).toBeNull();
    expect(found.executors.find(({ name }) => name === 'k6-job')).toEqual({
      name: 'k6-job',
      ready: false,
      missing: ['get, list, watch, create, patch and delete secrets', 'delete jobs.batch'],
      limited: ['get, list and watch events', 'get, list and watch nodes'],
    });
    const jobs = found.permissions.find(
      ({ resource, executors }) => resource === 'jobs.batch' && executors.includes('k6-job'),
    );
    expect(jobs?.verbs.filter(({ allowed }) => !allowed)).toEqual([{ verb: 'delete', allowed: false }]);
  });

  it('is good for the account of the manifest that is offered for it', async () => {
    await add(tokenOf(testbed.adminToken));
    const manifest = await call('GET', '/clusters/bed/rbac.yaml?serviceAccount=least&executors=k6-job');
    expect(manifest.status).toBe(200);
    expect(manifest.text).toContain(`kubectl -n ${namespace} create token least`);
    expect(manifest.text).not.toContain('k6.io');
    expect((await call('GET', '/clusters/rbac.yaml')).text).toContain('namespace: default');
    expect((await call('GET', '/clusters/rbac.yaml?executors=argo')).status).toBe(422);
    expect((await call('GET', '/clusters/rbac.yaml?namespace=A%20b')).status).toBe(422);
  });

  it('says what the matter is: another authority, nobody there, a token that was revoked', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'proofload-authority-'));
    const { authority } = await makeCertificates(folder);
    await rm(folder, { recursive: true });
    await add(tokenOf(testbed.adminToken, { caCertificate: authority }));
    expect(await health()).toMatchObject({
      reachable: false,
      error: expect.stringContaining('its certificate is not trusted'),
      version: null,
      executors: [],
    });

    const server = `https://127.0.0.1:${await findFreePort()}`;
    await add(tokenOf('secret-of-nobody', { server }), { name: 'away' });
    expect(await health('away')).toMatchObject({
      reachable: false,
      error: expect.stringContaining('ECONNREFUSED'),
    });

    const { token, name } = await testbed.createServiceAccountToken({ namespace });
    await add(tokenOf(token), { name: 'revoked' });
    expect((await health('revoked')).reachable).toBe(true);
    await testbed.clients.core.deleteNamespacedServiceAccount({ namespace, name });
    await expect
      .poll(async () => (await health('revoked')).error, { timeout: 30_000 })
      .toMatch(/Unauthorized, 401/);

    await add({ kind: 'in-cluster' }, { name: 'inside' });
    expect(await health('inside')).toMatchObject({
      reachable: false,
      error: expect.stringContaining('runs in no Kubernetes cluster'),
    });
  });

  it('says that a namespace or a Prometheus is not there', async () => {
    const prometheus = await startPrometheus();
    await call('POST', '/prometheus-servers', { name: 'main', url: prometheus.url });
    const created = await add(tokenOf(testbed.adminToken), {
      namespace: 'nobody-made-it',
      prometheusServer: 'main',
    });
    expect(created.status, created.text).toBe(201);
    const found = await health();
    expect(found.namespace.exists).toBe(false);
    expect(found.executors.map(({ ready }) => ready)).toEqual([false, false, false, false]);
    expect(found.executors[0]?.missing).toEqual(['the namespace nobody-made-it']);
    expect(found.prometheus).toMatchObject({ server: 'main', reachable: true });
    await prometheus.stop();
    expect((await health()).prometheus).toMatchObject({ reachable: false, error: expect.any(String) });
    await call('DELETE', '/prometheus-servers/main');
    expect((await health()).prometheus?.error).toMatch(/was deleted/);
  });
});

describe('changing a cluster', () => {
  it('keeps its credentials with their address, or takes both anew', async () => {
    await add(tokenOf(testbed.adminToken));
    const kept = await call('PUT', '/clusters/bed', { namespace, maxObjects: 20, maxConcurrentRuns: 2 });
    expect(kept.status, kept.text).toBe(200);
    expect(kept.body).toMatchObject({ server: testbed.apiServer, maxObjects: 20, maxConcurrentRuns: 2 });
    expect((await health()).reachable).toBe(true);
    const { token } = await testbed.createServiceAccountToken({ namespace });
    const other = await call('PUT', '/clusters/bed', { namespace, credentials: tokenOf(token) });
    expect(other.body).toMatchObject({ maxObjects: 500, maxConcurrentRuns: 1 });
    expect((await health()).user).toMatch(/^system:serviceaccount:/);
    const server = 'https://elsewhere.example';
    expect((await call('PUT', '/clusters/bed', { namespace, server })).status).toBe(422);
    expect((await call('PUT', '/clusters/none', { namespace })).status).toBe(404);
  });
});

const definition = (cluster: string) => `apiVersion: proofload/v1
kind: Experiment
metadata: {name: on-cluster}
spec:
  objective: Is it launched where it says?
  cluster: ${cluster}
  workload: {executor: k6, with: {script: "export default () => {}", vus: 1}}
  measurements:
    requests: {metric: http_reqs, aggregate: count, unit: requests}
`;

describe('a definition that names a cluster', () => {
  it('is launched only while there is one of that name, which then cannot be deleted', async () => {
    const saved = await instance.api('POST', '/experiments', {
      token: instance.admin,
      body: definition('bed'),
      headers: { 'content-type': 'application/yaml' },
    });
    const { warnings } = (await saved.json()) as { warnings: string[] };
    expect(warnings).toEqual([
      expect.stringMatching(/^spec\.cluster: .*it has none, and no bed.*cannot be launched/),
    ]);
    const refused = await call('POST', '/experiments/on-cluster/sweeps', {});
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toEqual([
      { field: 'spec.cluster', message: expect.stringContaining('expected the name of a cluster') },
    ]);

    await add(tokenOf(testbed.adminToken));
    const launched = await call('POST', '/experiments/on-cluster/sweeps', {});
    expect(launched.status, launched.text).toBe(202);
    const deleted = await call('DELETE', '/clusters/bed');
    expect(deleted.status).toBe(409);
    expect(deleted.body.detail).toContain('There is 1 run on the cluster bed that did not finish');
    await call('POST', `/sweeps/${launched.body.id}/cancel`, {});
    expect((await call('DELETE', '/clusters/bed')).status).toBe(204);
  });
});

it('gave no secret away, in no answer, no row and no log', async () => {
  await add(tokenOf(testbed.adminToken));
  const rows = JSON.stringify(await instance.database.prisma.cluster.findMany());
  const keys = testbed.testbed.certificateKubeconfigText.match(/client-key-data\W+([\w+/=]{40})/);
  expect(keys).not.toBeNull();
  const pem = Buffer.from(keys?.[1] ?? '', 'base64')
    .toString('utf8')
    .slice(0, 24);
  expect(secrets.length).toBeGreaterThan(5);
  for (const secret of [...new Set([...secrets, keys?.[1] ?? '', pem])]) {
    expect(answered.filter((text) => text.includes(secret))).toEqual([]);
    expect(rows.includes(secret)).toBe(false);
    expect(logged.filter((text) => text.includes(secret))).toEqual([]);
  }
});
