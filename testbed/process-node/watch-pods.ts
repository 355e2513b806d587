import { setTimeout as sleep } from 'node:timers/promises';
import { type CoreV1Api, type KubeConfig, type V1Pod, Watch } from '@kubernetes/client-node';

const pauseMs = 300;

/**
 * Shows every pod of a node when it appears or changes, and all of them now and then, so that what was missed while the
 * API server was away is noticed.
 */
export async function watchPods(options: {
  config: KubeConfig;
  core: CoreV1Api;
  nodeName: string;
  onPod: (pod: V1Pod, type: string) => void;
  /** All pods of the node, after each list. */
  onList: (pods: readonly V1Pod[]) => void;
  onTrouble: (message: string) => void;
}): Promise<never> {
  const { config, core, nodeName, onPod, onList, onTrouble } = options;
  const fieldSelector = `spec.nodeName=${nodeName}`;
  for (;;) {
    try {
      const { items, metadata } = await core.listPodForAllNamespaces({ fieldSelector });
      onList(items);
      await new Promise<void>((settle, reject) => {
        const query = { fieldSelector, resourceVersion: metadata?.resourceVersion, timeoutSeconds: 30 };
        const see = (type: string, pod: V1Pod): void => {
          if (type !== 'ERROR' && type !== 'BOOKMARK') onPod(pod, type);
        };
        new Watch(config)
          .watch('/api/v1/pods', query, see, (error) => (error ? reject(error) : settle()))
          .catch(reject);
      });
    } catch (error) {
      onTrouble((error as Error).message);
      await sleep(pauseMs);
    }
  }
}
