import type { ExponentialPoint, HistogramPoint, OtlpMetric, OtlpPoint, SummaryPoint } from './otlp-model.ts';

/** Observations between two exports of one series; more is a mistake, and sums over a run stay exact below. */
const maxObservations = 1e9;
const [leastScale, greatestScale] = [-10, 20];

/** Why a point cannot be stored, or null. */
export function findProblem(metric: OtlpMetric, point: OtlpPoint): string | null {
  if (metric.name === '') return 'a metric without a name';
  if (point.timeMs === 0) return 'a point without a time';
  switch (point.type) {
    case 'number':
      return findNumberProblem(metric, point.value);
    case 'histogram':
      return metric.temporality === null ? noTemporality : findHistogramProblem(point);
    case 'exponential':
      return metric.temporality === null ? noTemporality : findExponentialProblem(metric, point);
    case 'summary':
      return findSummaryProblem(point);
  }
}

const noTemporality = 'no aggregation temporality';
const inexact = 'a count past 2^53';
const mismatch = 'buckets that do not add up to the count';

function findNumberProblem({ isSum, temporality }: OtlpMetric, value: number | null): string | null {
  if (value === null) return 'a point without a value';
  if (!isSum) return null;
  if (temporality === null) return noTemporality;
  return Number.isFinite(value) ? null : 'a sum that is no finite number';
}

function findHistogramProblem({ count, bucketCounts, bounds }: HistogramPoint): string | null {
  if (!Number.isSafeInteger(count)) return inexact;
  if (bucketCounts.length === 0) return bounds.length === 0 ? null : 'bounds without buckets';
  if (bucketCounts.length !== bounds.length + 1) return 'not one bucket more than bounds';
  let last = Number.NEGATIVE_INFINITY;
  for (const bound of bounds) {
    if (!(bound > last && bound < Number.POSITIVE_INFINITY)) return 'bounds that do not grow';
    last = bound;
  }
  return total(bucketCounts) === count ? null : mismatch;
}

function findExponentialProblem({ temporality }: OtlpMetric, point: ExponentialPoint): string | null {
  const { count, scale, zeroCount, positive, negative } = point;
  if (temporality === 'delta' && count > maxObservations) return `more than ${maxObservations} observations`;
  if (!Number.isSafeInteger(count)) return inexact;
  if (scale < leastScale || scale > greatestScale)
    return `a scale outside of ${leastScale} to ${greatestScale}`;
  return zeroCount + total(positive.counts) + total(negative.counts) === count ? null : mismatch;
}

function findSummaryProblem({ count, quantiles }: SummaryPoint): string | null {
  if (!Number.isSafeInteger(count)) return inexact;
  return quantiles.every(({ quantile }) => quantile >= 0 && quantile <= 1)
    ? null
    : 'a quantile outside of 0 to 1';
}

const total = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);
