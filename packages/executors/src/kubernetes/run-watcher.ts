import type { ClusterClient, ClusterError, KubernetesObject } from '@proofload/kubernetes';
import type { ClusterEvent } from '../cluster-note.ts';
import type { WorkloadInput } from '../executor.ts';
import { type ObjectEvent, oomEventsOf, readEvent } from './event-facts.ts';
import { type JobFacts, readJobFacts } from './job-facts.ts';
import { type PodFacts, readPodFacts } from './pod-facts.ts';
import { selectorOf } from './run-labels.ts';

export interface WatcherInput {
  client: ClusterClient;
  runId: string;
  namespace: string;
  signal: AbortSignal;
  nowMs: () => number;
  onEvent: (event: ClusterEvent) => void;
  /** The connection to the API server broke, or is back. */
  onConnection: (message: string) => void;
}

/** What is seen of the objects of a run. */
export interface RunView {
  jobs: ReadonlyMap<string, JobFacts>;
  pods: ReadonlyMap<string, PodFacts>;
  /** Names of jobs that were there and were deleted. */
  deletedJobs: ReadonlySet<string>;
  /** Why pods are not made, such as an exceeded quota, and since when; null once one is made. */
  failedCreate: { message: string; sinceMs: number } | null;
}

/** Events of objects that are not known yet wait for them, so many at a time. */
const maxUnknown = 2_000;
const maxPods = 20_000;
/** How long a cluster may refuse the credential before the run is given up: rights that are being changed come back. */
const refusedMs = 30_000;
/** Whose pods are made by a controller, which says so when it cannot. */
const madeByControllers = ['Job', 'StatefulSet', 'DaemonSet', 'ReplicaSet'];

/**
 * Watches jobs, pods and events of a run and keeps what counts of them, past dropped connections and restarts of the
 * API server.
 */
export class RunWatcher implements RunView {
  readonly jobs = new Map<string, JobFacts>();
  readonly pods = new Map<string, PodFacts>();
  readonly deletedJobs = new Set<string>();
  failedCreate: RunView['failedCreate'] = null;
  /** Since when the API server has refused the credential, and with what words; null while it does not. */
  private refused: { message: string; sinceMs: number } | null = null;
  readonly #input: WatcherInput;
  readonly #known = new Set<string>();
  readonly #said = new Map<string, number>();
  #unknown: ObjectEvent[] = [];
  #wake: () => void = () => undefined;

  constructor(input: WatcherInput) {
    this.#input = input;
  }

  /** Watches until the signal fires. Rejects when the API server refuses, with what it said. */
  async run(): Promise<void> {
    const { client, namespace, signal, runId, onConnection } = this.#input;
    const own = { labelSelector: selectorOf(runId), maxObjects: maxPods };
    const watch = (
      kind: string,
      apiVersion: string,
      take: (object: KubernetesObject, isGone: boolean) => void,
      options = {},
    ) =>
      client.watch(
        { apiVersion, kind, namespace },
        { ...options, ...this.#connection(kind) },
        ({ type, object }) => {
          take(object, type === 'deleted');
          this.#wake();
        },
        signal,
      );
    await Promise.all([
      watch('Job', 'batch/v1', (object, isGone) => this.#takeJob(object, isGone), own),
      watch('Pod', 'v1', (object, isGone) => this.#takePod(object, isGone), own),
      watch('Event', 'v1', (object, isGone) => isGone || this.#takeEvent(object)).catch((error: Error) =>
        // Events explain; a run goes on without them.
        onConnection(`The events of the cluster cannot be seen: ${error.message}`),
      ),
    ]);
  }

  /** Why the API server has refused the credential for too long; null while it does not. One that was revoked stays so. */
  longRefusal(): string | null {
    const { refused } = this;
    if (refused === null || this.#input.nowMs() - refused.sinceMs < refusedMs) return null;
    return refused.message;
  }

  /**
   * Lists pods and Jobs once more: of thousands of pods, the watch may be seconds behind that of their Job. What is seen stays as it
   * is when the cluster does not answer in time.
   */
  async catchUp(signal: AbortSignal): Promise<void> {
    const { client, namespace, runId, onConnection } = this.#input;
    const own = { labelSelector: selectorOf(runId), limit: maxPods, signal };
    try {
      const [jobs, pods] = await Promise.all([
        client.list({ apiVersion: 'batch/v1', kind: 'Job', namespace }, own),
        client.list({ apiVersion: 'v1', kind: 'Pod', namespace }, own),
      ]);
      for (const job of jobs.items) this.#takeJob(job, false);
      for (const pod of pods.items) this.#takePod(pod, false);
    } catch (error) {
      onConnection(`The last states of the pods could not be read: ${(error as Error).message}`);
    }
  }

  /** Settles when something has changed since the last call began, at the latest after so many milliseconds. */
  async changed(atMostMs: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, atMostMs);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #connection(kind: string) {
    const { onConnection, nowMs } = this.#input;
    // Three watches break together; one of them says so.
    if (kind !== 'Pod') return {};
    return {
      onCut: (error: ClusterError) => {
        onConnection(`The cluster is not reached: ${error.message}`);
        if (error.code === 'forbidden') this.refused = { message: error.message, sinceMs: nowMs() };
      },
      onBack: () => {
        this.refused = null;
        onConnection('The cluster is reached again');
      },
    };
  }

  #takeJob(object: KubernetesObject, isGone: boolean): void {
    const job = readJobFacts(object);
    if (job === null) return;
    this.learn(job.uid);
    if (isGone) {
      this.deletedJobs.add(job.name);
      return;
    }
    this.deletedJobs.delete(job.name);
    this.jobs.set(job.name, job);
  }

  #takePod(object: KubernetesObject, isGone: boolean): void {
    const pod = readPodFacts(object);
    if (pod === null) return;
    this.learn(pod.uid);
    const before = this.pods.get(pod.uid);
    if (before === undefined) this.failedCreate = null;
    // What is left of a deleted pod says less than what was known of it.
    const facts =
      isGone && before
        ? {
            ...before,
            phase: before.finishedMs === null ? 'Deleted' : before.phase,
            deletedMs: this.#input.nowMs(),
          }
        : pod;
    this.pods.set(pod.uid, facts);
    for (const event of oomEventsOf(facts, this.#input.nowMs())) this.#say(event);
  }

  #takeEvent(object: KubernetesObject): void {
    const found = readEvent(object, this.#input.nowMs());
    if (found === null) return;
    if (this.#known.has(found.involved.uid)) this.#tell(found);
    else this.#unknown.push(found);
    if (this.#unknown.length > maxUnknown) this.#unknown.shift();
  }

  /** Takes the events of an object of the run, which have waited for it or come later. */
  learn(uid: string): void {
    if (this.#known.has(uid)) return;
    this.#known.add(uid);
    const own = this.#unknown.filter(({ involved }) => involved.uid === uid);
    if (own.length === 0) return;
    this.#unknown = this.#unknown.filter(({ involved }) => involved.uid !== uid);
    for (const found of own) this.#tell(found);
  }

  #tell({ event, involved }: ObjectEvent): void {
    if (madeByControllers.includes(involved.kind) && event.reason === 'FailedCreate')
      this.failedCreate = { message: event.message, sinceMs: this.failedCreate?.sinceMs ?? event.atMs };
    this.#say(event);
  }

  /** Pods change often, and their events come again with every list. */
  #say(event: ClusterEvent): void {
    if (this.#said.get(event.id) === event.count) return;
    this.#said.set(event.id, event.count);
    this.#input.onEvent(event);
  }
}

/** A watcher that tells the run what it sees. */
export function watchForRun(
  { runId, log, note }: WorkloadInput,
  { client, namespace, signal }: Pick<WatcherInput, 'client' | 'namespace' | 'signal'>,
): RunWatcher {
  return new RunWatcher({
    client,
    runId,
    namespace,
    signal,
    nowMs: Date.now,
    onEvent: (event) => {
      if (event.type === 'warning') log('warn', `${event.object} ${event.reason}: ${event.message}`);
      void note({ kind: 'event', event });
    },
    onConnection: (message) => log('warn', message),
  });
}
