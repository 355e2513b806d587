import { regularizedBeta } from './gamma-functions.ts';

/**
 * Quantile of Student's t distribution with `degrees` of freedom, which need not be whole.
 * Found by bisection on the distribution function; relative error below 1e-9 for probabilities in [1e-6, 1 - 1e-6].
 */
export function studentTQuantile(probability: number, degrees: number): number {
  if (!(probability > 0 && probability < 1))
    throw new RangeError(`expected a probability in (0, 1), not ${probability}`);
  if (!(degrees > 0)) throw new RangeError(`expected degrees of freedom above 0, not ${degrees}`);
  if (probability === 0.5) return 0;
  if (probability < 0.5) return -studentTQuantile(1 - probability, degrees);
  let low = 0;
  let high = 1;
  while (studentTProbability(high, degrees) < probability && high < 1e300) high *= 2;
  for (let step = 0; step < 200 && high - low > 1e-13 * high; step++) {
    const middle = (low + high) / 2;
    if (studentTProbability(middle, degrees) < probability) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** P(T <= t) of Student's t distribution: Abramowitz and Stegun 26.7.1 with 26.5.27. */
export function studentTProbability(t: number, degrees: number): number {
  const tail = regularizedBeta(degrees / (degrees + t * t), degrees / 2, 0.5) / 2;
  return t >= 0 ? 1 - tail : tail;
}
