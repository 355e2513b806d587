import { round } from './bench-database.ts';

/**
 * The exponent by which `costs` grow with `sizes`: the slope of a line through their logarithms, by least squares.
 * 1 is proportional.
 */
export function growthExponent(sizes: readonly number[], costs: readonly number[]): number | null {
  if (sizes.length < 2) return null;
  const xs = sizes.map(Math.log);
  const ys = costs.map(Math.log);
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(xs), mean(ys)];
  const along = xs.reduce((sum, value, index) => sum + (value - x) * ((ys[index] ?? 0) - y), 0);
  return round(along / xs.reduce((sum, value) => sum + (value - x) ** 2, 0));
}
