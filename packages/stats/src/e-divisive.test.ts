import { describe, expect, it } from 'vitest';
import { bestSplit } from './e-divisive.ts';
import { createGenerator } from './fixtures/draws.ts';
import { drawNormal, findChangePoints } from './index.ts';

const stepped = [5, 5.2, 4.9, 5.1, 5, 5.3, 7, 7.2, 6.9, 7.1, 7, 6.8];

describe('change points', () => {
  // The formula of the paper, term by term in NumPy: max over tau and kappa of the scaled energy distance
  it('split by the statistic of the paper', () => {
    const { at, size } = bestSplit(stepped, 3);
    expect(at).toBe(6);
    expect(size).toBeCloseTo(10.44, 10);
  });

  it('are found where the level changes, the same for the same seed', () => {
    const found = findChangePoints(stepped, { random: createGenerator(1) });
    expect(found.map(({ index }) => index)).toEqual([6]);
    expect(found[0]?.probability).toBeLessThan(0.05);
    expect(findChangePoints(stepped, { random: createGenerator(1) })).toEqual(found);
  });

  it('are found when the level goes back, and in the order of the series', () => {
    const random = createGenerator(3);
    const levels = [10, 13, 10];
    const values = levels.flatMap((level) =>
      Array.from({ length: 15 }, () => level + 0.3 * drawNormal(random)),
    );
    expect(findChangePoints(values, { random }).map(({ index }) => index)).toEqual([15, 30]);
  });

  it('are not looked for in fewer than ten values, nor in too many', () => {
    expect(findChangePoints(stepped.slice(2, 11), { random: createGenerator(1) })).toEqual([]);
    expect(
      findChangePoints(
        Array.from({ length: 12 }, () => 4),
        { random: createGenerator(1) },
      ),
    ).toEqual([]);
    expect(() => findChangePoints(new Float64Array(501), { random: createGenerator(1) })).toThrow(
      'at most 500',
    );
  });
});
