import { describe, expect, it } from 'vitest';
import { fitAmdahl, fitUniversalLaw, peakAmount, type ScalingPoint } from './index.ts';
import { invertMatrix } from './invert-matrix.ts';

const amounts = [1, 2, 4, 8, 16, 32, 48, 64];
const throughputs = [955.16, 1878.91, 3688.24, 6531.08, 9897.24, 11220.3, 10932.1, 10401.5];
const points = amounts.map((amount, index) => ({ amount, throughput: throughputs[index] ?? 0 }));

/** Relative: SciPy stops at about 1e-8 itself. */
const near = (found: number | undefined, expected: number) =>
  expect(Math.abs((found ?? 0) / expected - 1)).toBeLessThan(1e-6);

describe('laws of scaling', () => {
  // scipy.optimize.curve_fit(log of the law, n, log(x), p0, xtol=1e-15, ftol=1e-15, gtol=1e-15): popt, root of diag(pcov)
  it('the universal law agrees with SciPy', () => {
    const fit = fitUniversalLaw(points);
    [979.3203986897323, 0.02603008392455356, 0.000887254724435902].forEach((expected, index) => {
      near(fit?.parameters[index], expected);
    });
    [20.45139893040315, 0.004517917489901067, 8.137894389270704e-5].forEach((expected, index) => {
      near(fit?.errors?.[index], expected);
    });
    near(fit?.residualSum, 0.005087482224361671);
    near(peakAmount(fit?.parameters[1] ?? 0, fit?.parameters[2] ?? 0) ?? 0, 33.13207311195145);
  });

  it("Amdahl's law agrees with SciPy", () => {
    const fit = fitAmdahl(points);
    near(fit?.parameters[0], 1079.1927051037737);
    near(fit?.parameters[1], 0.07326137820028275);
    near(fit?.errors?.[0], 88.73100394912258);
    near(fit?.errors?.[1], 0.011527671553008394);
  });

  it('finds again what made the points', () => {
    const made = amounts.map((amount): ScalingPoint => {
      const below = 1 + 0.05 * (amount - 1) + 0.002 * amount * (amount - 1);
      return { amount, throughput: (20 * amount) / below };
    });
    const fit = fitUniversalLaw(made);
    [20, 0.05, 0.002].forEach((expected, index) => {
      near(fit?.parameters[index], expected);
    });
  });

  it('says faster than linear by a negative share', () => {
    const fit = fitAmdahl([
      { amount: 3, throughput: 1 / 75 },
      { amount: 6, throughput: 1 / 37 },
      { amount: 9, throughput: 1 / 21 },
    ]);
    expect(fit?.parameters[1]).toBeLessThan(0);
  });

  it('has no fit for too few amounts or none at all, and no error without freedom', () => {
    expect(fitUniversalLaw(points.slice(0, 2))).toBeNull();
    expect(fitAmdahl(points.slice(0, 1))).toBeNull();
    expect(fitAmdahl([])).toBeNull();
    expect(fitAmdahl([{ amount: 0, throughput: 1 }, ...points])).toBeNull();
    expect(fitAmdahl(points.slice(0, 2))?.intervals).toBeNull();
    expect(peakAmount(0.1, 0)).toBeNull();
  });
});

it('a matrix without an inverse has none', () => {
  expect(
    invertMatrix([
      [1, 2],
      [2, 4],
    ]),
  ).toBeNull();
  expect(
    invertMatrix([
      [0, 2],
      [4, 0],
    ]),
  ).toEqual([
    [0, 0.25],
    [0.5, 0],
  ]);
});
