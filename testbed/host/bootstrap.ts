import { setTimeout as sleep } from 'node:timers/promises';
import { ApiException, CoreV1Api, KubeConfig, KubernetesObjectApi } from '@kubernetes/client-node';
import { makePlayedNode } from '../kwok/played-node.ts';
import type { NodeShape } from '../options.ts';
import { TestbedError } from '../testbed-error.ts';
import { listRoles } from './identities.ts';

const readyWithinMs = 60_000;
const lookEveryMs = 100;

/** Talks to the API server as its administrator. */
export interface ClusterClients {
  /** Makes clients of other groups, such as `config.makeApiClient(BatchV1Api)`. */
  config: KubeConfig;
  objects: KubernetesObjectApi;
  core: CoreV1Api;
}

export function makeClients(kubeconfigText: string): ClusterClients {
  const config = new KubeConfig();
  config.loadFromString(kubeconfigText);
  return {
    config,
    objects: KubernetesObjectApi.makeApiClient(config),
    core: config.makeApiClient(CoreV1Api),
  };
}

/** What the parts need to be allowed before they start. */
export async function createRoles({ objects }: ClusterClients): Promise<void> {
  for (const role of listRoles()) await objects.create(role);
}

export async function createPlayedNodes(
  { objects }: ClusterClients,
  nodes: readonly NodeShape[],
): Promise<void> {
  for (const [index, shape] of nodes.entries()) {
    await objects.create(makePlayedNode(shape, shape.name ?? `kwok-${index}`));
  }
}

/** Waits until pods can be created and placed: all nodes are ready, and the first namespace has its account. */
export async function waitUntilUsable({ core }: ClusterClients, nodeCount: number): Promise<void> {
  for (const endMs = Date.now() + readyWithinMs; Date.now() < endMs; await sleep(lookEveryMs)) {
    const { items } = await core.listNode();
    const ready = items.filter((node) =>
      node.status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True'),
    );
    const open = ready.filter(
      (node) => !node.spec?.taints?.some(({ key }) => key.startsWith('node.kubernetes.io/')),
    );
    if (open.length >= nodeCount && (await hasDefaultAccount(core))) return;
  }
  throw new TestbedError(`The nodes were not ready within ${readyWithinMs / 1000} s`);
}

async function hasDefaultAccount(core: CoreV1Api): Promise<boolean> {
  try {
    await core.readNamespacedServiceAccount({ name: 'default', namespace: 'default' });
    return true;
  } catch (error) {
    if (error instanceof ApiException && error.code === 404) return false;
    throw error;
  }
}
