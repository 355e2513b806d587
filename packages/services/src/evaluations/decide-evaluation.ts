import { changesRuns, type EvaluatingChange } from '@proofload/domain';

export interface EvaluationFacts {
  /** Whether the run has the results of this definition already. */
  isSame: boolean;
  /** From the definition that made the present results; null when that is not known. */
  changes: readonly EvaluatingChange[] | null;
  /** Whether the present results came from samples. */
  hadSamples: boolean;
  hasSamples: boolean;
}

/**
 * `unchanged`: nothing is to be done; `carry-over`: only goals differ, so the values stand under the new version;
 * `keep`: the samples are gone, so the old results stay as they are; `evaluate`: from the samples.
 */
export type EvaluationStep = 'unchanged' | 'carry-over' | 'keep' | 'evaluate';

/** Decides what evaluating a stored run with another definition takes. */
export function decideEvaluation({
  isSame,
  changes,
  hadSamples,
  hasSamples,
}: EvaluationFacts): EvaluationStep {
  if (isSame) return 'unchanged';
  if (changes !== null && !changesRuns(changes)) return 'carry-over';
  return hadSamples && !hasSamples ? 'keep' : 'evaluate';
}
