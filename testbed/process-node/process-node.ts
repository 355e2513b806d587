import {
  ApiException,
  type CoreV1Api,
  PatchStrategy,
  setHeaderOptions,
  type V1Pod,
} from '@kubernetes/client-node';
import type { Guardian } from '../host/guardian.ts';
import { type PodEvent, PodRunner } from './pod-runner.ts';

const merge = setHeaderOptions('Content-Type', PatchStrategy.StrategicMergePatch);
const defaultGraceSeconds = 30;

export interface ProcessNodeOptions {
  core: CoreV1Api;
  nodeName: string;
  /** `PATH` of every container. */
  path: string;
  guardian: Guardian;
  /** Where a pod keeps what it writes. */
  folderOf: (uid: string) => string;
  tell: (message: string) => void;
}

/** Starts what is placed on the node and ends what is deleted. Pods are told apart by their uid. */
export class ProcessNode {
  readonly #options: ProcessNodeOptions;
  readonly #runners = new Map<string, PodRunner>();
  readonly #ending = new Set<string>();

  constructor(options: ProcessNodeOptions) {
    this.#options = options;
  }

  findPod(namespace: string, name: string): PodRunner | undefined {
    return [...this.#runners.values()].find(
      ({ pod }) => pod.metadata?.name === name && pod.metadata.namespace === namespace,
    );
  }

  /** All pods that there are: what is not among them was deleted by force. */
  seeAll(pods: readonly V1Pod[]): void {
    const present = new Set(pods.map(({ metadata }) => metadata?.uid));
    for (const [uid, runner] of this.#runners) if (!present.has(uid)) this.#end(uid, runner.pod, 0, false);
    for (const pod of pods) this.see(pod);
  }

  /** @param type how it changed, as a watch says */
  see(pod: V1Pod, type = 'MODIFIED'): void {
    const uid = pod.metadata?.uid ?? '';
    if (type === 'DELETED') {
      this.#end(uid, pod, 0, false);
    } else if (pod.metadata?.deletionTimestamp) {
      this.#end(uid, pod, pod.metadata.deletionGracePeriodSeconds ?? defaultGraceSeconds, true);
    } else if (!this.#runners.has(uid)) {
      if (pod.status?.phase === 'Pending') this.#start(uid, pod);
      if (pod.status?.phase === 'Running') void this.#lose(pod);
    }
  }

  #start(uid: string, pod: V1Pod): void {
    const { core, guardian, folderOf, path } = this.#options;
    const onEvent = (of: V1Pod, event: PodEvent): void => void this.#record(of, event);
    this.#runners.set(uid, new PodRunner(pod, { core, guardian, folder: folderOf(uid), path, onEvent }));
  }

  #end(uid: string, pod: V1Pod, graceSeconds: number, isToBeRemoved: boolean): void {
    if (this.#ending.has(uid)) return;
    this.#ending.add(uid);
    const end = async (): Promise<void> => {
      await this.#runners.get(uid)?.end(graceSeconds);
      this.#runners.delete(uid);
      if (isToBeRemoved) await this.#remove(pod);
    };
    end()
      .catch((error: Error) => this.#options.tell(`${pod.metadata?.name}: ${error.message}`))
      .finally(() => this.#ending.delete(uid));
  }

  async #remove(pod: V1Pod): Promise<void> {
    const { name = '', namespace = '', uid = '' } = pod.metadata ?? {};
    const body = { gracePeriodSeconds: 0, preconditions: { uid } };
    try {
      await this.#options.core.deleteNamespacedPod({ name, namespace, gracePeriodSeconds: 0, body });
    } catch (error) {
      if (!(error instanceof ApiException) || ![404, 409].includes(error.code)) throw error; // it is gone
    }
  }

  /** It ran on a node process that died, and its processes with it. */
  async #lose(pod: V1Pod): Promise<void> {
    const { name = '', namespace = '', uid } = pod.metadata ?? {};
    const status = { phase: 'Failed', reason: 'NodeLost', message: 'The process node was restarted' };
    await this.#options.core
      .patchNamespacedPodStatus({ name, namespace, body: { metadata: { uid }, status } }, merge)
      .catch((error: Error) => this.#options.tell(`${name}: ${error.message}`));
  }

  async #record(pod: V1Pod, { type, reason, message }: PodEvent): Promise<void> {
    const { name = '', namespace = '', uid = '' } = pod.metadata ?? {};
    const now = new Date();
    const body = {
      metadata: { generateName: `${name}.`.slice(0, 200), namespace },
      involvedObject: { kind: 'Pod', apiVersion: 'v1', name, namespace, uid },
      type,
      reason,
      message: message.slice(0, 1000),
      source: { component: 'kubelet', host: this.#options.nodeName },
      firstTimestamp: now,
      lastTimestamp: now,
      count: 1,
    };
    await this.#options.core
      .createNamespacedEvent({ namespace, body })
      .catch((error: Error) => this.#options.tell(`${name}: ${error.message}`));
  }
}
