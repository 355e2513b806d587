/**
 * P(Z <= z) of the standard normal distribution, absolute error below 1e-15.
 * Source: Marsaglia, Journal of Statistical Software 11 (2004).
 */
export function normalProbability(z: number): number {
  if (z < -8) return 0;
  if (z > 8) return 1;
  let [sum, term] = [z, z];
  for (let odd = 3; Math.abs(term) > 1e-18 * Math.abs(sum); odd += 2) {
    term *= (z * z) / odd;
    sum += term;
  }
  return 0.5 + sum * Math.exp(-0.5 * z * z) * 0.398_942_280_401_432_7;
}
