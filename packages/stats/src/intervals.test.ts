import { describe, expect, it } from 'vitest';
import {
  differenceOfMeansInterval,
  differenceOfMeansProbability,
  ratioOfMeans,
  ratioOfMeansInterval,
  studentTProbability,
  studentTQuantile,
  variance,
} from './index.ts';

const variance10 = variance([4, 5, 6, 5, 4, 6, 5.5, 4.5, 5, 5]) ?? 0;

describe("Student's t", () => {
  // R: qt(p, df)
  it.each([
    [0.975, 1, 12.706204736432095],
    [0.975, 2, 4.302652729911275],
    [0.975, 4, 2.7764451051977987],
    [0.975, 10, 2.2281388519649385],
    [0.995, 30, 2.7499956535672245],
    [0.025, 5, -2.570581835636314],
    [0.5, 3, 0],
    [0.975, 1e6, 1.959966356],
  ])('quantile %d with %d degrees', (probability, degrees, expected) => {
    expect(studentTQuantile(probability, degrees)).toBeCloseTo(expected, 8);
  });

  it.each([1.3, 2, 7.5, 40])('quantile and probability undo each other with %d degrees', (degrees) => {
    for (const probability of [0.001, 0.2, 0.6, 0.9, 0.999]) {
      expect(studentTProbability(studentTQuantile(probability, degrees), degrees)).toBeCloseTo(
        probability,
        10,
      );
    }
  });

  it('refuses what has no quantile', () => {
    expect(() => studentTQuantile(1, 3)).toThrow('probability in (0, 1)');
    expect(() => studentTQuantile(0.5, 0)).toThrow('degrees of freedom');
  });
});

describe('difference of means', () => {
  it("agrees with R's t.test(c(30.02, 29.99, 30.11, 29.97, 30.01, 29.99), c(29.89, 29.93, 29.72, 29.98, 30.02, 29.98))", () => {
    const found = differenceOfMeansInterval(
      [30.02, 29.99, 30.11, 29.97, 30.01, 29.99],
      [29.89, 29.93, 29.72, 29.98, 30.02, 29.98],
    );
    expect(found?.low).toBeCloseTo(-0.01956909, 7);
    expect(found?.high).toBeCloseTo(0.20956909, 6);
  });

  // SciPy: stats.ttest_ind(a, b, equal_var=False)
  it('has the p-value of SciPy', () => {
    const [a, b] = [
      [12.1, 11.4, 12.9, 13.3, 11.8],
      [10.2, 11.1, 10.8, 10.4, 11.6],
    ];
    expect(differenceOfMeansProbability(a, b)).toBeCloseTo(0.010351826222827716, 11);
    expect(differenceOfMeansInterval(a, b)?.low).toBeCloseTo(0.4683067949732256, 9);
    expect(differenceOfMeansProbability([1, 1], [1, 1])).toBe(1);
    expect(differenceOfMeansProbability([2, 2], [1, 1])).toBe(0);
    expect(differenceOfMeansProbability([2], [1, 1])).toBeNull();
  });

  it('has no more degrees than the smaller side allows', () => {
    // By Welch alone they would be 10.2 here: three values that scatter little by chance.
    const found = differenceOfMeansInterval([5, 5.01, 4.99], [4, 5, 6, 5, 4, 6, 5.5, 4.5, 5, 5]);
    const error = Math.sqrt(0.0001 / 3 + variance10 / 10);
    expect(((found?.high ?? 0) - (found?.low ?? 0)) / 2).toBeCloseTo(2.7764451051977987 * error, 9);
  });

  it('is unknown at n = 1', () => {
    expect(differenceOfMeansInterval([1], [1, 2])).toBeNull();
    expect(differenceOfMeansInterval([1, 2], [])).toBeNull();
  });
});

describe('ratio of means', () => {
  it.each([
    [[4], [2], 2],
    [[], [2], null],
    [[4], [], null],
    [[4], [0], null],
    [[0], [3], 0],
    [[1, 3], [4, 4], 0.5],
  ])('%j over %j', (values, baseline, expected) => expect(ratioOfMeans(values, baseline)).toBe(expected));

  it('has an interval that is known by hand: equal spreads, n = 2 a side', () => {
    // Relative error of each mean: s / (mean sqrt(2)) with s = sqrt(2): 0.1/2; degrees 2; t = 4.3027. Fieller's is wider.
    const found = ratioOfMeansInterval([19, 21], [9.5, 10.5]);
    const g = (4.302652729911275 * 0.05) ** 2;
    const reach = Math.sqrt(g * (1 - g) + g);
    expect(found?.low).toBeCloseTo((2 * (1 - reach)) / (1 - g), 9);
    expect(found?.high).toBeCloseTo((2 * (1 + reach)) / (1 - g), 9);
    expect(found?.low).toBeLessThan(2 * Math.exp(-4.302652729911275 * Math.sqrt(0.005)));
  });

  it.each([
    ['one value a side', [4], [2]],
    ['one value against many', [4], [2, 2, 3]],
    ['a mean of zero', [1, 2], [-1, 1]],
    ['means of different signs', [-3, -2], [2, 3]],
    ['means drowned in their spread', [1, 100, 1], [1, 200, 1]],
  ])('has no interval for %s', (_what, values, baseline) => {
    expect(ratioOfMeansInterval(values, baseline)).toBeNull();
  });

  it('is a point when nothing spreads', () => {
    expect(ratioOfMeansInterval([4, 4], [2, 2, 2])).toEqual({ low: 2, high: 2 });
  });

  it('does not depend on the unit, and turns over with the sides', () => {
    const values = [3.1, 3.4, 2.9];
    const baseline = [1.2, 1.1, 1.3, 1.25];
    const found = ratioOfMeansInterval(values, baseline);
    const scaled = ratioOfMeansInterval(
      values.map((v) => v * 1000),
      baseline.map((v) => v * 1000),
    );
    const turned = ratioOfMeansInterval(baseline, values);
    expect(scaled?.low).toBeCloseTo(found?.low ?? 0, 12);
    expect(1 / (turned?.high ?? 0)).toBeCloseTo(found?.low ?? 0, 12);
    expect(found?.low).toBeLessThan(ratioOfMeans(values, baseline) ?? 0);
  });
});
