import { setTimeout as sleep } from 'node:timers/promises';
import {
  ApiException,
  CoordinationV1Api,
  CoreV1Api,
  type KubeConfig,
  PatchStrategy,
  setHeaderOptions,
  V1MicroTime,
} from '@kubernetes/client-node';
import { toSeconds } from './pod-status.ts';
import { processTaint } from './process-taint.ts';

const merge = setHeaderOptions('Content-Type', PatchStrategy.StrategicMergePatch);
const beatMs = 10_000;
const retryMs = 500;

/** Creates the node and keeps it alive, with its taint, so that only pods that ask for it land there. */
export async function registerNode(config: KubeConfig, name: string, port: number): Promise<void> {
  const core = config.makeApiClient(CoreV1Api);
  const leases = config.makeApiClient(CoordinationV1Api);
  await createOnce(() =>
    core.createNode({
      body: {
        metadata: {
          name,
          labels: {
            type: 'process',
            'kubernetes.io/hostname': name,
            'kubernetes.io/os': 'linux',
            'kubernetes.io/arch': process.arch === 'x64' ? 'amd64' : process.arch,
          },
        },
        spec: { taints: [processTaint] },
      },
    }),
  );
  const since = toSeconds(new Date());
  const beat = async (): Promise<void> => {
    await core.patchNodeStatus({ name, body: { status: describeNode(name, port, since) } }, merge);
    const spec = { holderIdentity: name, leaseDurationSeconds: 40, renewTime: new V1MicroTime() };
    const namespace = 'kube-node-lease';
    const body = { metadata: { name }, spec };
    try {
      await leases.patchNamespacedLease({ name, namespace, body }, merge);
    } catch (error) {
      if (!(error instanceof ApiException) || error.code !== 404) throw error;
      await leases.createNamespacedLease({ namespace, body });
    }
  };
  await beat();
  void keepBeating(beat);
}

async function keepBeating(beat: () => Promise<void>): Promise<never> {
  for (let waitMs = beatMs; ; ) {
    await sleep(waitMs);
    // While the API server is away, as soon as it is back: nodes that are silent for 40 s lose their pods.
    waitMs = await beat().then(
      () => beatMs,
      () => retryMs,
    );
  }
}

async function createOnce(create: () => Promise<unknown>): Promise<void> {
  try {
    await create();
  } catch (error) {
    if (!(error instanceof ApiException) || error.code !== 409) throw error; // there from before a restart
  }
}

function describeNode(name: string, port: number, since: Date): object {
  const capacity = { cpu: '16', memory: '64Gi', pods: '110' };
  const now = toSeconds(new Date());
  return {
    capacity,
    allocatable: capacity,
    addresses: [
      { type: 'InternalIP', address: '127.0.0.1' },
      { type: 'Hostname', address: name },
    ],
    daemonEndpoints: { kubeletEndpoint: { Port: port } },
    nodeInfo: {
      architecture: process.arch === 'x64' ? 'amd64' : process.arch,
      operatingSystem: 'linux',
      kubeletVersion: 'process-node',
      containerRuntimeVersion: 'process://1',
      ...Object.fromEntries(
        ['kubeProxyVersion', 'kernelVersion', 'osImage', 'bootID', 'machineID', 'systemUUID'].map((key) => [
          key,
          '',
        ]),
      ),
    },
    conditions: [
      {
        type: 'Ready',
        status: 'True',
        reason: 'KubeletReady',
        lastHeartbeatTime: now,
        lastTransitionTime: since,
      },
    ],
  };
}
