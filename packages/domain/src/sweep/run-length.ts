import { formatRoughDurationMs } from '../units/format.ts';

/** What a length was taken from, the best first. */
export const lengthBases = ['sweep', 'experiment', 'timeout'] as const;
export type LengthBasis = (typeof lengthBases)[number];

export interface RunLength {
  lengthMs: number;
  basis: LengthBasis;
  /** Runs that it is the median of; 0 for a time limit. */
  runs: number;
  /** Runs that were there to choose from. */
  known: number;
}

/** A run that completed. */
export interface MeasuredRun {
  treatment: string;
  lengthMs: number;
}

/**
 * How long a run of a treatment will take: the median of the treatment's runs in this sweep, else of all its runs, else
 * the same of earlier sweeps of the experiment, else the time limit of the workload.
 */
export function expectLength(
  treatment: string,
  known: { sweep: readonly MeasuredRun[]; experiment: readonly MeasuredRun[]; timeoutMs: number },
): RunLength {
  for (const basis of ['sweep', 'experiment'] as const) {
    const all = known[basis];
    const own = all.filter((run) => run.treatment === treatment);
    const taken = own.length > 0 ? own : all;
    if (taken.length > 0)
      return {
        lengthMs: median(taken.map(({ lengthMs }) => lengthMs)),
        basis,
        runs: taken.length,
        known: all.length,
      };
  }
  return { lengthMs: known.timeoutMs, basis: 'timeout', runs: 0, known: 0 };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

/** How long a sweep still takes, and how that is known. */
export interface SweepEstimate {
  remainingMs: number;
  /** The weakest ground that a part of it stands on. */
  basis: LengthBasis;
  /** Runs that it was taken from. */
  runs: number;
}

/** "about 12 min left, from 4 runs" */
export function sayEstimate({ remainingMs, basis, runs }: SweepEstimate): string {
  const left = `${formatRoughDurationMs(remainingMs)} left`;
  if (basis === 'timeout') return `at most ${left}, by the time limit of each run`;
  const from = `${runs} ${runs === 1 ? 'run' : 'runs'}`;
  return `about ${left}, from ${from}${basis === 'experiment' ? ' of earlier sweeps' : ''}`;
}
