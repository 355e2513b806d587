import { join } from 'node:path';
import type { KindRef } from '@proofload/kubernetes';
import type { RunningWorkload, WorkloadEnd, WorkloadFile, WorkloadInput } from '../executor.ts';
import { applyBundle } from './apply-bundle.ts';
import type { ResultSettings } from './bundle-settings.ts';
import { describeCluster, describeImages } from './cluster-facts.ts';
import { type Collected, type CollectInput, collectLogs, collectResults } from './collect-results.ts';
import type { JobsEnd } from './judge-jobs.ts';
import { keepAsking } from './keep-asking.ts';
import { ObjectNotes } from './object-notes.ts';
import { PodSamples } from './pod-samples.ts';
import type { PreparedBundle } from './prepare-objects.ts';
import { removeRunObjects } from './remove-run-objects.ts';
import { requireAccess } from './require-access.ts';
import type { RunCluster } from './run-place.ts';
import { type RunWatcher, watchForRun } from './run-watcher.ts';
import { writeSnapshot } from './write-snapshot.ts';

export interface BundleRun {
  cluster: RunCluster;
  namespace: string;
  bundle: PreparedBundle;
  logs: { bytes: number; pods: number };
  result?: ResultSettings | undefined;
  /** Puts in, once the rights are known, what must not be made before. */
  complete?: () => Promise<void>;
  /** Kinds that `follow` watches besides. */
  watches?: readonly KindRef[];
  /** Watches what jobs and pods do not tell, until the signal fires. Rejects when the API server refuses. */
  follow?: (signal: AbortSignal) => Promise<void>;
  /** Reads from the pods what they measured and how they ended, where their exit codes do not tell; may change the end. */
  conclude?: (input: CollectInput, end: JobsEnd) => Promise<Concluded>;
  /** Whether the workload has ended, and how; null while it goes on. Asked after every change and every second. */
  judge: (view: RunWatcher, nowMs: number) => JobsEnd | null;
}

/** What a workload was found to be in the end. */
export interface Concluded extends JobsEnd {
  files: WorkloadFile[];
  span?: WorkloadEnd['span'];
}

/** How long an API server may be away before a run is given up that has made nothing yet. */
const patienceMs = 60_000;
const lookEveryMs = 1_000;
/** For the last states of all pods, which a run that was cancelled waits for as well. */
const lastLookMs = 3_000;
/** What is read of pods when a run is stopped; a run that was cancelled must not take long. */
const stopPatienceMs = 4_000;

/** Makes the objects of a run on its cluster, or finds them there, and watches them until they have ended. */
export async function startBundle(input: WorkloadInput, run: BundleRun): Promise<RunningWorkload> {
  const { cluster, namespace, bundle } = run;
  await keepAsking(() => requireAccess(cluster, run), { forMs: patienceMs });
  await input.remember({ cluster: cluster.name, namespace });
  await keepAsking(async () => run.complete?.(), { forMs: patienceMs });
  try {
    await applyBundle(cluster.client, { runId: input.runId, namespace, bundle });
  } catch (error) {
    await removeRunObjects(cluster.client, { runId: input.runId, namespace }).catch((cause: Error) =>
      input.log('warn', `What was made before could not be removed yet: ${cause.message}`),
    );
    throw error;
  }
  input.log('info', `${bundle.objects.length} objects are on the cluster ${cluster.name} in ${namespace}`);
  const described = await describeCluster(cluster);
  const workload = new BundleWorkload(input, run, [...bundle.warnings, ...described.warnings]);
  return {
    samplesPath: workload.samplesPath,
    environment: described.facts,
    state: { cluster: cluster.name, namespace },
    ended: workload.follow(),
    stop: () => workload.stop(),
    leave: () => workload.leave(),
    takeSnapshot: () => workload.takeSnapshot(),
  };
}

class BundleWorkload {
  readonly samplesPath: string;
  readonly #input: WorkloadInput;
  readonly #run: BundleRun;
  readonly #warnings: string[];
  readonly #stopping = new AbortController();
  readonly #leaving = new AbortController();
  readonly #watching = new AbortController();
  readonly #watcher: RunWatcher;

  constructor(input: WorkloadInput, run: BundleRun, warnings: string[]) {
    this.#input = input;
    this.#run = run;
    this.#warnings = warnings;
    this.samplesPath = join(input.directory, 'samples.json');
    this.#watcher = watchForRun(input, {
      client: run.cluster.client,
      namespace: run.namespace,
      signal: this.#watching.signal,
    });
  }

  async follow(): Promise<WorkloadEnd> {
    const samples = new PodSamples(this.samplesPath);
    const objects = new ObjectNotes(this.#input.note);
    let refusal: string | null = null;
    const { signal } = this.#watching;
    const watching = Promise.all([this.#watcher.run(), this.#run.follow?.(signal)]).catch((error: Error) => {
      refusal = error.message;
    });
    let end: JobsEnd | null = null;
    while (end === null && !this.#stopping.signal.aborted && !this.#leaving.signal.aborted) {
      await this.#watcher.changed(lookEveryMs);
      samples.write(this.#watcher, Date.now());
      objects.tell(this.#watcher, Date.now());
      end = this.#run.judge(this.#watcher, Date.now());
      refusal ??= this.#watcher.longRefusal();
      if (refusal !== null)
        end ??= {
          outcome: 'failed',
          reason: `The objects of the run cannot be watched: ${refusal}`,
          warnings: [],
        };
    }
    this.#watching.abort();
    await watching;
    if (end === null && this.#leaving.signal.aborted) {
      await this.#run.cluster.client.close();
      return new Promise<never>(() => undefined);
    }
    await this.#watcher.catchUp(AbortSignal.timeout(lastLookMs));
    samples.write(this.#watcher, Date.now());
    await objects.tellAll(this.#watcher);
    return this.#finish(end ?? { outcome: 'failed', reason: 'The load was stopped', warnings: [] });
  }

  async #finish(end: JobsEnd): Promise<WorkloadEnd> {
    const pods = [...this.#watcher.pods.values()];
    const { client } = this.#run.cluster;
    const hurry = this.#stopping.signal.aborted ? { signal: AbortSignal.timeout(stopPatienceMs) } : {};
    const input = { client, directory: this.#input.directory, pods, ...hurry };
    const concluded: Concluded = (await this.#run.conclude?.(input, end)) ?? { ...end, files: [] };
    const collected: Collected[] = [
      await collectResults(input, end.outcome === 'completed' ? this.#run.result : undefined),
      await collectLogs(input, this.#run.logs),
    ];
    await this.#input.note({ kind: 'facts', facts: { ...describeImages(pods), ...this.#describeSpread() } });
    const span = concluded.span ?? this.#span();
    await client.close();
    const { outcome, reason, warnings } = concluded;
    return {
      outcome,
      reason,
      warnings: [...this.#warnings, ...warnings, ...collected.flatMap((each) => each.warnings)],
      files: [...concluded.files, ...collected.flatMap(({ files }) => files)],
      ...(span ? { span } : {}),
    };
  }

  #describeSpread(): Record<string, string> {
    const nodes = new Set([...this.#watcher.pods.values()].flatMap(({ node }) => node ?? []));
    return {
      'kubernetes.pods': String(this.#watcher.pods.size),
      'kubernetes.pods.nodes': String(nodes.size),
    };
  }

  /** From the first job that began to the last that ended. */
  #span(): WorkloadEnd['span'] | null {
    const jobs = [...this.#watcher.jobs.values()];
    const starts = jobs.flatMap(({ startedMs }) => startedMs ?? []);
    const ends = jobs.flatMap(({ end }) => end?.atMs ?? []);
    if (starts.length === 0) return null;
    const fromMs = Math.min(...starts);
    const toMs = ends.length === jobs.length ? Math.max(...ends) : Date.now();
    return { fromMs, toMs: Math.max(fromMs, toMs) };
  }

  stop(): void {
    this.#stopping.abort();
    this.#watching.abort();
  }

  leave(): void {
    this.#leaving.abort();
    this.#watching.abort();
  }

  takeSnapshot(): Promise<WorkloadFile[]> {
    return writeSnapshot(this.#input.directory, this.#watcher);
  }
}
