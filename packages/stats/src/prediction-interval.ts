import type { Interval } from './interval.ts';
import { mean } from './mean.ts';
import { studentTQuantile } from './student-t.ts';
import { variance } from './variance.ts';

/** Single runs have heavier tails than the normal distribution; with this Student's t with three degrees is covered too. */
const widening = 1.08;

/**
 * Where a single further run is expected, by Student's t: mean +- t s sqrt(1 + 1/n), widened by 8 %. On the logarithm when all values are
 * above zero, as durations and rates are, so that it never reaches zero. Null for fewer than two values.
 * Source: Hahn and Meeker, Statistical Intervals (1991), 4.7.
 */
export function predictionInterval(values: readonly number[], confidence = 0.95): Interval | null {
  const isPositive = values.every((value) => value > 0);
  const scaled = isPositive ? values.map(Math.log) : values;
  const [center, spread] = [mean(scaled), variance(scaled)];
  if (center === null || spread === null) return null;
  const n = scaled.length;
  const error = Math.sqrt(spread * (1 + 1 / n));
  const half = widening * studentTQuantile((1 + confidence) / 2, n - 1) * error;
  return isPositive
    ? { low: Math.exp(center - half), high: Math.exp(center + half) }
    : { low: center - half, high: center + half };
}
