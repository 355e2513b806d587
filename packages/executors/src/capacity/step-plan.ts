import { boundCapacity } from '@proofload/analysis';
import { boundsCapacity, type CapacityStep } from '@proofload/domain';

/** So many units at a time, or by a factor and then by halves between the last good step and the first bad one. */
export type StepPlan =
  | { from: number; to: number; by: number }
  | { from: number; to: number; factor: number; thenBisect: boolean; resolution: number };

export const maxSteps = 1_000;

type Tried = Pick<CapacityStep, 'units' | 'state' | 'failure'>;

/**
 * What to try after the steps that have ended; null when the search is over: at the first failure that says nothing about
 * the capacity, at the end of the plan, or when the bounds are as close as they shall be.
 */
export function nextStep(steps: readonly Tried[], plan: StepPlan): number | null {
  if (steps.some(({ failure }) => failure !== null && !boundsCapacity(failure))) return null;
  const { lastGood, firstBad } = boundCapacity(steps);
  if (firstBad !== null) return bisect(lastGood, firstBad, plan);
  if (lastGood === null) return plan.from;
  if (lastGood >= plan.to) return null;
  const next = 'by' in plan ? lastGood + plan.by : Math.max(lastGood + 1, Math.floor(lastGood * plan.factor));
  return Math.min(next, plan.to);
}

function bisect(lastGood: number | null, firstBad: number, plan: StepPlan): number | null {
  // Where nothing has held, there is no place to begin from.
  if ('by' in plan || !plan.thenBisect || lastGood === null) return null;
  return firstBad - lastGood <= plan.resolution ? null : Math.floor((lastGood + firstBad) / 2);
}

export const countFixedSteps = ({ from, to, by }: { from: number; to: number; by: number }): number =>
  Math.ceil((to - from) / by) + 1;
