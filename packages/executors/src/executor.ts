import type { Params, RunOutcome } from '@proofload/domain';

export type WorkloadLogLevel = 'debug' | 'info' | 'warn' | 'error';

/** What an executor is told about the run whose workload it carries out. */
export interface WorkloadInput {
  runId: string;
  params: Params;
  /** `spec.workload.with`, with the parameters put in. */
  with: unknown;
  /** A folder for this attempt of the run alone; it exists and is empty. */
  directory: string;
  /** Reads an uploaded artifact of the project by name. */
  openUpload: (name: string) => Promise<AsyncIterable<Uint8Array>>;
  /** Takes a line of output. Never throws and never waits. */
  log: (level: WorkloadLogLevel, message: string) => void;
}

/** A file that a workload leaves behind and that belongs to its run. */
export interface WorkloadFile {
  name: string;
  path: string;
  contentType: string;
}

/** How a workload ended. */
export interface WorkloadEnd {
  outcome: Extract<RunOutcome, 'completed' | 'failed' | 'limited'>;
  /** In a sentence; null when there is nothing to say. */
  reason: string | null;
  /** What the reader of the results should know although the workload ended well. */
  warnings: string[];
  files: WorkloadFile[];
}

/** A workload at work. */
export interface RunningWorkload {
  /** NDJSON in k6's format that grows while the workload runs. */
  samplesPath: string;
  /** Facts about the environment that may explain differences between runs. */
  environment: Readonly<Record<string, string>>;
  /** What finds the workload again after a crash. */
  state: Readonly<Record<string, string | number>>;
  /** Settles once the workload is over, however it ended; never rejects. */
  ended: Promise<WorkloadEnd>;
  /** Ends the workload within 5 s, kindly first; `ended` settles as well. Repeatable. */
  stop: () => void;
}

/** Carries out workloads of one kind. */
export interface Executor {
  /** Starts the workload. Throws a ProofloadError that says why it cannot be started. */
  start: (input: WorkloadInput) => Promise<RunningWorkload>;
}
