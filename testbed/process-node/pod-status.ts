import type {
  V1Container,
  V1ContainerState,
  V1ContainerStatus,
  V1Pod,
  V1PodStatus,
} from '@kubernetes/client-node';

/** What is known of a container while its pod runs. */
export interface ContainerRecord {
  container: V1Container;
  state: V1ContainerState;
  lastState: V1ContainerState | null;
  restartCount: number;
}

export type Phase = 'Pending' | 'Running' | 'Succeeded' | 'Failed';

/** Times of Kubernetes have no fractions of a second. */
export const toSeconds = (date: Date): Date => new Date(Math.floor(date.getTime() / 1000) * 1000);

/** The status of a pod of the process node, as a patch. */
export function makePodStatus(
  pod: V1Pod,
  phase: Phase,
  init: readonly ContainerRecord[],
  main: readonly ContainerRecord[],
  now: Date,
): V1PodStatus {
  const isInitialized = init.every(({ state }) => state.terminated?.exitCode === 0);
  const isReady = phase === 'Running' && main.every(({ state }) => state.running !== undefined);
  const condition = (type: string, isTrue: boolean, reason?: string) => {
    const status = isTrue ? 'True' : 'False';
    return { type, status, lastTransitionTime: now, ...(!isTrue && reason ? { reason } : {}) };
  };
  const unreadyReason = phase === 'Succeeded' ? 'PodCompleted' : 'ContainersNotReady';
  return {
    phase,
    hostIP: '127.0.0.1',
    podIP: '127.0.0.1',
    podIPs: [{ ip: '127.0.0.1' }],
    startTime: pod.status?.startTime ?? now,
    conditions: [
      condition('Initialized', isInitialized, 'ContainersNotInitialized'),
      condition('Ready', isReady, unreadyReason),
      condition('ContainersReady', isReady, unreadyReason),
    ],
    ...(init.length > 0 ? { initContainerStatuses: init.map(describe) } : {}),
    containerStatuses: main.map(describe),
  };
}

function describe({ container, state, lastState, restartCount }: ContainerRecord): V1ContainerStatus {
  const isRunning = state.running !== undefined;
  return {
    name: container.name,
    image: container.image ?? '',
    imageID: '',
    ready: isRunning,
    started: isRunning,
    restartCount,
    state,
    ...(lastState ? { lastState } : {}),
  };
}
