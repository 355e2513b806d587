import type { ClusterClient } from '@proofload/kubernetes';

/** A cluster as an executor gets it. */
export interface RunCluster {
  /** Its name in the project. */
  name: string;
  client: ClusterClient;
  /** Objects and pods that a run may make there unless its definition says otherwise. */
  maxObjects: number;
}

/** Where the objects of a run are, as it is kept with the run. */
export interface RunPlace {
  cluster: string;
  namespace: string;
}

/** The place that was kept of a run; null when nothing was made of it anywhere. */
export function readPlace(executorState: unknown): RunPlace | null {
  const { cluster, namespace } = (executorState ?? {}) as Partial<Record<keyof RunPlace, unknown>>;
  return typeof cluster === 'string' && typeof namespace === 'string' ? { cluster, namespace } : null;
}
