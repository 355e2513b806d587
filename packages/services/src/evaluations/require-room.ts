import type { RunRecord } from '@proofload/db';
import { ProofloadError } from '@proofload/domain';

/** Evaluations that are kept of one run: each holds all of its results. */
const maxEvaluations = 1000;

/** Throws `conflict` when a run has been evaluated so often that no further evaluation is kept. */
export function requireRoom({ evaluation }: Pick<RunRecord, 'evaluation'>): void {
  if (evaluation < maxEvaluations) return;
  throw new ProofloadError('conflict', `The run was evaluated ${maxEvaluations} times; no more are kept`);
}
