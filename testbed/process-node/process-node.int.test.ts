import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { ApiException, BatchV1Api, Log, type V1Container, type V1PodSpec } from '@kubernetes/client-node';

import { type SharedTestbed, useTestbed } from '@proofload/testkit';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { isAlive } from '../is-alive.ts';
import { onProcessNode } from './process-taint.ts';

let shared: SharedTestbed;
let batch: BatchV1Api;
let namespace: string;
let target: Server;
let requests = 0;
beforeAll(async () => {
  shared = await useTestbed();
  batch = shared.clients.config.makeApiClient(BatchV1Api);
  namespace = await shared.createNamespace('process');
  target = createServer((_, response) => {
    requests += 1;
    response.end('ok');
  });
  await new Promise<void>((settle) => target.listen(0, '127.0.0.1', settle));
});
afterAll(async () => {
  await shared?.remove();
  target?.close();
});

const patience = { timeout: 30_000, interval: 200 };

async function createPod(
  name: string,
  container: Partial<V1Container>,
  spec: Partial<V1PodSpec> = {},
): Promise<void> {
  const containers = [{ name: 'main', image: 'busybox', ...container }];
  const body = {
    metadata: { name, labels: { app: name } },
    spec: { restartPolicy: 'Never', ...onProcessNode, ...spec, containers },
  };
  await shared.clients.core.createNamespacedPod({ namespace, body });
}

const readPod = (name: string) => shared.clients.core.readNamespacedPod({ namespace, name });
const readLog = (name: string, more: object = {}): Promise<string> =>
  shared.clients.core.readNamespacedPodLog({ namespace, name, ...more });

async function waitForPhase(name: string, phase: string) {
  return await vi.waitFor(async () => {
    const pod = await readPod(name);
    expect(pod.status?.phase).toBe(phase);
    return pod;
  }, patience);
}

const sh = (script: string): Partial<V1Container> => ({ command: ['sh', '-c', script] });

it('runs the real k6 of a Job with a script from a ConfigMap', async () => {
  const script = `
    import http from 'k6/http';
    export const options = { vus: 1, iterations: 20, thresholds: { http_req_failed: ['rate<' + __ENV.RATE] } };
    export default () => { http.get(__ENV.BASE); };
    export const handleSummary = (data) => ({
      '/out/summary.json': JSON.stringify(data.metrics.http_reqs),
      '/dev/termination-log': 'requests=' + data.metrics.http_reqs.values.count,
    });
  `;
  const body = { metadata: { name: 'script' }, data: { 'test.js': script } };
  await shared.clients.core.createNamespacedConfigMap({ namespace, body });
  const createJob = async (name: string, rate: string): Promise<void> => {
    const { port } = target.address() as AddressInfo;
    const container = {
      name: 'k6',
      image: 'grafana/k6:1.8.1',
      args: [
        'run',
        '--no-color',
        '--quiet',
        '--address',
        '',
        '--out',
        'json=/out/points.json',
        '/scripts/test.js',
      ],
      env: [
        { name: 'RATE', value: rate },
        { name: 'BASE', value: `http://127.0.0.1:${port}/$(RATE)` },
        { name: 'K6_NO_USAGE_REPORT', value: 'true' },
      ],
      volumeMounts: [
        { name: 'script', mountPath: '/scripts' },
        { name: 'out', mountPath: '/out' },
      ],
    };
    const volumes = [
      { name: 'script', configMap: { name: 'script' } },
      { name: 'out', emptyDir: {} },
    ];
    const spec = { restartPolicy: 'Never', ...onProcessNode, volumes, containers: [container] };
    await batch.createNamespacedJob({
      namespace,
      body: { metadata: { name }, spec: { backoffLimit: 0, template: { spec } } },
    });
  };
  await createJob('k6-good', '0.5');
  await createJob('k6-bad', '0.0');
  await vi.waitFor(async () => {
    const { items } = await batch.listNamespacedJob({ namespace });
    const ends = items.map(({ metadata, status }) => [
      metadata?.name,
      status?.succeeded ?? 0,
      status?.failed ?? 0,
    ]);
    expect(ends).toEqual([
      ['k6-bad', 0, 1],
      ['k6-good', 1, 0],
    ]);
  }, patience);
  expect(requests).toBe(40);
  const { items } = await shared.clients.core.listNamespacedPod({ namespace, labelSelector: 'job-name' });
  const ended = items.map(({ status }) => status?.containerStatuses?.[0]?.state?.terminated);
  expect(ended.map((each) => each?.exitCode).sort()).toEqual([0, 99]);
  expect(ended.map((each) => each?.message)).toEqual(['requests=20', 'requests=20']);
});

it('gives a container its environment and its files', async () => {
  const { core } = shared.clients;
  const data = { key: 'from a map', 'file.txt': 'see /data/map/file.txt' };
  await core.createNamespacedConfigMap({ namespace, body: { metadata: { name: 'map' }, data } });
  await core.createNamespacedSecret({
    namespace,
    body: { metadata: { name: 'secret' }, stringData: { password: 'hidden' } },
  });
  await createPod(
    'files',
    {
      ...sh(`
        echo "$PLAIN|$MAP|$SECRET|$POD|$PRE_key|\${HOME:+home}|$PROOFLOAD_K6"
        cat /data/map/renamed /data/secret/password
        echo; pwd; cat "$TOKEN_FILE" | wc -c
        echo written > /scratch/file && cat /scratch/file
        echo the end > /dev/termination-log
        exit 3`),
      env: [
        { name: 'PLAIN', value: 'a$(POD)' },
        { name: 'POD', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
        { name: 'MAP', valueFrom: { configMapKeyRef: { name: 'map', key: 'key' } } },
        { name: 'SECRET', valueFrom: { secretKeyRef: { name: 'secret', key: 'password' } } },
        { name: 'TOKEN_FILE', value: '/var/run/secrets/kubernetes.io/serviceaccount/token' },
      ],
      envFrom: [{ prefix: 'PRE_', configMapRef: { name: 'map' } }],
      workingDir: '/scratch',
      volumeMounts: [
        { name: 'map', mountPath: '/data/map' },
        { name: 'secret', mountPath: '/data/secret' },
        { name: 'scratch', mountPath: '/scratch' },
      ],
    },
    {
      volumes: [
        { name: 'map', configMap: { name: 'map', items: [{ key: 'file.txt', path: 'renamed' }] } },
        { name: 'secret', secret: { secretName: 'secret' } },
        { name: 'scratch', emptyDir: {} },
      ],
    },
  );
  const pod = await waitForPhase('files', 'Failed');
  expect(pod.status?.containerStatuses?.[0]?.state?.terminated).toMatchObject({
    exitCode: 3,
    reason: 'Error',
    message: 'the end\n',
  });
  const [environment, map, directory, tokenLength, written] = (await readLog('files')).split('\n');
  expect(environment).toBe('a$(POD)|from a map|hidden|files|from a map|home|');
  expect(map).toMatch(/^see \/.*\/volumes\/map\/file\.txthidden$/);
  expect(directory).toMatch(/\/volumes\/scratch$/);
  expect(Number(tokenLength)).toBeGreaterThan(500);
  expect(written).toBe('written');
});

it('waits for what a container refers to, and says so', async () => {
  await createPod('waits', { ...sh('echo "$LATE"'), envFrom: [{ configMapRef: { name: 'late' } }] });
  await vi.waitFor(async () => {
    const { status } = await readPod('waits');
    expect(status?.containerStatuses?.[0]?.state?.waiting).toEqual({
      reason: 'CreateContainerConfigError',
      message: 'configmap "late" not found',
    });
  }, patience);
  await expect(readLog('waits')).rejects.toThrow('waiting to start');
  const body = { metadata: { name: 'late' }, data: { LATE: 'in time' } };
  await shared.clients.core.createNamespacedConfigMap({ namespace, body });
  await waitForPhase('waits', 'Succeeded');
  expect(await readLog('waits')).toBe('in time\n');
});

it('restarts a container as its policy says and keeps the log before', async () => {
  const script =
    'if [ -e /scratch/seen ]; then echo second; else touch /scratch/seen; echo first; exit 1; fi';
  await createPod(
    'again',
    { ...sh(script), volumeMounts: [{ name: 'scratch', mountPath: '/scratch' }] },
    { restartPolicy: 'OnFailure', volumes: [{ name: 'scratch', emptyDir: {} }] },
  );
  const pod = await waitForPhase('again', 'Succeeded');
  const [container] = pod.status?.containerStatuses ?? [];
  expect(container).toMatchObject({ restartCount: 1, lastState: { terminated: { exitCode: 1 } } });
  expect(await readLog('again')).toBe('second\n');
  expect(await readLog('again', { previous: true })).toBe('first\n');
});

it('follows a log and ends with the container; a part of it is had as well', async () => {
  await createPod('talks', sh('for i in 1 2 3 4; do echo "line $i"; sleep 0.3; done'));
  await waitForPhase('talks', 'Running');
  const stream = new PassThrough();
  const said = text(stream);
  await new Log(shared.clients.config).log(namespace, 'talks', 'main', stream, { follow: true });
  expect(await said).toBe('line 1\nline 2\nline 3\nline 4\n');
  await waitForPhase('talks', 'Succeeded');
  expect(await readLog('talks', { tailLines: 2 })).toBe('line 3\nline 4\n');
  expect(await readLog('talks', { limitBytes: 8 })).toBe('line 1\nl');
  expect(await readLog('talks', { timestamps: true, tailLines: 1 })).toMatch(/^\d{4}-.*Z line 4\n$/);
});

it('ends the processes of a pod that is deleted, first in order and then by force', async () => {
  await createPod('stops', sh('trap "" TERM; echo $$$$; (trap "" TERM; sleep 60); sleep 60'), {
    terminationGracePeriodSeconds: 1,
  });
  await waitForPhase('stops', 'Running');
  const pid = await vi.waitFor(async () => {
    const log = await readLog('stops');
    expect(log).toMatch(/^\d+\n$/);
    return Number(log);
  }, patience);
  expect(isAlive(pid)).toBe(true);
  const startMs = performance.now();
  await shared.clients.core.deleteNamespacedPod({ namespace, name: 'stops' });
  await vi.waitFor(async () => {
    await expect(readPod('stops')).rejects.toThrow(ApiException);
  }, patience);
  expect(performance.now() - startMs).toBeGreaterThan(800);
  const { items } = await shared.clients.core.listNamespacedEvent({ namespace });
  const reasons = items.filter(({ involvedObject }) => involvedObject.name === 'stops');
  expect(reasons.map(({ reason }) => reason)).toEqual(
    expect.arrayContaining(['Scheduled', 'Started', 'Killing']),
  );
  expect(isAlive(pid)).toBe(false);
});

it('fails a pod whose program is not there, and does not take one without a program', async () => {
  await createPod('missing', { command: ['no-such-program'] });
  const pod = await waitForPhase('missing', 'Failed');
  expect(pod.status?.containerStatuses?.[0]?.state?.terminated).toMatchObject({
    exitCode: 128,
    reason: 'StartError',
  });
  await createPod('image', { image: 'example.org/load:1' });
  await vi.waitFor(async () => {
    const { status } = await readPod('image');
    expect(status?.containerStatuses?.[0]?.state?.waiting?.reason).toBe('ErrImageNeverPull');
  }, patience);
});
