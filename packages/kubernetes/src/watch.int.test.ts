import { startTestbed } from '@proofload/testbed';
import { type SharedTestbed, useTestbed } from '@proofload/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type CollectedWatch, collectEvents } from './fixtures/collect-events.ts';
import { type FaultyGateway, startFaultyGateway } from './fixtures/faulty-gateway.ts';
import { type ClusterClient, connectCluster, readKubeconfig, type WatchOptions } from './index.ts';

const configMaps = { apiVersion: 'v1', kind: 'ConfigMap' };
const own = { labelSelector: 'own=yes' };

let testbed: SharedTestbed;
let gateway: FaultyGateway;
let namespace: string;
let client: ClusterClient;
let watched: CollectedWatch | null = null;

const connect = (server: string, token: string): ClusterClient =>
  connectCluster(
    {
      server,
      caCertificate: null,
      insecureSkipTlsVerify: false,
      tlsServerName: null,
      proxyUrl: null,
      auth: { kind: 'token', token },
      namespace,
    },
    { timeoutMs: 5000 },
  );
const put = (name: string, value = '1', from = client) =>
  from.apply({ ...configMaps, metadata: { name, labels: { own: 'yes' } }, data: { value } });
const remove = (name: string, from = client) => from.delete({ ...configMaps, name });
const watch = (options: WatchOptions = own): CollectedWatch => {
  watched = collectEvents(client, configMaps, options);
  return watched;
};

beforeAll(async () => {
  testbed = await useTestbed();
  gateway = await startFaultyGateway(testbed.apiServer, testbed.caPem);
});
afterAll(async () => {
  await gateway.close();
  await testbed.remove();
});
afterEach(async () => {
  gateway.decide = () => 'pass';
  await watched?.stop();
  watched = null;
  await client.close();
});
const countLists = (): number =>
  gateway.seen.filter((path) => path.includes(`/${namespace}/configmaps?`) && path.includes('limit=')).length;
const begin = async (): Promise<void> => {
  namespace = await testbed.createNamespace('watch');
  client = connect(gateway.url, testbed.adminToken);
};

describe('a watch', () => {
  it('tells what is there and then what happens, of what is selected alone', async () => {
    await begin();
    await put('a');
    const { said, until, stop } = watch();
    await until('ready');
    await client.apply({ ...configMaps, metadata: { name: 'other' } });
    await put('b');
    await put('a', '2');
    await remove('a');
    await until('deleted a');
    expect(said).toEqual(['added a (from a list)', 'ready', 'added b', 'modified a', 'deleted a']);
    await stop();
    await put('c');
    expect(said).toHaveLength(5);
  });

  it('tells what it missed while its connection was broken, deletions as well', async () => {
    await begin();
    for (const name of ['changed', 'deleted', 'made-anew', 'same']) await put(name);
    const { said, until } = watch();
    await until('ready');
    gateway.decide = () => ({ status: 502, body: '<html>Bad gateway</html>' });
    gateway.cut();
    await until(/^cut/);
    const direct = connectCluster({
      server: testbed.apiServer,
      caCertificate: testbed.caPem,
      insecureSkipTlsVerify: false,
      tlsServerName: null,
      proxyUrl: null,
      auth: { kind: 'token', token: testbed.adminToken },
      namespace,
    });
    await put('changed', '2', direct);
    await remove('deleted', direct);
    await remove('made-anew', direct);
    await put('made-anew', '1', direct);
    await put('new', '1', direct);
    await direct.close();
    said.length = 0;
    gateway.decide = () => 'pass';
    await until('back');
    expect(said.filter((each) => each !== 'back').sort()).toEqual([
      'added made-anew (from a list)',
      'added new (from a list)',
      'deleted deleted (from a list)',
      'deleted made-anew (from a list)',
      'modified changed (from a list)',
    ]);
    await put('same', '2');
    await until('modified same');
  });

  const expired = {
    kind: 'Status',
    apiVersion: 'v1',
    status: 'Failure',
    message: 'too old resource version: 100 (2345)',
    reason: 'Expired',
    code: 410,
  };
  it.each([
    ['as the status of the answer', { status: 410, body: JSON.stringify(expired) }],
    [
      'as an event of the stream',
      { status: 200, body: `${JSON.stringify({ type: 'ERROR', object: expired })}\n` },
    ],
  ])(
    'lists anew when it is told %s that its version is too old, and is not cut off by that',
    async (_, fault) => {
      await begin();
      await put('a');
      let times = 0;
      gateway.decide = (path) => (path.includes('watch=true') && times++ === 0 ? fault : 'pass');
      const { said, until } = watch();
      await until('ready');
      await put('b');
      await until(/^added b/);
      expect(countLists()).toBe(2);
      expect(said.filter((each) => !/^added b/.test(each))).toEqual(['added a (from a list)', 'ready']);
    },
  );

  it('opens a stream anew that has fallen silent, and misses nothing', async () => {
    await begin();
    const { said, until } = watch({ ...own, idleMs: 1500 });
    await until('ready');
    await put('a');
    await until('added a');
    gateway.freeze();
    await put('b');
    await until('added b');
    expect(said.some((each) => each.startsWith('cut'))).toBe(false);
  });

  it('says that a token was revoked, and goes on when it is good again', async () => {
    await begin();
    const { token, name } = await testbed.createServiceAccountToken({
      namespace,
      rules: [{ apiGroups: [''], resources: ['configmaps'], verbs: ['list', 'watch'] }],
    });
    const limited = connect(gateway.url, token);
    watched = collectEvents(limited, configMaps, own);
    await watched.until('ready');
    await testbed.clients.core.deleteNamespacedServiceAccount({ namespace, name });
    gateway.cut();
    await watched.until(/^cut/);
    expect(watched.said.at(-1)).not.toContain(token);
    await watched.stop();
    await limited.close();
  });

  it('is refused at once where it may not list, and for a selector that is none', async () => {
    await begin();
    const { token } = await testbed.createServiceAccountToken({ namespace });
    const limited = connect(gateway.url, token);
    await expect(collectEvents(limited, configMaps).ended).rejects.toThrow(
      /list ConfigMap .*cannot list resource "configmaps".*\(Forbidden, 403\)/,
    );
    await limited.close();
    await expect(collectEvents(client, configMaps, { labelSelector: '=!=' }).ended).rejects.toMatchObject({
      code: 'invalid',
    });
    await expect(collectEvents(client, { apiVersion: 'k6.io/v1', kind: 'Nothing' }).ended).rejects.toThrow(
      'The cluster has no kind Nothing in k6.io/v1',
    );
  });

  it('takes no more objects than it was told to', async () => {
    await begin();
    await put('a');
    const few = collectEvents(client, configMaps, { ...own, maxObjects: 2 });
    await few.until('ready');
    await put('b');
    await put('c');
    await expect(few.ended).rejects.toMatchObject({ code: 'too-large' });
    await expect(collectEvents(client, configMaps, { ...own, maxObjects: 2 }).ended).rejects.toThrow(
      /more than 2 objects/,
    );
  });
});

it('survives an API server that stops and starts again', { timeout: 240_000 }, async () => {
  const alone = await startTestbed({ nodes: 1 });
  let before: FaultyGateway | null = null;
  try {
    const [context] = readKubeconfig(alone.kubeconfigText);
    if (!context?.credentials) throw new Error('The testbed gives a kubeconfig that can be used');
    namespace = 'default';
    client = connectCluster(context.credentials, { timeoutMs: 5000 });
    await put('a');
    await put('b');
    const { said, until } = watch();
    await until('ready');
    const stopped = alone.stopApiServer();
    await until(/^cut/);
    await stopped;
    await alone.startApiServer();
    await until('back');
    await remove('a');
    await put('c');
    await until(/^deleted a/, /^added c/);
    expect(said.filter((each) => each.startsWith('cut'))).toHaveLength(1);
    expect(said.filter((each) => /b/.test(each) && each !== 'back')).toEqual(['added b (from a list)']);

    // A server that has just started knows no older version.
    await watched?.stop();
    await client.close();
    before = await startFaultyGateway(alone.server, alone.caPem);
    client = connect(before.url, alone.adminToken);
    let times = 0;
    before.decide = (path) =>
      path.includes('watch=true') && times++ === 0
        ? { path: path.replace(/resourceVersion=\d+/, 'resourceVersion=1') }
        : 'pass';
    const second = watch();
    await second.until('ready');
    await put('d');
    await second.until(/^added d/);
    expect(before.seen.filter((path) => path.includes('limit='))).toHaveLength(2);
    expect(second.said.filter((each) => /cut|deleted/.test(each))).toEqual([]);
  } finally {
    await watched?.stop();
    watched = null;
    await before?.close();
    await alone.remove();
  }
});
