import type { JobLife, PodLife, PodPhase } from '@proofload/domain';
import type { ClusterNote } from '../cluster-note.ts';
import type { JobFacts } from './job-facts.ts';
import type { PodFacts } from './pod-facts.ts';
import type { RunView } from './run-watcher.ts';

/** Pods that come by the hundred change many times a second; a reader sees no more than one state of them. */
const restMs = 1_000;
const batch = 500;
/** Ends of containers kept of a pod that is restarted again and again. */
const maxEnds = 20;
const maxWaiting = 1_000;

/**
 * Tells the run how its pods and Jobs stand, those that have changed since. All of it is in the objects themselves, so a worker
 * that takes the run over tells the same again.
 */
export class ObjectNotes {
  readonly #note: (note: ClusterNote) => Promise<void>;
  readonly #toldPods = new Map<string, PodFacts>();
  readonly #toldJobs = new Map<string, string>();
  #lastMs = Number.NEGATIVE_INFINITY;
  #telling: Promise<void> | null = null;

  constructor(note: (note: ClusterNote) => Promise<void>) {
    this.#note = note;
  }

  /** Tells what has changed, unless it did so just before or is still at it. */
  tell(view: RunView, nowMs: number): void {
    if (this.#telling !== null || nowMs - this.#lastMs < restMs) return;
    this.#lastMs = nowMs;
    this.#telling = this.#tellChanges(view).finally(() => {
      this.#telling = null;
    });
  }

  /** Tells what has changed; settles once it is stored. */
  async tellAll(view: RunView): Promise<void> {
    await this.#telling;
    await this.#tellChanges(view);
  }

  async #tellChanges(view: RunView): Promise<void> {
    // The watcher makes new facts of a pod for each of its changes.
    const changed = [...view.pods.values()].filter((pod) => this.#toldPods.get(pod.uid) !== pod);
    const jobs = [...view.jobs.values()]
      .map((job) => toJobLife(job, view.deletedJobs.has(job.name)))
      .filter((job) => this.#toldJobs.get(job.uid) !== JSON.stringify(job));
    for (const pod of changed) this.#toldPods.set(pod.uid, pod);
    for (const job of jobs) this.#toldJobs.set(job.uid, JSON.stringify(job));
    const pods = changed.flatMap((pod) => toPodLife(pod) ?? []);
    for (let at = 0; at < pods.length || (at === 0 && jobs.length > 0); at += batch) {
      const first = at === 0 ? jobs : [];
      await this.#note({ kind: 'objects', pods: pods.slice(at, at + batch), jobs: first });
    }
  }
}

const phases: Readonly<Record<string, PodPhase>> = {
  Pending: 'pending',
  Running: 'running',
  Succeeded: 'succeeded',
  Failed: 'failed',
  Deleted: 'deleted',
};

/** Null for what no API server gives: a pod without a uid or a time. */
export function toPodLife(pod: PodFacts): PodLife | null {
  const { uid, createdMs } = pod;
  if (uid === '' || createdMs === null) return null;
  return {
    uid,
    name: pod.name,
    job: pod.job,
    node: pod.node,
    phase: phases[pod.phase] ?? 'unknown',
    createdMs,
    scheduledMs: pod.scheduledMs,
    startedMs: pod.startedMs,
    readyMs: pod.readyMs,
    endedMs: pod.finishedMs,
    deletedMs: pod.deletedMs,
    restarts: pod.restarts,
    waiting: (pod.waiting ?? pod.unschedulable)?.slice(0, maxWaiting) ?? null,
    containers: pod.containers,
    ends: [...pod.earlierEnds, ...pod.ends]
      .map(({ container, exitCode, reason, finishedMs }) => ({
        container,
        exitCode,
        reason,
        atMs: finishedMs,
      }))
      .slice(-maxEnds),
  };
}

function toJobLife({ end, ...job }: JobFacts, isDeleted: boolean): JobLife {
  const { uid, name, startedMs, active, succeeded, failed } = job;
  const ended = end?.isComplete ? 'complete' : 'failed';
  return {
    uid,
    name,
    state: end ? ended : isDeleted ? 'deleted' : 'running',
    startedMs,
    endedMs: end?.atMs ?? null,
    reason: end?.reason ?? null,
    message: end?.message ?? null,
    active,
    succeeded,
    failed,
  };
}
