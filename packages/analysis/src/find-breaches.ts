import { type ComparisonOperator, holds } from '@proofload/domain';
import { bucketMs } from '@proofload/series';
import { measureStep, type PreparedMetric } from './measure-metric.ts';
import { makeRange } from './time-range.ts';

export interface Breach {
  fromMs: number;
  toMs: number;
  /** The value farthest from the objective, in the unit of the measurement. */
  worst: number;
}

/** Aggregates that grow with the length of the stretch: a step of them cannot be held against the objective. */
const cumulativeAggregates: ReadonlySet<string> = new Set(['count', 'sum', 'increase']);

/** Whether a step of a measurement can be held against the objective for all of it. */
export function hasSteps(metric: PreparedMetric): boolean {
  return !(cumulativeAggregates.has(metric.aggregate) && metric.kind !== 'gauge');
}

const stepLadderMs = [
  1000, 2000, 5000, 10_000, 15_000, 30_000, 60_000, 120_000, 300_000, 600_000, 1_800_000, 3_600_000,
];
const wantedSteps = 60;
const maxSteps = 5000;

/** The step that gives about sixty of them, from a ladder of round lengths. */
export function chooseStepMs(durationMs: number): number {
  return (
    stepLadderMs.find((stepMs) => durationMs / stepMs <= wantedSteps) ??
    Math.ceil(durationMs / wantedSteps / 3_600_000) * 3_600_000
  );
}

/**
 * The intervals in which an objective did not hold, step by step with the same aggregate as the whole. Steps that
 * follow one another make one interval; a step without data is a gap, no breach.
 * @param limit in the unit of the measurement
 */
export function findBreaches(
  metric: PreparedMetric,
  { operator, limit }: { operator: ComparisonOperator; limit: number },
  wantedStepMs: number | null,
): Breach[] {
  const { range } = metric;
  if (range === null) return [];
  const firstMs = Math.ceil(Math.max(range.fromMs, range.firstBucketMs) / bucketMs) * bucketMs;
  const lastMs = Math.floor(Math.min(range.toMs, range.endBucketMs) / bucketMs) * bucketMs;
  const chosenMs = wantedStepMs ?? chooseStepMs(lastMs - firstMs);
  const leastMs = Math.max(chosenMs, (lastMs - firstMs) / maxSteps);
  const stepMs = Math.ceil(leastMs / bucketMs) * bucketMs;
  const breaches: Breach[] = [];
  for (let fromMs = firstMs; fromMs < lastMs; fromMs += stepMs) {
    const toMs = Math.min(fromMs + stepMs, lastMs);
    const { value } = measureStep(metric, makeRange(fromMs, toMs, { start: false, end: false }));
    if (value === null || holds(value, operator, limit)) continue;
    const last = breaches.at(-1);
    if (last !== undefined && last.toMs === fromMs) {
      last.toMs = toMs;
      last.worst = farther(last.worst, value, operator, limit);
    } else breaches.push({ fromMs, toMs, worst: value });
  }
  return breaches;
}

function farther(a: number, b: number, operator: ComparisonOperator, limit: number): number {
  if (operator === '<' || operator === '<=') return Math.max(a, b);
  if (operator === '>' || operator === '>=') return Math.min(a, b);
  return Math.abs(b - limit) > Math.abs(a - limit) ? b : a;
}
