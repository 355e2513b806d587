import { describe, expect, it } from 'vitest';
import { comparisonPower, predictionInterval, replicatesNeeded } from './index.ts';
import { noncentralTProbability } from './noncentral-t.ts';
import { normalProbability } from './normal-probability.ts';

describe('power', () => {
  // statsmodels: TTestIndPower().power(effect, n, 0.05)
  it.each([
    [0.5, 10, 0.18509565629116606],
    [1.5, 5, 0.549385597762396],
    [2, 3, 0.46264081189130635],
    [0.2, 200, 0.5140816374803289],
  ])('of an effect of %d with n=%d', (effect, n, expected) => {
    expect(comparisonPower(effect, n)).toBeCloseTo(expected, 9);
  });

  // statsmodels: ceil(TTestIndPower().solve_power(effect, alpha=0.05, power=0.8))
  it.each([
    [0.5, 64],
    [1, 17],
    [-2, 6],
    [5, 3],
    [1000, 2],
    [0.05, null],
    [0, null],
    [Number.NaN, null],
  ])('an effect of %d needs n=%s', (effect, n) => expect(replicatesNeeded(effect)).toBe(n));

  // scipy.stats.nct.cdf(t, df, nc)
  it.each([
    [1.5, 8, 2, 0.30373577781728106],
    [-1, 5, 1, 0.030807353260750292],
    [2.3, 10, 0, 0.9778728433578564],
    [3, 4, 6, 0.0163217666380005],
  ])('noncentral t at %d with %d degrees, shifted by %d', (t, degrees, shift, expected) => {
    expect(noncentralTProbability(t, degrees, shift)).toBeCloseTo(expected, 10);
  });

  // scipy.stats.norm.cdf(z)
  it.each([
    [-3, 0.0013498980316300933],
    [-0.5, 0.3085375387259869],
    [1.2, 0.8849303297782918],
    [4, 0.9999683287581669],
    [-40, 0],
    [40, 1],
  ])('normal at %d', (z, expected) => expect(normalProbability(z)).toBeCloseTo(expected, 14));
});

describe('a further run', () => {
  it("lies in SciPy's interval, widened", () => {
    // x = log(a); exp(x.mean() -+ stats.t.ppf(0.975, 4) * x.std(ddof=1) * sqrt(1.2))
    const found = predictionInterval([12.1, 11.4, 12.9, 13.3, 11.8]);
    const [low, high] = [10.123351081610604, 14.896393413030577];
    const [center, half] = [Math.log(low * high) / 2, Math.log(high / low) / 2];
    expect(found?.low).toBeCloseTo(Math.exp(center - 1.08 * half), 8);
    expect(found?.high).toBeCloseTo(Math.exp(center + 1.08 * half), 8);
  });

  it('is on the plain scale where a value is not above zero, and unknown at n=1', () => {
    expect(predictionInterval([-1, 1])?.low).toBeLessThan(-1);
    expect(predictionInterval([3])).toBeNull();
    expect(predictionInterval([3, 3])).toEqual({ low: expect.closeTo(3, 12), high: expect.closeTo(3, 12) });
  });
});
