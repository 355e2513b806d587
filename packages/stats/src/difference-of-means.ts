import type { Interval } from './interval.ts';
import { mean } from './mean.ts';
import { studentTProbability, studentTQuantile } from './student-t.ts';
import { variance } from './variance.ts';
import { welchDegrees } from './welch-degrees.ts';

/**
 * Interval of mean(values) - mean(baseline) by Welch's unequal-variance t (Biometrika 34, 1947).
 * Assumes independent replicates, roughly normal. Null when a side has fewer than two values.
 */
export function differenceOfMeansInterval(
  values: readonly number[],
  baseline: readonly number[],
  confidence = 0.95,
): Interval | null {
  const found = compareMeans(values, baseline);
  if (found === null) return null;
  const { difference, error, degrees } = found;
  const half = studentTQuantile((1 + confidence) / 2, degrees) * error;
  return { low: difference - half, high: difference + half };
}

/**
 * P-value of equal means by Welch's t, two-sided. It is below 0.05 when the 95 % interval of the difference leaves zero out.
 * Null when a side has fewer than two values; values that do not scatter at all give 0 or 1.
 */
export function differenceOfMeansProbability(
  values: readonly number[],
  baseline: readonly number[],
): number | null {
  const found = compareMeans(values, baseline);
  if (found === null) return null;
  const { difference, error, degrees } = found;
  if (error === 0) return difference === 0 ? 1 : 0;
  return 2 * studentTProbability(-Math.abs(difference) / error, degrees);
}

function compareMeans(values: readonly number[], baseline: readonly number[]) {
  const [center, reference] = [mean(values), mean(baseline)];
  const [spread, referenceSpread] = [variance(values), variance(baseline)];
  if (center === null || reference === null || spread === null || referenceSpread === null) return null;
  const own = { variance: spread / values.length, degrees: values.length - 1 };
  const other = { variance: referenceSpread / baseline.length, degrees: baseline.length - 1 };
  return {
    difference: center - reference,
    error: Math.sqrt(own.variance + other.variance),
    degrees: welchDegrees(own, other),
  };
}
