import { mean, type Numbers } from './mean.ts';

/** Sample variance (divisor n - 1), by two passes. Null for fewer than two values. */
export function variance(values: Numbers): number | null {
  const center = mean(values);
  if (center === null || values.length < 2) return null;
  const squares = mean(Float64Array.from(values, (value) => (value - center) ** 2));
  return squares === null ? null : (squares * values.length) / (values.length - 1);
}

/** Sample standard deviation (divisor n - 1). Null for fewer than two values. */
export function standardDeviation(values: Numbers): number | null {
  const squared = variance(values);
  return squared === null ? null : Math.sqrt(squared);
}
