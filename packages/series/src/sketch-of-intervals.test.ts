import { expect, it } from 'vitest';
import { decodeSketch, encodeSketch } from './chunk.ts';
import { Sketch } from './sketch.ts';
import { type CountedInterval, sketchOfIntervals } from './sketch-of-intervals.ts';

let state = 12345;
const random = (): number => {
  state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
  return state / 0x7fffffff;
};
const unknown = { sum: null, min: null, max: null };

/** Values as a histogram with buckets that grow by `base` has them. */
function toIntervals(values: readonly number[], base: number): CountedInterval[] {
  const counts = new Map<number, number>();
  for (const value of values) {
    const index = Math.ceil(Math.log(value) / Math.log(base)) - 1;
    counts.set(index, (counts.get(index) ?? 0) + 1);
  }
  return [...counts].map(([index, count]) => ({ low: base ** index, high: base ** (index + 1), count }));
}

it.each([1.005, 1.02, 1.09, 2, 30])('keeps quantiles within intervals that grow by %d', (base) => {
  const values = Array.from({ length: 5000 }, () => 0.5 + 300 * random() ** 3);
  const exact = new Sketch();
  for (const value of values) exact.add(value);
  const { sum, min, max, count } = exact;
  const sketch = sketchOfIntervals(toIntervals(values, base), { sum, min, max });
  expect(sketch).toMatchObject({ count, sum, min, max });
  for (const q of [0, 0.01, 0.5, 0.9, 0.95, 0.99, 1]) {
    const [found, wanted] = [sketch.quantile(q), exact.quantile(q)];
    expect(Math.max(found, wanted) / Math.min(found, wanted), `q ${q}`).toBeLessThanOrEqual(base * 1.011);
  }
});

it('spreads an interval evenly, in whole observations', () => {
  const { keys, counts } = sketchOfIntervals([{ low: 1, high: 1.1, count: 25 }], unknown).bins();
  expect(keys).toHaveLength(10);
  expect([...counts]).toEqual([2, 3, 2, 3, 2, 3, 2, 3, 2, 3]);
});

it('finds sum, least and greatest by itself when they are not known', () => {
  const sketch = sketchOfIntervals(
    [
      { low: -2, high: -1, count: 160 },
      { low: 0, high: 0, count: 5 },
      { low: 4, high: 4.1, count: 20 },
    ],
    unknown,
  );
  expect(sketch).toMatchObject({ count: 185, min: -2, max: 4.1 });
  expect(sketch.sum).toBeCloseTo(20 * 4.05 - 160 * 1.44, -1);
  expect(sketch.quantile(0.87)).toBe(0);
});

it('is empty without observations', () => {
  expect(sketchOfIntervals([{ low: 1, high: 2, count: 0 }], unknown)).toMatchObject({ count: 0, sum: 0 });
});

it('holds intervals of any width in few bins, which can be stored', () => {
  const widest = sketchOfIntervals(
    [
      { low: Number.MIN_VALUE, high: Number.MAX_VALUE, count: 1e9 },
      { low: -Number.MAX_VALUE, high: -1e-300, count: 3 },
      { low: 1, high: 2, count: 1 },
    ],
    unknown,
  );
  expect(widest.bins().keys.length).toBeLessThanOrEqual(16 + 3 + 1);
  expect(decodeSketch(encodeSketch(widest)).count).toBe(1e9 + 4);
});
