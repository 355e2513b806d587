import { describe, expect, it } from 'vitest';
import { mean, median, quantile, standardDeviation, variance } from './index.ts';

describe('mean', () => {
  it.each([
    [[], null],
    [[7], 7],
    [[1, 2, 3, 4], 2.5],
    [[1e16, 1, -1e16], 1 / 3],
  ])('of %j', (values, expected) => {
    const found = mean(values);
    if (expected === null) expect(found).toBeNull();
    else expect(found).toBeCloseTo(expected, 12);
  });
});

describe('variance divides by n - 1', () => {
  it.each([
    [[], null],
    [[3], null],
    [[3, 3, 3], 0],
    [[2, 4, 4, 4, 5, 5, 7, 9], 32 / 7],
    // NIST StRD NumAcc4: 1e7 and tenths; certified standard deviation 0.1
    [[10_000_000.2, 10_000_000.1, 10_000_000.3, 10_000_000.1, 10_000_000.3], 0.01],
  ])('of %j', (values, expected) => {
    const found = variance(values);
    if (expected === null) expect(found).toBeNull();
    else expect(found).toBeCloseTo(expected, 8);
  });

  it('is the square of the standard deviation', () => {
    expect(standardDeviation([2, 4, 4, 4, 5, 5, 7, 9])).toBeCloseTo(2.1380899352993947, 12);
    expect(standardDeviation([1])).toBeNull();
  });
});

describe('quantile is type 7', () => {
  // R: quantile(c(1, 2, 4, 8, 16, 32), c(0, .1, .25, .5, .9, 1))
  it.each([
    [0, 1],
    [0.1, 1.5],
    [0.25, 2.5],
    [0.5, 6],
    [0.9, 24],
    [1, 32],
  ])('at %d', (probability, expected) => {
    expect(quantile([32, 1, 16, 2, 8, 4], probability)).toBeCloseTo(expected, 12);
  });

  it('has no value without data and refuses what is no probability', () => {
    expect(quantile([], 0.5)).toBeNull();
    expect(median([3, 1])).toBe(2);
    expect(() => quantile([1], 1.5)).toThrow('probability in [0, 1]');
    expect(() => quantile([1], Number.NaN)).toThrow('probability in [0, 1]');
  });
});
