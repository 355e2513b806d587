export const podPhases = ['pending', 'running', 'succeeded', 'failed', 'unknown', 'deleted'] as const;
/** What has become of a pod; `deleted` when it went before it had ended. */
export type PodPhase = (typeof podPhases)[number];

/** The end of a container, that of one which was started again as well. */
export interface PodContainerEnd {
  container: string;
  exitCode: number;
  /** Such as `OOMKilled`, `Error` or `Completed`. */
  reason: string | null;
  atMs: number | null;
}

/** The life of a pod of a run. Times are unix milliseconds, as exact as Kubernetes has them: whole seconds. */
export interface PodLife {
  uid: string;
  name: string;
  /** The Job that made it. */
  job: string | null;
  node: string | null;
  phase: PodPhase;
  createdMs: number;
  scheduledMs: number | null;
  /** When its first container began to run. */
  startedMs: number | null;
  readyMs: number | null;
  /** When its last container ended. */
  endedMs: number | null;
  deletedMs: number | null;
  restarts: number;
  /** Why it does not start, such as `ImagePullBackOff: ...`. */
  waiting: string | null;
  /** Names of its containers, those that prepare first. */
  containers: readonly string[];
  ends: readonly PodContainerEnd[];
}

export const jobStates = ['running', 'complete', 'failed', 'deleted'] as const;
export type JobState = (typeof jobStates)[number];

/** The life of a Job of a run. Times are unix milliseconds in whole seconds. */
export interface JobLife {
  uid: string;
  name: string;
  state: JobState;
  startedMs: number | null;
  endedMs: number | null;
  reason: string | null;
  message: string | null;
  /** Pods of it. */
  active: number;
  succeeded: number;
  failed: number;
}
