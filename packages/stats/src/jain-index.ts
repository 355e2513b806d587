import { mean, type Numbers } from './mean.ts';

/**
 * Jain's fairness index: (sum x)^2 / (n sum x^2). 1 when all are equal, 1/n when one has everything.
 * Null without values, for a negative one, and when all are zero.
 * Source: Jain, Chiu and Hawe, DEC Research Report TR-301 (1984).
 */
export function jainIndex(values: Numbers): number | null {
  const center = mean(values);
  if (center === null || center === 0) return null;
  for (const value of values) if (!(value >= 0)) return null;
  const squares = mean(Float64Array.from(values, (value) => (value / center) ** 2));
  return squares === null ? null : 1 / squares;
}
