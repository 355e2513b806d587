import { describe, expect, it } from 'vitest';
import { fitRatioScale } from './ratio-scale.ts';

const labels = (ratios: number[], ticks?: number): string[] => {
  const scale = fitRatioScale(ratios, ticks);
  return scale.ticks.map(scale.label);
};

describe('fitRatioScale', () => {
  it.each<[number[], string[]]>([
    [
      [1.9, 3.6],
      ['1x', '2x', '4x'],
    ],
    [
      [0.25, 4],
      ['0.25x', '0.5x', '1x', '2x', '4x'],
    ],
  ])('%j has round ticks', (ratios, expected) => {
    for (const tick of expected.slice(0, -1)) expect(labels(ratios)).toContain(tick);
    expect(labels(ratios)).toContain('1x');
  });

  it('always shows 1x and never magnifies small differences', () => {
    const { min, max } = fitRatioScale([1.001]);
    expect(2 ** min).toBeLessThan(0.8);
    expect(2 ** max).toBeGreaterThan(1.25);
    expect(labels([])).toContain('1x');
  });

  it('ignores what has no place on it', () => {
    expect(labels([0, -2, Number.NaN, Number.POSITIVE_INFINITY])).toEqual(labels([]));
  });

  it('keeps to the number of ticks', () => {
    expect(fitRatioScale([0.001, 1000], 4).ticks.length).toBeLessThanOrEqual(4);
  });
});
