import { answerCapacity } from '@proofload/analysis';
import { type CapacityStep, formatDurationMs, sayStepFailure, sayUnits } from '@proofload/domain';
import type { WorkloadEnd } from '../executor.ts';

/**
 * What came of a search. It is complete when it has found bounds, or none up to its end; a step that says nothing about the
 * capacity ends the run as what it was, and so does a bundle that the cluster refuses from the first step on.
 * @param broken why the search broke off before its end
 */
export function endSearch(
  steps: readonly CapacityStep[],
  broken: string | null,
): Pick<WorkloadEnd, 'outcome' | 'reason'> & { answer: string } {
  const answer = answerCapacity(steps);
  if (broken !== null) return { outcome: 'failed', reason: broken, answer };
  const last = steps.at(-1);
  if (last === undefined) return { outcome: 'failed', reason: 'No step was tried', answer };
  const reason = `At ${sayUnits(last.units)}: ${last.reason}`;
  if (last.failure === 'stalled') return { outcome: 'stalled', reason, answer };
  if (last.failure === 'generator-limited') return { outcome: 'limited', reason, answer };
  if (last.failure === 'aborted') return { outcome: 'failed', reason, answer };
  const hasNothing = last.failure === 'rejected' && steps.length === 1;
  if (hasNothing)
    return { outcome: 'failed', reason: `The cluster refuses the first step: ${last.reason}`, answer };
  return { outcome: 'completed', reason: null, answer };
}

/** A step that has ended, for the log. */
export function sayStep({ units, failure, reason, startedAtMs, convergedAtMs }: CapacityStep): string {
  const of = sayUnits(units);
  if (failure !== null) return `${of} fail (${sayStepFailure(failure)}): ${reason}`;
  const took =
    convergedAtMs === null ? '' : `, converged after ${formatDurationMs(convergedAtMs - startedAtMs)}`;
  return `${of} hold${took}`;
}
