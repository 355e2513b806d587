import { mean, type Numbers } from './mean.ts';

/**
 * Gini coefficient of amounts that are all there are: half of the mean absolute difference of all pairs, over the mean.
 * 0 when all are equal, (n - 1) / n when one has everything. Null without values, for a negative one, and for a sum of zero.
 * Source: Dorfman, The Review of Economics and Statistics 61 (1979), in the form for sorted values.
 */
export function gini(values: Numbers): number | null {
  const sorted = Float64Array.from(values).sort();
  const center = mean(sorted);
  if (center === null || !((sorted[0] ?? -1) >= 0) || center === 0) return null;
  const n = sorted.length;
  const weighted = mean(sorted.map((value, index) => (2 * (index + 1) - n - 1) * (value / center)));
  return weighted === null ? null : weighted / n;
}
