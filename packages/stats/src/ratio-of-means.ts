import type { Interval } from './interval.ts';
import { mean } from './mean.ts';
import { studentTQuantile } from './student-t.ts';
import { variance } from './variance.ts';
import { welchDegrees } from './welch-degrees.ts';

/** mean(values) / mean(baseline). Null when a side is empty or the baseline's mean is zero. */
export function ratioOfMeans(values: readonly number[], baseline: readonly number[]): number | null {
  const [center, reference] = [mean(values), mean(baseline)];
  return center === null || reference === null || reference === 0 ? null : center / reference;
}

/**
 * Interval of mean(values) / mean(baseline): what two methods of one calibration hold together, both with Welch's degrees.
 * Welch's t on the log response ratio, whose error is s/(mean sqrt(n)) a side by the delta method (Hedges, Gurevitch and
 * Curtis, Ecology 80, 1999), and Fieller's interval of the ratio itself (Journal of the Royal Statistical Society B 16,
 * 1954). They agree where replicates scatter little; for skewed ones the first is too narrow above, the second below.
 * Assumes independent replicates.
 *
 * Chosen over the bootstrap by simulation (repeated in the test): with 3 against 3 replicates a percentile bootstrap
 * covers 80 % where 95 % is claimed, since three values cannot be resampled into the tails. This covers 94 to 98 % for
 * normal, log-normal and heavy-tailed data with coefficients of variation of 2 to 50 %, equal and unequal, from n = 3.
 * The cost is honesty at n = 2: there the interval is about three times as wide as at n = 3.
 *
 * Null when a side has fewer than two values, when the means are not both above or both below zero, and when a mean is so
 * uncertain that the ratio has no end (the baseline cannot be told from zero) or the relative error is over a half.
 */
export function ratioOfMeansInterval(
  values: readonly number[],
  baseline: readonly number[],
  confidence = 0.95,
): Interval | null {
  const ratio = ratioOfMeans(values, baseline);
  const own = relativeError(values);
  const other = relativeError(baseline);
  if (ratio === null || ratio <= 0 || own === null || other === null) return null;
  if (own.variance > 0.25 || other.variance > 0.25) return null;
  const t = studentTQuantile((1 + confidence) / 2, welchDegrees(own, other));
  const half = t * Math.sqrt(own.variance + other.variance);
  const rest = 1 - t ** 2 * other.variance;
  if (!(rest > 0)) return null;
  const reach = t * Math.sqrt(own.variance * rest + other.variance);
  return {
    low: ratio * Math.min(Math.exp(-half), (1 - reach) / rest),
    high: ratio * Math.max(Math.exp(half), (1 + reach) / rest),
  };
}

function relativeError(values: readonly number[]): { variance: number; degrees: number } | null {
  const center = mean(values);
  const spread = variance(values);
  if (center === null || spread === null || center === 0) return null;
  return { variance: spread / (values.length * center * center), degrees: values.length - 1 };
}
