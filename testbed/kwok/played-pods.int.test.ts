import { AppsV1Api, BatchV1Api, CoordinationV1Api, type V1Job, type V1Pod } from '@kubernetes/client-node';
import { type SharedTestbed, useTestbed } from '@proofload/testkit';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { annotations } from './annotations.ts';

let shared: SharedTestbed;
let batch: BatchV1Api;
let namespace: string;
beforeAll(async () => {
  shared = await useTestbed();
  batch = shared.clients.config.makeApiClient(BatchV1Api);
  namespace = await shared.createNamespace('played');
});
afterAll(() => shared?.remove());

const patience = { timeout: 30_000, interval: 200 };

async function createJob(
  name: string,
  given: Record<string, string>,
  count = 1,
  nodeName?: string,
): Promise<void> {
  const body: V1Job = {
    metadata: { name },
    spec: {
      completions: count,
      parallelism: count,
      backoffLimit: 0,
      template: {
        metadata: { annotations: given },
        spec: {
          restartPolicy: 'Never',
          containers: [{ name: 'load', image: 'load' }],
          ...(nodeName === undefined ? {} : placements.get(nodeName)),
        },
      },
    },
  };
  await batch.createNamespacedJob({ namespace, body });
}
const placements = new Map<string, object>();

const listPods = async (job: string): Promise<V1Pod[]> =>
  (await shared.clients.core.listNamespacedPod({ namespace, labelSelector: `job-name=${job}` })).items;

async function waitForJob(name: string, type: 'Complete' | 'Failed'): Promise<void> {
  await vi.waitFor(async () => {
    const { status } = await batch.readNamespacedJob({ namespace, name });
    expect(status?.conditions).toContainEqual(expect.objectContaining({ type, status: 'True' }));
  }, patience);
}

it('completes a Job whose pods run as long as they are told to', async () => {
  await createJob('runs', { [annotations.runFor]: '1s', [annotations.message]: 'rate: 12.5 "ok"' }, 5);
  await waitForJob('runs', 'Complete');
  for (const { status } of await listPods('runs')) {
    const ended = status?.containerStatuses?.[0]?.state?.terminated;
    expect(ended).toMatchObject({ exitCode: 0, reason: 'Completed', message: 'rate: 12.5 "ok"' });
    const ranMs = ended!.finishedAt!.getTime() - ended!.startedAt!.getTime();
    expect(ranMs).toBeGreaterThanOrEqual(1000);
    expect(status?.conditions?.find(({ type }) => type === 'Ready')?.status).toBe('False');
  }
});

it.each([
  ['fails', '99', 'Error'],
  ['killed', '137', 'OOMKilled'],
])('fails a Job whose pod %s', async (name, exitCode, reason) => {
  await createJob(name, { [annotations.runFor]: '200ms', [annotations.exitCode]: exitCode });
  await waitForJob(name, 'Failed');
  const [pod] = await listPods(name);
  expect(pod?.status?.phase).toBe('Failed');
  expect(pod?.status?.containerStatuses?.[0]?.state?.terminated).toMatchObject({
    exitCode: Number(exitCode),
    reason,
  });
});

it('never starts a pod that is stuck', async () => {
  await createJob('stuck', { [annotations.stuck]: 'ImagePullBackOff' });
  await vi.waitFor(async () => {
    const [pod] = await listPods('stuck');
    expect(pod?.status?.containerStatuses?.[0]?.state?.waiting?.reason).toBe('ImagePullBackOff');
  }, patience);
  expect((await batch.readNamespacedJob({ namespace, name: 'stuck' })).status?.ready).toBe(0);
});

it('kills a container of a Deployment for its memory, once, and starts it again', async () => {
  const template = {
    metadata: { labels: { app: 'eater' }, annotations: { [annotations.oomAfter]: '300ms' } },
    spec: { containers: [{ name: 'eater', image: 'eater' }] },
  };
  const selector = { matchLabels: { app: 'eater' } };
  const apps = shared.clients.config.makeApiClient(AppsV1Api);
  const body = { metadata: { name: 'eater' }, spec: { selector, template } };
  await apps.createNamespacedDeployment({ namespace, body });
  await vi.waitFor(async () => {
    const { items } = await shared.clients.core.listNamespacedPod({ namespace, labelSelector: 'app=eater' });
    const [container] = items[0]?.status?.containerStatuses ?? [];
    expect(container).toMatchObject({ restartCount: 1, ready: true });
    expect(container?.lastState?.terminated?.reason).toBe('OOMKilled');
  }, patience);
});

it('places no more pods on a node than fit', async () => {
  const node = await shared.createNode({ pods: 4 });
  placements.set(node.name, node.placement);
  await createJob('full', { [annotations.runFor]: '5m' }, 6, node.name);
  await vi.waitFor(async () => {
    const pods = await listPods('full');
    expect(pods.filter(({ status }) => status?.phase === 'Running')).toHaveLength(4);
    const waiting = pods.filter(({ status }) => status?.phase === 'Pending');
    expect(waiting.map(({ status }) => status?.conditions?.[0]?.message)).toEqual([
      expect.stringContaining('Too many pods'),
      expect.stringContaining('Too many pods'),
    ]);
  }, patience);
});

it('reports the usage of a pod to Prometheus and serves its log', async () => {
  await createJob('busy', {
    [annotations.runFor]: '5m',
    [annotations.cpu]: '1500m',
    [annotations.memory]: '256Mi',
  });
  const query = `container_memory_working_set_bytes{namespace="${namespace}",pod=~"busy.*"}`;
  await vi.waitFor(async () => {
    const address = `${shared.prometheusUrl}/api/v1/query?query=${encodeURIComponent(query)}`;
    expect(await (await fetch(address)).text()).toContain(`"${256 * 1024 * 1024}"`);
  }, patience);
  const [pod] = await listPods('busy');
  const log = await shared.clients.core.readNamespacedPodLog({ namespace, name: pod?.metadata?.name ?? '' });
  expect(log).toContain('phase: load');
}, 60_000);

it('keeps its nodes alive by leases, so that they are not taken for lost', async () => {
  const leases = shared.clients.config.makeApiClient(CoordinationV1Api);
  const read = async () => {
    const { spec } = await leases.readNamespacedLease({ name: 'kwok-0', namespace: 'kube-node-lease' });
    expect(spec?.leaseDurationSeconds).toBe(40);
    // The client gives microseconds as text.
    return String(spec?.renewTime);
  };
  const first = await vi.waitFor(read, patience);
  await vi.waitFor(async () => expect(await read()).not.toBe(first), patience);
});

it('admits what a quota and the rights of an account allow, and nothing else', async () => {
  const limited = await shared.createNamespace('limited');
  const { token } = await shared.createServiceAccountToken({
    namespace: limited,
    rules: [{ apiGroups: [''], resources: ['configmaps'], verbs: ['create'] }],
  });
  // The root certificate's is one of the two; a quota made before it may count it late.
  const hard = { 'count/configmaps': '2' };
  await vi.waitFor(
    () => shared.clients.core.readNamespacedConfigMap({ namespace: limited, name: 'kube-root-ca.crt' }),
    patience,
  );
  await shared.clients.core.createNamespacedResourceQuota({
    namespace: limited,
    body: { metadata: { name: 'quota' }, spec: { hard } },
  });
  const create = async (path: string, name: string): Promise<[number, string]> => {
    const { makeClients } = await import('../host/bootstrap.ts');
    const { core } = makeClients(shared.kubeconfigOf(token));
    const body = { metadata: { name } };
    return (
      path === 'configmaps'
        ? core.createNamespacedConfigMap({ namespace: limited, body })
        : core.createNamespacedSecret({ namespace: limited, body })
    ).then(
      () => [201, ''],
      (error: { code: number; body: string }) => [error.code, String(error.body)],
    );
  };
  await vi.waitFor(async () => {
    const quota = await shared.clients.core.readNamespacedResourceQuota({
      namespace: limited,
      name: 'quota',
    });
    expect(quota.status?.used).toEqual({ 'count/configmaps': '1' });
  }, patience);
  expect(await create('configmaps', 'first')).toEqual([201, '']);
  expect(await create('configmaps', 'second')).toEqual([403, expect.stringContaining('exceeded quota')]);
  expect(await create('secrets', 'other')).toEqual([403, expect.stringContaining('cannot create resource')]);
});
