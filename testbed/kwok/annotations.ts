const prefix = 'testbed.proofload/';

/** Annotations of a pod (of a Job: of its template) that say how a played node shall treat it. */
export const annotations = {
  /** Duration before its containers run, such as `5s`; 200 ms unless given. */
  startDelay: `${prefix}start-delay`,
  /** Why it never starts, such as `ImagePullBackOff`. */
  stuck: `${prefix}stuck`,
  /** How long the pod of a Job runs, such as `20s`; 2 s unless given. */
  runFor: `${prefix}run-for`,
  /** With it the pod runs for a random time between both. */
  runForMax: `${prefix}run-for-max`,
  /** Exit code of the pod of a Job, such as `99`; with 137 it was killed for its memory. 0 unless given. */
  exitCode: `${prefix}exit-code`,
  /** What the containers leave as their termination message. */
  message: `${prefix}termination-message`,
  /** When a container of a pod that is always restarted is killed for its memory and started again, once. */
  oomAfter: `${prefix}oom-after`,
  /** Usage that the node reports, as Kubernetes quantities: 25m and 32Mi unless given. */
  cpu: `${prefix}cpu`,
  memory: `${prefix}memory`,
} as const;
