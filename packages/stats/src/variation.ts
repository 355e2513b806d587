import { mean, type Numbers } from './mean.ts';
import { variance } from './variance.ts';

/**
 * Coefficient of variation, s / |mean|. Null without values or for a mean of zero.
 * @param of `sample` for replicates, which stand for more (divisor n - 1, null for fewer than two); `population` for
 *   values that are all there are, such as every shard (divisor n)
 */
export function variation(values: Numbers, of: 'sample' | 'population'): number | null {
  const center = mean(values);
  if (center === null || center === 0) return null;
  if (of === 'population' && values.length === 1) return 0;
  const squared = variance(values);
  if (squared === null) return null;
  const n = values.length;
  return Math.sqrt(of === 'sample' ? squared : (squared * (n - 1)) / n) / Math.abs(center);
}
