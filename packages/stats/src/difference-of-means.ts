import type { Interval } from './interval.ts';
import { mean } from './mean.ts';
import { studentTQuantile } from './student-t.ts';
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
  const [center, reference] = [mean(values), mean(baseline)];
  const [spread, referenceSpread] = [variance(values), variance(baseline)];
  if (center === null || reference === null || spread === null || referenceSpread === null) return null;
  const own = { variance: spread / values.length, degrees: values.length - 1 };
  const other = { variance: referenceSpread / baseline.length, degrees: baseline.length - 1 };
  const half =
    studentTQuantile((1 + confidence) / 2, welchDegrees(own, other)) *
    Math.sqrt(own.variance + other.variance);
  return { low: center - reference - half, high: center - reference + half };
}
