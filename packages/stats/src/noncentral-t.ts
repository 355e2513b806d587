import { logGamma, regularizedBeta } from './gamma-functions.ts';
import { normalProbability } from './normal-probability.ts';

/**
 * P(T <= t) of the noncentral t distribution, absolute error below 1e-10.
 * Source: Lenth, algorithm AS 243, Applied Statistics 38 (1989).
 * @param shift the noncentrality, at most 37 in size
 */
export function noncentralTProbability(t: number, degrees: number, shift: number): number {
  if (t < 0) return 1 - noncentralTProbability(-t, degrees, -shift);
  const x = (t * t) / (t * t + degrees);
  const half = (shift * shift) / 2;
  const front = normalProbability(-shift);
  if (x === 0) return front;
  let even = 0.5 * Math.exp(-half);
  let odd = (shift * even) / (Math.SQRT2 * Math.exp(logGamma(1.5)));
  let sum = 0;
  let left = 0.5 - even;
  for (let term = 0; term < 2000; term++) {
    sum +=
      even * regularizedBeta(x, term + 0.5, degrees / 2) + odd * regularizedBeta(x, term + 1, degrees / 2);
    if (Math.abs(left) < 1e-13 && term > half) break;
    even *= half / (term + 1);
    odd *= half / (term + 1.5);
    left -= even;
  }
  return Math.min(1, front + sum);
}
