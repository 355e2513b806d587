import { type ComparisonOperator, holds } from '@proofload/domain';
import { bucketMs } from '@proofload/series';
import { createAggregator } from './create-aggregator.ts';
import { convert, type PreparedMetric } from './measure-metric.ts';
import type { Meter } from './meter.ts';
import { makeRange, type TimeRange } from './time-range.ts';

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

/** A part of the range of a metric, and its value there in the unit of the measurement. */
interface Step {
  fromMs: number;
  toMs: number;
  /** Null without data. */
  value: number | null;
}

export interface StepMeter extends Meter {
  steps(): Step[];
}

/** Measures a metric step by step over its range, with the same aggregate as the whole. */
export function measureSteps(
  metric: PreparedMetric & { range: TimeRange },
  wantedStepMs: number | null,
): StepMeter {
  const { kind, aggregate, totals, factor } = metric;
  const { firstMs, stepMs, ranges } = cutRange(metric.range, wantedStepMs);
  const aggregators = ranges.map((range) =>
    createAggregator({ kind, range, aggregates: [aggregate], hasSpread: false }),
  );
  return {
    series: new Set(totals.map(({ seriesId }) => seriesId)),
    add(seriesId, points) {
      // The growth of a counter ends with the sample that begins the next step.
      const from = Math.floor(((points.times[0] ?? 0) - firstMs) / stepMs) - 1;
      const to = Math.floor(((points.times.at(-1) ?? 0) - firstMs) / stepMs) + 1;
      for (let step = Math.max(0, from); step <= Math.min(to, aggregators.length - 1); step++)
        aggregators[step]?.add(seriesId, points);
    },
    steps: () =>
      ranges.map(({ fromMs, toMs }, index) => {
        const found = aggregators[index]?.result(aggregate);
        return { fromMs, toMs, value: found === undefined ? null : convert(found, factor).value };
      }),
  };
}

function cutRange(
  range: TimeRange,
  wantedStepMs: number | null,
): { firstMs: number; stepMs: number; ranges: TimeRange[] } {
  const firstMs = Math.ceil(Math.max(range.fromMs, range.firstBucketMs) / bucketMs) * bucketMs;
  const lastMs = Math.floor(Math.min(range.toMs, range.endBucketMs) / bucketMs) * bucketMs;
  const chosenMs = wantedStepMs ?? chooseStepMs(lastMs - firstMs);
  const leastMs = Math.max(chosenMs, (lastMs - firstMs) / maxSteps);
  const stepMs = Math.ceil(leastMs / bucketMs) * bucketMs;
  const ranges: TimeRange[] = [];
  for (let fromMs = firstMs; fromMs < lastMs; fromMs += stepMs) {
    const toMs = Math.min(fromMs + stepMs, lastMs);
    const step = makeRange(fromMs, toMs, { start: false, end: false });
    ranges.push({ ...step, holdsEnd: range.holdsEnd && toMs === range.toMs });
  }
  return { firstMs, stepMs, ranges };
}

/**
 * The intervals in which an objective did not hold. Steps that follow one another make one interval; a step without
 * data is a gap, no breach.
 * @param limit in the unit of the measurement
 */
export function findBreaches(
  steps: readonly Step[],
  { operator, limit }: { operator: ComparisonOperator; limit: number },
): Breach[] {
  const breaches: Breach[] = [];
  for (const { fromMs, toMs, value } of steps) {
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
