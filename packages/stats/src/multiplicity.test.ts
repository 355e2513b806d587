import { describe, expect, it } from 'vitest';
import { adjustBenjaminiHochberg, adjustHolm } from './index.ts';

const probabilities = [0.01, 0.04, 0.03, 0.005, 0.6, 0.012];

// statsmodels: multipletests(p, method='holm')[1] and method='fdr_bh'
describe('adjusted p-values agree with statsmodels', () => {
  it.each([
    ['Holm', adjustHolm, [0.05, 0.09, 0.09, 0.03, 0.6, 0.05]],
    ['Benjamini and Hochberg', adjustBenjaminiHochberg, [0.024, 0.048, 0.045, 0.024, 0.6, 0.024]],
  ] as const)('%s', (_name, adjust, expected) => {
    const found = adjust(probabilities);
    for (const [index, value] of expected.entries()) expect(found[index]).toBeCloseTo(value, 12);
    expect(adjust([])).toEqual([]);
    expect(adjust([0.03])).toEqual([0.03]);
    expect(adjust([1, 0.9, 1])).toEqual([1, 1, 1]);
  });
});
