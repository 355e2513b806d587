import type { CapacityStep, Params, RunOutcome } from '@proofload/domain';
import type { ClusterNote } from './cluster-note.ts';
import type { RunCluster, RunPlace } from './kubernetes/run-place.ts';

/** Where pods of a run send what they measure. */
export interface PushTarget {
  /** Below it are `/write`, `/otlp/v1/metrics`, `/openmetrics` and `/k6` of the run. */
  url: string;
  /** May push into this run alone, until it ends. It belongs into a Secret, and never into a log or a manifest. */
  token: string;
}

export type WorkloadLogLevel = 'debug' | 'info' | 'warn' | 'error';

/** What an executor is told about the run whose workload it carries out. */
export interface WorkloadInput {
  runId: string;
  params: Params;
  /** `spec.workload.with`, with the parameters put in. */
  with: unknown;
  /** By when the workload must have ended, in unix milliseconds. */
  deadlineMs: number;
  /** A folder for this attempt of the run alone; it exists and is empty. */
  directory: string;
  /** Reads an uploaded artifact of the project by name. */
  openUpload: (name: string) => Promise<AsyncIterable<Uint8Array>>;
  /** Takes a line of output. Never throws and never waits. */
  log: (level: WorkloadLogLevel, message: string) => void;
  /** Connects to the cluster that the experiment names; the executor closes it. Throws when it names none. */
  openCluster: () => Promise<RunCluster>;
  /** Makes a token with which pods push into the run. Each call makes another one. */
  openPush: () => Promise<PushTarget>;
  /**
   * Keeps where the objects of the run are, before any is made, so that they are found whenever this worker dies.
   * Throws when that cannot be kept, or the run belongs to somebody else.
   */
  remember: (place: RunPlace) => Promise<void>;
  /** Takes note of what happens to the workload. Resolves once it is stored; waits for a database that is away. */
  note: (note: ClusterNote) => Promise<void>;
  /** The steps that the run has kept: those of a worker that it was taken over from. */
  readSteps: () => Promise<CapacityStep[]>;
  askPrometheus: AskPrometheus;
}

/**
 * Asks Prometheus for the values of an expression at a time. Throws a ProofloadError: `unavailable` when it did not
 * answer, which may pass, and `invalid` for a query that it refuses.
 * @param options.server a Prometheus server of the project; that of the run's cluster unless given
 */
export type AskPrometheus = (
  query: string,
  options: { atMs: number; server?: string | undefined },
) => Promise<number[]>;

/** A file that a workload leaves behind and that belongs to its run. */
export interface WorkloadFile {
  name: string;
  path: string;
  contentType: string;
  /** Whose results it holds, where they are to be read into the run as well: of k6, of another tool, or a scrape. */
  ingestAs?: 'k6' | 'results' | 'openmetrics';
}

/** How a workload ended. */
export interface WorkloadEnd {
  outcome: Extract<RunOutcome, 'completed' | 'failed' | 'limited' | 'stalled'>;
  /** In a sentence; null when there is nothing to say. */
  reason: string | null;
  /** What the reader of the results should know although the workload ended well. */
  warnings: string[];
  files: WorkloadFile[];
  /** When the load itself began and ended, in unix milliseconds, where the workload knows better than its samples. */
  span?: { fromMs: number; toMs: number };
}

/** A workload at work. */
export interface RunningWorkload {
  /** NDJSON in k6's format that grows while the workload runs; null when there is none. */
  samplesPath: string | null;
  /** Facts about the environment that may explain differences between runs. */
  environment: Readonly<Record<string, string>>;
  /** What finds the workload again after a crash. */
  state: Readonly<Record<string, string | number>>;
  /** Settles once the workload is over, however it ended; never rejects. Does not settle after `leave`. */
  ended: Promise<WorkloadEnd>;
  /** Ends the workload within 5 s, kindly first; `ended` settles as well. Repeatable. */
  stop: () => void;
  /**
   * Stops watching a workload that goes on without this worker: another one finds it by starting the run again.
   * Absent where the workload dies with its worker. Repeatable.
   */
  leave?: () => void;
  /** Writes down how things stand, for a run that is about to be ended as stalled. */
  takeSnapshot?: () => Promise<WorkloadFile[]>;
}

/** Carries out workloads of one kind. */
export interface Executor {
  /**
   * Starts the workload, or finds it again when an earlier worker had begun to: no object is made twice. Throws a
   * ProofloadError that says why it cannot be started.
   */
  start: (input: WorkloadInput) => Promise<RunningWorkload>;
}
