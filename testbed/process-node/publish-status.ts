import { setTimeout as sleep } from 'node:timers/promises';
import {
  ApiException,
  type CoreV1Api,
  PatchStrategy,
  setHeaderOptions,
  type V1Pod,
  type V1PodStatus,
} from '@kubernetes/client-node';

const pauseMs = 500;
const merge = setHeaderOptions('Content-Type', PatchStrategy.StrategicMergePatch);

/** Tells the API server how a pod is, the newest word last, for as long as it takes to reach it. */
export class StatusPublisher {
  readonly #core: CoreV1Api;
  readonly #pod: V1Pod;
  #next: V1PodStatus | null = null;
  #sending: Promise<void> | null = null;
  #isStopped = false;

  constructor(core: CoreV1Api, pod: V1Pod) {
    this.#core = core;
    this.#pod = pod;
  }

  /** Returns when this or a newer status has arrived, or the pod is gone. */
  publish(status: V1PodStatus): Promise<void> {
    this.#next = status;
    this.#sending ??= this.#send().finally(() => {
      this.#sending = null;
    });
    return this.#sending;
  }

  stop(): void {
    this.#isStopped = true;
  }

  async #send(): Promise<void> {
    const { name = '', namespace = '', uid } = this.#pod.metadata ?? {};
    while (this.#next && !this.#isStopped) {
      const status = this.#next;
      try {
        // The uid keeps it from a later pod of the same name.
        await this.#core.patchNamespacedPodStatus(
          { name, namespace, body: { metadata: { uid }, status } },
          merge,
        );
        if (this.#next === status) this.#next = null;
      } catch (error) {
        if (error instanceof ApiException && [404, 409, 422].includes(error.code)) return; // it is gone
        await sleep(pauseMs);
      }
    }
  }
}
