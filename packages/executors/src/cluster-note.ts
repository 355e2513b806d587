import type { CapacityStep, JobLife, PodLife } from '@proofload/domain';

/** What a workload on a cluster has to tell while it runs. Times are unix milliseconds. */
export type ClusterNote =
  /** An interval of the run; the same name again takes its place. */
  | { kind: 'phase'; name: string; startMs: number; endMs: number | null }
  /** Something that the cluster reported of an object of the run; the same id again takes its place. */
  | { kind: 'event'; event: ClusterEvent }
  /** How pods and Jobs of the run stand; what is told of one again takes its place. */
  | { kind: 'objects'; pods: readonly PodLife[]; jobs: readonly JobLife[] }
  /** Facts that became known only while it ran, such as the digest of an image. */
  | { kind: 'facts'; facts: Readonly<Record<string, string>> }
  /**
   * A step of a capacity search, or a newer state of it. Rejects when it cannot be kept, or the run belongs to somebody
   * else: nobody may go on to the next step then.
   */
  | { kind: 'step'; step: CapacityStep };

/** An event of an object of the run, as Kubernetes keeps them, or an end of a container that it has no event for. */
export interface ClusterEvent {
  /** Unique within the run. */
  id: string;
  /** When it happened last. */
  atMs: number;
  /** When it happened first. */
  firstMs: number;
  type: 'normal' | 'warning';
  /** In one word, such as `FailedScheduling` or `OOMKilled`. */
  reason: string;
  /** What it happened to, such as `Pod/load-x7k2p`. */
  object: string;
  message: string;
  /** How often it happened. */
  count: number;
}
