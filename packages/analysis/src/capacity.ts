import {
  boundsCapacity,
  type CapacityStep,
  formatNumber,
  type StepFailure,
  sayStepFailure,
} from '@proofload/domain';
import { fitLine, type Interval, interceptInterval, slopeInterval, solveLine } from '@proofload/stats';

type BoundingStep = Pick<CapacityStep, 'units' | 'state' | 'failure'> & Partial<Pick<CapacityStep, 'reason'>>;

/** Bounds of a capacity: the most that held and the least that did not. */
export interface CapacityBounds {
  /** Null when nothing held. */
  lastGood: number | null;
  /** Null when nothing failed: the capacity is what held, or more. */
  firstBad: number | null;
  failure: StepFailure | null;
  reason: string | null;
}

export interface ResourceInput {
  name: string;
  /** Empty when it is not known. */
  unit: string;
  /** In the unit of the resource; null without one. */
  limit: number | null;
}

/** How a resource grows with the units that held, by ordinary least squares. */
export interface ResourceTrend extends ResourceInput {
  /** Steps that it was read in. */
  n: number;
  /** Null for fewer than two different steps. */
  line: { slope: number; intercept: number } | null;
  /** 95 %, by Student's t; null for fewer than three steps. */
  slope: Interval | null;
  /** Of what is used without any units, in the same way. */
  intercept: Interval | null;
  /** Units at which the line reaches the limit, with Fieller's 95 % interval; null when it never does. */
  projected: { value: number; interval: Interval | null } | null;
}

/** The bounds that the steps so far give. A failure that says nothing about the capacity bounds nothing. */
export function boundCapacity(steps: readonly BoundingStep[]): CapacityBounds {
  const bad = steps
    .filter(({ failure }) => failure !== null && boundsCapacity(failure))
    .reduce<BoundingStep | null>((least, step) => (least && least.units <= step.units ? least : step), null);
  const good = steps
    .filter(({ state, units }) => state === 'good' && (bad === null || units < bad.units))
    .map(({ units }) => units);
  return {
    lastGood: good.length > 0 ? Math.max(...good) : null,
    firstBad: bad?.units ?? null,
    failure: bad?.failure ?? null,
    reason: bad?.reason ?? null,
  };
}

/** The answer in a line: `Holds 80, fails at 81: Unschedulable, timeout`. */
export function answerCapacity(steps: readonly CapacityStep[]): string {
  const { lastGood, firstBad, failure, reason } = boundCapacity(steps);
  const open = steps.findLast(({ failure: other }) => other !== null && !boundsCapacity(other));
  const cut = open?.failure
    ? `; cut short at ${formatUnits(open.units)}: ${sayStepFailure(open.failure)}`
    : '';
  if (firstBad === null) {
    if (lastGood === null) return cut === '' ? 'No step has held yet' : `No step has held${cut}`;
    return `Holds ${formatUnits(lastGood)} or more${cut}`;
  }
  const cause = [leadOf(reason), failure && sayStepFailure(failure)].filter(Boolean).join(', ');
  if (lastGood === null) return `Fails from the first step on, at ${formatUnits(firstBad)}: ${cause}${cut}`;
  return `Holds ${formatUnits(lastGood)}, fails at ${formatUnits(firstBad)}: ${cause}${cut}`;
}

const formatUnits = (units: number): string => formatNumber(units, 12);

/** Kubernetes' own word for a cause, where the reason begins with one, such as `Unschedulable`. */
const leadOf = (reason: string | null): string | null => /^([A-Z][A-Za-z]+):/.exec(reason ?? '')?.[1] ?? null;

/** How each resource grows with the units of the steps that held, and where it would reach its limit. */
export function projectResources(
  steps: readonly CapacityStep[],
  resources: readonly ResourceInput[],
): ResourceTrend[] {
  return resources.map((resource) => {
    const { name, limit } = resource;
    const read = steps.flatMap(({ state, units, values }) => {
      const value = Object.hasOwn(values, name) ? values[name] : undefined;
      return state === 'good' && value !== undefined ? [{ units, value }] : [];
    });
    const fit = fitLine(
      read.map(({ units }) => units),
      read.map(({ value }) => value),
    );
    if (fit === null)
      return { ...resource, n: read.length, line: null, slope: null, intercept: null, projected: null };
    const { slope, intercept } = fit;
    return {
      ...resource,
      n: read.length,
      line: { slope, intercept },
      slope: slopeInterval(fit),
      intercept: interceptInterval(fit),
      // A resource that shrinks with more units reaches no limit.
      projected: limit === null || slope <= 0 ? null : solveLine(fit, limit),
    };
  });
}
