import type { RunSummary } from '@proofload/contracts';

/**
 * How long one run takes: the mean of those that completed, in milliseconds; null before the first one has.
 * @param runs of one experiment
 */
export function estimateRunMs(
  runs: readonly Pick<RunSummary, 'outcome' | 'startedAt' | 'finishedAt'>[],
): number | null {
  const lengths = runs.flatMap(({ outcome, startedAt, finishedAt }) =>
    outcome === 'completed' && startedAt !== null && finishedAt !== null
      ? [Date.parse(finishedAt) - Date.parse(startedAt)]
      : [],
  );
  return lengths.length === 0 ? null : lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
}
