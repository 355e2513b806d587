import { describe, expect, it } from 'vitest';
import { gini, jainIndex, meanInterval, variation } from './index.ts';

const values = [0.55, 0.23, 0.31, 0.44, 0.12];

describe('spread over entities', () => {
  it('agrees with NumPy and SciPy', () => {
    // abs(subtract.outer(v, v)).mean() / 2 / v.mean()
    expect(gini(values)).toBeCloseTo(0.25939393939393945, 12);
    // v.sum() ** 2 / len(v) / (v ** 2).sum()
    expect(jainIndex(values)).toBeCloseTo(0.8256254738438211, 12);
    // scipy.stats.variation(v), and with ddof=1
    expect(variation(values, 'population')).toBeCloseTo(0.4595682087303971, 12);
    expect(variation(values, 'sample')).toBeCloseTo(0.5138128775094901, 12);
  });

  it.each([
    [[4, 4, 4], 0, 1, 0],
    [[0, 0, 9], 2 / 3, 1 / 3, Math.SQRT2],
    [[7], 0, 1, 0],
    [[0, 0], null, null, null],
    [[], null, null, null],
  ])('of %j', (of, expectedGini, expectedJain, expectedVariation) => {
    const same = (found: number | null, expected: number | null) =>
      expected === null ? expect(found).toBeNull() : expect(found).toBeCloseTo(expected, 12);
    same(gini(of), expectedGini);
    same(jainIndex(of), expectedJain);
    same(variation(of, 'population'), expectedVariation);
  });

  it('does not depend on the unit, and Jain and variation say the same', () => {
    const scaled = values.map((value) => value * 1e9);
    expect(gini(scaled)).toBeCloseTo(gini(values) ?? 0, 12);
    expect(jainIndex(values)).toBeCloseTo(1 / (1 + (variation(values, 'population') ?? 0) ** 2), 12);
  });

  it('has no share of a negative amount, and no sample of one', () => {
    expect(gini([1, -1, 3])).toBeNull();
    expect(jainIndex([1, -1, 3])).toBeNull();
    expect(variation([3], 'sample')).toBeNull();
  });
});

it("the mean's interval agrees with scipy.stats.t.interval(0.95, 4, v.mean(), scipy.stats.sem(v))", () => {
  const found = meanInterval(values);
  expect(found?.low).toBeCloseTo(0.11946562590038523, 10);
  expect(found?.high).toBeCloseTo(0.5405343740996147, 10);
  expect(meanInterval([1])).toBeNull();
});
