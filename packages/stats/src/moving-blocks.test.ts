import { describe, expect, it } from 'vitest';
import { movingBlocksInterval, movingBlocksMean, movingBlocksRatio } from './index.ts';

const values = Array.from({ length: 120 }, (_, i) => 10 + Math.sin(i * 1.7) + ((i * 7919) % 13) / 13);

describe('moving blocks', () => {
  // NumPy: m = means of all v[i:i+12]; sqrt(((m - v.mean()) ** 2).mean() * 0.1 / 0.9)
  it('give the error that NumPy gives', () => {
    expect(movingBlocksMean(values)?.mean).toBeCloseTo(10.460249087321671, 11);
    expect(movingBlocksMean(values)?.error).toBeCloseTo(0.02002769004630549, 11);
  });

  it('compare two runs', () => {
    const found = movingBlocksRatio(
      values.map((value) => 2 * value),
      values,
    );
    expect(found?.low).toBeLessThan(2);
    expect(found?.high).toBeGreaterThan(2);
    expect(found?.high).toBeLessThan(2.03);
  });

  it('say nothing of a short run, nor of one whose values go together for long', () => {
    expect(movingBlocksInterval(values.slice(0, 99))).toBeNull();
    expect(movingBlocksInterval(values.map((_, index) => index))).toBeNull();
    expect(
      movingBlocksRatio(
        values,
        values.map((value) => -value),
      ),
    ).toBeNull();
    const level = new Float64Array(100).fill(3);
    expect(movingBlocksInterval(level)).toEqual({ low: 3, high: 3 });
  });
});
