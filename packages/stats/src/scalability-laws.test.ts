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
  // scipy.optimize.curve_fit(f, n, x, p0, xtol=1e-15, ftol=1e-15, gtol=1e-15): popt, and the root of diag(pcov)
  it('the universal law agrees with SciPy', () => {
    const fit = fitUniversalLaw(points);
    [1063.9809896926604, 0.03800307078469391, 0.0008108490267794072].forEach((expected, index) => {
      near(fit?.parameters[index], expected);
    });
    [47.92443583823664, 0.006136180640186559, 6.130525088164594e-5].forEach((expected, index) => {
      near(fit?.errors?.[index], expected);
    });
    near(fit?.residualSum, 203391.46537668083);
    near(peakAmount(0.03800307078469391, 0.0008108490267794072) ?? 0, 34.44425874384781);
  });

  it("Amdahl's law agrees with SciPy", () => {
    const fit = fitAmdahl(points);
    near(fit?.parameters[0], 1436.5486117532841);
    near(fit?.parameters[1], 0.1107760333726619);
    near(fit?.errors?.[0], 234.9073362452243);
    near(fit?.errors?.[1], 0.023914399135647618);
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
