import { type SharedTestbed, useTestbed } from '@proofload/testkit';
import { findFreePort } from '@proofload/testkit/free-port';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { authenticate } from './authenticate.ts';
import { discoverResources, discoveryAccept } from './discovery.ts';
import { type FaultyGateway, startFaultyGateway } from './fixtures/faulty-gateway.ts';
import {
  type ClusterClient,
  type ClusterCredentials,
  connectCluster,
  type KubernetesObject,
  makeRbacManifest,
  readCredentialExpiry,
  readKubeconfig,
} from './index.ts';
import { createTransport } from './transport.ts';

const configMap = (name: string, value = '1', labels = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, labels },
  data: { value },
});
const ref = { apiVersion: 'v1', kind: 'ConfigMap' };

let testbed: SharedTestbed;
let admin: ClusterCredentials;
let client: ClusterClient;
let namespace: string;
let gateway: FaultyGateway;

beforeAll(async () => {
  testbed = await useTestbed();
  namespace = await testbed.createNamespace('client');
  const [context] = readKubeconfig(testbed.kubeconfigText);
  if (!context?.credentials) throw new Error('The testbed gives a kubeconfig that can be used');
  admin = { ...context.credentials, namespace };
  client = connectCluster(admin);
  gateway = await startFaultyGateway(testbed.apiServer, testbed.caPem);
});
afterAll(async () => {
  await client.close();
  await gateway.close();
  await testbed.remove();
});
const through = (options = {}): ClusterClient =>
  connectCluster({ ...admin, server: gateway.url, caCertificate: null }, options);

describe('facts', () => {
  it('are the version, the nodes and who it is', async () => {
    expect(await client.version()).toMatchObject({ gitVersion: expect.stringMatching(/^v1\.\d+\.\d+/) });
    const { nodes, isComplete } = await client.listNodes();
    expect(isComplete).toBe(true);
    expect(nodes.find(({ name }) => name === 'kwok-0')).toMatchObject({
      isReady: true,
      isSchedulable: true,
      capacity: { cpu: '32', memory: '256Gi', pods: '110' },
    });
    expect((await client.listNodes({ limit: 1 })).isComplete).toBe(false);
    expect(await client.user()).toBe('testbed-admin');
  });

  it('know every kind, however old the way of asking', async () => {
    const transport = createTransport(authenticate(admin), { timeoutMs: 20_000, maxBytes: 1e8 });
    const order = (found: Awaited<ReturnType<typeof discoverResources>>) =>
      found
        .map(({ group, version, kind, plural, isNamespaced, verbs }) =>
          [group, version, kind, plural, isNamespaced, [...verbs].sort()].join(' '),
        )
        .sort();
    const modern = await discoverResources(transport, discoveryAccept);
    expect(modern.find(({ kind }) => kind === 'Job')).toMatchObject({
      group: 'batch',
      version: 'v1',
      plural: 'jobs',
      isNamespaced: true,
    });
    expect(order(await discoverResources(transport, 'application/json'))).toEqual(order(modern));
    await transport.close();
  });

  it('reach the cluster with a client certificate as well', async () => {
    const [context] = readKubeconfig(testbed.testbed.certificateKubeconfigText);
    if (!context?.credentials) throw new Error('It can be used');
    const other = connectCluster(context.credentials);
    expect(await other.user()).not.toBeNull();
    await other.close();
    expect(readCredentialExpiry(context.credentials)).toBeGreaterThan(Date.now());
  });
});

describe('objects', () => {
  it('are applied, read, changed and deleted, and a dry run stores nothing', async () => {
    expect((await client.apply(configMap('dry'), { dryRun: true })).metadata.uid).toBeTruthy();
    expect(await client.get({ ...ref, name: 'dry' })).toBeNull();
    const made = await client.apply(configMap('own'));
    expect(made).toMatchObject({ metadata: { namespace }, data: { value: '1' } });
    const changed = await client.apply(configMap('own', '2'));
    expect(changed.metadata.uid).toBe(made.metadata.uid);
    expect(await client.get({ ...ref, name: 'own' })).toMatchObject({ data: { value: '2' } });
    expect(await client.delete({ ...ref, name: 'own' })).toBe(true);
    expect(await client.delete({ ...ref, name: 'own' })).toBe(false);
  });

  it('are deleted by their uid, so that a successor stays', async () => {
    const first = await client.create(configMap('twice'));
    await client.delete({ ...ref, name: 'twice' });
    await client.create(configMap('twice'));
    const { uid = '' } = first.metadata;
    expect(await client.delete({ ...ref, name: 'twice' }, { uid })).toBe(false);
    expect(await client.get({ ...ref, name: 'twice' })).not.toBeNull();
  });

  it('are listed in pages up to a limit, and deleted by their labels', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `many-${index}`);
    await Promise.all(names.map((name) => client.create(configMap(name, '1', { many: 'yes' }))));
    const all = await client.list(ref, { labelSelector: 'many=yes' });
    expect(all).toMatchObject({ isComplete: true });
    expect(all.items.map(({ kind, metadata }) => `${kind} ${metadata.name}`).sort()).toEqual(
      names.map((name) => `ConfigMap ${name}`).sort(),
    );
    expect(await client.list(ref, { labelSelector: 'many=yes', limit: 5 })).toMatchObject({
      isComplete: false,
      items: { length: 5 },
    });
    const one = await client.list(ref, { fieldSelector: 'metadata.name=many-3' });
    expect(one.items).toHaveLength(1);
    await expect(client.deleteCollection(ref, { labelSelector: ' ' })).rejects.toThrow('expected labels');
    await client.deleteCollection(ref, { labelSelector: 'many=yes' });
    expect((await client.list(ref, { labelSelector: 'many=yes' })).items).toEqual([]);
    expect(await client.get({ ...ref, name: 'kube-root-ca.crt' })).not.toBeNull();
  });

  const pod = { spec: { containers: [{ name: 'A_', image: 'x' }] } };
  const refused: [string, () => Promise<unknown>, object][] = [
    [
      'one that is there',
      () => client.create(configMap('kube-root-ca.crt')),
      {
        code: 'conflict',
        reason: 'AlreadyExists',
        message: expect.stringContaining('already exists (AlreadyExists, 409)'),
      },
    ],
    [
      'fields of another manager',
      () => client.apply({ ...configMap('kube-root-ca.crt'), data: { 'ca.crt': 'x' } }),
      {
        code: 'conflict',
        message: expect.stringMatching(/conflict with "kube-controller-manager".*\.data\.ca\.crt/s),
      },
    ],
    [
      'a field that there is not',
      () => client.apply({ ...configMap('x'), dataa: {} }),
      { code: 'invalid', message: expect.stringContaining('.dataa: field not declared in schema') },
    ],
    [
      'what is wrong in many places',
      () =>
        client.apply({
          apiVersion: 'batch/v1',
          kind: 'Job',
          metadata: { name: 'x' },
          spec: { template: pod },
        }),
      {
        code: 'invalid',
        reason: 'Invalid',
        fields: expect.arrayContaining([
          { field: 'spec.template.spec.restartPolicy', message: expect.stringContaining('Required value') },
        ]),
      },
    ],
    [
      'a namespace that there is not',
      () => client.apply({ ...configMap('x'), metadata: { name: 'x', namespace: 'nowhere' } }),
      { code: 'not-found', message: expect.stringContaining('namespaces "nowhere" not found') },
    ],
    [
      'a kind that there is not',
      () => client.apply({ ...configMap('x'), apiVersion: 'k6.io/v1alpha1', kind: 'Nothing' }),
      { code: 'not-found' },
    ],
    [
      'no name',
      () => client.apply({ ...configMap(''), metadata: { name: '', generateName: 'x-' } }),
      { code: 'invalid', message: expect.stringContaining('metadata.name: expected a name') },
    ],
    ['a name that leads elsewhere', () => client.get({ ...ref, name: '../pods' }), { code: 'invalid' }],
  ];
  it.each(refused)('are refused in the words of the API server: %s', async (_, work, expected) => {
    await expect(work()).rejects.toMatchObject(expected);
  });

  it('past a quota are refused in the words of the API server, by a dry run as well', async () => {
    const full = await testbed.createNamespace('quota');
    await testbed.clients.core.createNamespacedResourceQuota({
      namespace: full,
      body: { metadata: { name: 'few' }, spec: { hard: { 'count/configmaps': '0' } } },
    });
    const refusal = async (): Promise<string> => {
      try {
        await client.apply({ ...configMap('x'), metadata: { name: 'x', namespace: full } }, { dryRun: true });
      } catch (error) {
        return (error as Error).message;
      }
      return '';
    };
    // The controller has to count first.
    await expect.poll(refusal, { timeout: 20_000 }).toMatch(/exceeded quota: few.*\(Forbidden, 403\)/);
  });
});

describe('logs of pods', () => {
  it('are read in part and followed to their end', async () => {
    const job = await client.apply({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'talks' },
      spec: {
        restartPolicy: 'Never',
        nodeSelector: { type: 'process' },
        tolerations: [{ key: 'testbed.proofload/process', operator: 'Exists' }],
        containers: [
          {
            name: 'main',
            image: 'busybox',
            command: ['sh', '-c', 'for i in 1 2 3 4 5; do echo "line $i"; sleep 0.3; done'],
          },
        ],
      },
    });
    const pod = { namespace, pod: job.metadata.name, container: 'main' };
    await expect.poll(() => phaseOf(pod.pod), { timeout: 30_000, interval: 50 }).toMatch(/Running|Succeeded/);
    const lines: string[] = [];
    for await (const { at, text } of client.followPodLog(pod, {}, AbortSignal.timeout(30_000))) {
      expect(at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{9}Z$/);
      lines.push(text);
    }
    expect(lines).toEqual([1, 2, 3, 4, 5].map((number) => `line ${number}`));
    expect(await textOf(await client.readPodLog(pod, { tailLines: 2 }))).toBe('line 4\nline 5\n');
    expect(await textOf(await client.readPodLog(pod, { limitBytes: 10 }))).toBe('line 1\nlin');
    await expect(client.readPodLog({ namespace, pod: 'nobody' })).rejects.toMatchObject({
      code: 'not-found',
    });
  });

  it('go on after a connection that broke, without a line twice', async () => {
    const relay = through();
    const command = 'for i in 1 2 3 4 5 6 7 8 9 10 11 12; do echo "line $i"; sleep 0.25; done';
    await client.apply({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'talks-long' },
      spec: {
        restartPolicy: 'Never',
        nodeSelector: { type: 'process' },
        tolerations: [{ key: 'testbed.proofload/process', operator: 'Exists' }],
        containers: [{ name: 'main', image: 'busybox', command: ['sh', '-c', command] }],
      },
    });
    await expect
      .poll(() => phaseOf('talks-long'), { timeout: 30_000, interval: 50 })
      .toMatch(/Running|Succeeded/);
    const lines: string[] = [];
    const gaps: string[] = [];
    const options = { onCut: () => gaps.push('cut'), onBack: () => gaps.push('back') };
    const signal = AbortSignal.timeout(30_000);
    for await (const { text } of relay.followPodLog({ namespace, pod: 'talks-long' }, options, signal)) {
      lines.push(text);
      if (text === 'line 4') gateway.cut();
    }
    expect(lines).toEqual(Array.from({ length: 12 }, (_, index) => `line ${index + 1}`));
    expect(gaps).toEqual(['cut', 'back']);
    await relay.close();
  });
});

async function phaseOf(name: string): Promise<string> {
  const pod = (await client.get({ apiVersion: 'v1', kind: 'Pod', name })) as
    | (KubernetesObject & { status?: { phase?: string } })
    | null;
  return pod?.status?.phase ?? '';
}
async function textOf(stream: AsyncIterable<Uint8Array>): Promise<string> {
  let text = '';
  for await (const chunk of stream) text += Buffer.from(chunk).toString();
  return text;
}

describe('access', () => {
  it('is what the rights of the credential are', async () => {
    const { token } = await testbed.createServiceAccountToken({
      namespace,
      rules: [{ apiGroups: ['batch'], resources: ['jobs'], verbs: ['get', 'create'] }],
    });
    const limited = connectCluster({ ...admin, auth: { kind: 'token', token } });
    const ask = (verb: string, resource = 'jobs', subresource?: string) => ({
      verb,
      group: resource === 'jobs' ? 'batch' : '',
      resource,
      namespace,
      ...(subresource ? { subresource } : {}),
    });
    const answers = await limited.reviewAccess([
      ask('create'),
      ask('delete'),
      ask('get', 'pods', 'log'),
      { ...ask('create'), namespace: 'default' },
    ]);
    expect(answers.map(({ isAllowed }) => isAllowed)).toEqual([true, false, false, false]);
    await expect(limited.apply(configMap('x'))).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringMatching(/cannot patch resource "configmaps".*\(Forbidden, 403\)/),
    });
    expect(readCredentialExpiry({ auth: { kind: 'token', token } })).toBeGreaterThan(Date.now());
    await limited.close();
  });
});

describe('a connection', () => {
  const version = async (change: Partial<ClusterCredentials>): Promise<string> => {
    const other = connectCluster({ ...admin, ...change }, { timeoutMs: 3000 });
    try {
      return (await other.user()) ?? 'nobody';
    } catch (error) {
      return (error as Error).message;
    } finally {
      await other.close();
    }
  };

  it('says what is wrong with it', async () => {
    expect(await version({ caCertificate: null })).toMatch(/its certificate is not trusted/);
    expect(await version({ caCertificate: null, insecureSkipTlsVerify: true })).toBe('testbed-admin');
    expect(await version({ tlsServerName: 'elsewhere.example' })).toMatch(
      /is not trusted.*elsewhere\.example/,
    );
    expect(await version({ server: `https://127.0.0.1:${await findFreePort()}` })).toMatch(/ECONNREFUSED/);
    expect(await version({ auth: { kind: 'token', token: 'wrong-token' } })).toMatch(/\(Unauthorized, 401\)/);
    expect(() => connectCluster({ ...admin, server: 'http://10.0.0.1' })).toThrow(/server: expected https/);
    expect(() => connectCluster({ ...admin, caCertificate: '-----BEGIN CERTIFICATE-----\nx' })).toThrow(
      'its certificates or their key cannot be read',
    );
    expect(() => connectCluster({ ...admin, auth: { kind: 'in-cluster' } })).toThrow(
      /runs in no Kubernetes cluster/,
    );
  });

  it('waits when a server that is busy says so', async () => {
    const relay = through();
    let times = 0;
    gateway.decide = () => (times++ < 2 ? { status: 429, headers: { 'retry-after': '1' } } : 'pass');
    const startedMs = performance.now();
    expect((await relay.version()).gitVersion).toMatch(/^v1/);
    expect(performance.now() - startedMs).toBeGreaterThan(2000);
    gateway.decide = () => ({ status: 429, headers: { 'retry-after': '3600' } });
    await expect(relay.version()).rejects.toMatchObject({ code: 'rate-limited', retryAfterMs: 3_600_000 });
    gateway.decide = () => 'pass';
    await relay.close();
  });

  it('never repeats a credential that a gateway repeats, and follows no redirect', async () => {
    const relay = through();
    const { auth } = admin;
    const token = auth.kind === 'token' ? auth.token : '';
    gateway.decide = (_, headers) => ({ status: 401, body: `no access with ${headers.authorization}` });
    await expect(relay.version()).rejects.toThrow('no access with Bearer [secret]');
    gateway.decide = (_, headers) => ({
      status: 403,
      body: JSON.stringify({ kind: 'Status', message: `not ${headers.authorization}` }),
    });
    await expect(relay.version()).rejects.not.toThrow(token);
    gateway.decide = () => ({ status: 302, headers: { location: `${gateway.url}/sign-in` } });
    const before = gateway.seen.length;
    await expect(relay.version()).rejects.toThrow('it answered 302; redirects are not followed');
    expect(gateway.seen.length).toBe(before + 1);
    gateway.decide = () => 'pass';
    await relay.close();
  });

  it('is bounded in time and size, and can be given up', async () => {
    const small = through({ maxBytes: 1000 });
    await expect(
      small.list({ apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole' }),
    ).rejects.toMatchObject({ code: 'too-large' });
    await small.close();
    const relay = through({ timeoutMs: 300 });
    gateway.decide = () => ({ status: 200, body: '<html>Sign in</html>' });
    await expect(relay.version()).rejects.toThrow('its answer is no JSON');
    gateway.decide = () => 'pass';
    await expect(relay.version({ signal: AbortSignal.abort(new Error('given up')) })).rejects.toThrow(
      'given up',
    );
    await relay.close();
  });
});

it('has the rights of the manifest, which are enough and no more', async () => {
  const mine = await testbed.createNamespace('rbac');
  const manifest = makeRbacManifest({
    namespace: mine,
    serviceAccount: 'proofload',
    executors: ['kubernetes-job'],
    withNamespaces: false,
  });
  for (const document of parseAllDocuments(manifest)) {
    const object = document.toJS() as KubernetesObject | null;
    if (object !== null) await client.apply(object);
  }
  const { status } = await testbed.clients.core.createNamespacedServiceAccountToken({
    name: 'proofload',
    namespace: mine,
    body: { spec: { audiences: [], expirationSeconds: 3600 } },
  });
  const own = connectCluster({
    ...admin,
    namespace: mine,
    auth: { kind: 'token', token: status?.token ?? '' },
  });
  expect((await own.listNodes()).nodes.length).toBeGreaterThan(0);
  await own.apply(configMap('allowed'));
  expect(await own.delete({ ...ref, name: 'allowed' })).toBe(true);
  await expect(own.apply({ ...configMap('x'), metadata: { name: 'x', namespace } })).rejects.toMatchObject({
    code: 'forbidden',
  });
  await own.close();
  await client.delete({
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    name: `proofload-${mine}`,
  });
  await client.delete({
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRole',
    name: `proofload-${mine}`,
  });
});
