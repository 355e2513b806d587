import type { Interval } from './interval.ts';
import { mean } from './mean.ts';
import { studentTQuantile } from './student-t.ts';
import { variance } from './variance.ts';

/**
 * Interval of the mean of independent replicates, by Student's t (Biometrika 6, 1908). Null for fewer than two.
 */
export function meanInterval(values: readonly number[], confidence = 0.95): Interval | null {
  const [center, spread] = [mean(values), variance(values)];
  if (center === null || spread === null) return null;
  const n = values.length;
  const half = studentTQuantile((1 + confidence) / 2, n - 1) * Math.sqrt(spread / n);
  return { low: center - half, high: center + half };
}
