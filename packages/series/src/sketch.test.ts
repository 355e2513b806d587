import { describe, expect, it } from 'vitest';
import { mergeSketches, Sketch, sketchRelativeError } from './sketch.ts';

/** k6's definition of a percentile. */
function exact(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const rank = q * (sorted.length - 1);
  const low = sorted[Math.floor(rank)] ?? 0;
  const high = sorted[Math.ceil(rank)] ?? 0;
  return low + (high - low) * (rank - Math.floor(rank));
}

let state = 12345;
const random = (): number => {
  state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
  return state / 0x7fffffff;
};
const shapes: Record<string, (n: number) => number[]> = {
  uniform: (n) => Array.from({ length: n }, () => 1 + 99 * random()),
  'heavy-tailed': (n) => Array.from({ length: n }, () => 1 / (random() + 1e-4)),
  'two humps': (n) => Array.from({ length: n }, (_, i) => (i % 3 ? 2 + random() : 400 + 10 * random())),
  'both signs': (n) => Array.from({ length: n }, () => 200 * (random() - 0.5)),
  constant: (n) => Array.from({ length: n }, () => 7.25),
};

describe.each(Object.entries(shapes))('%s values', (_name, make) => {
  it.each([1, 2, 10, 180, 5000])('%d of them: quantiles within the error of the exact ones', (n) => {
    const values = make(n);
    const sketch = new Sketch();
    for (const value of values) sketch.add(value);
    for (const q of [0, 0.25, 0.5, 0.9, 0.95, 0.99, 0.999, 1]) {
      const sorted = [...values].sort((a, b) => a - b);
      const rank = q * (n - 1);
      const scale = Math.max(Math.abs(sorted[Math.floor(rank)] ?? 0), Math.abs(sorted[Math.ceil(rank)] ?? 0));
      expect(Math.abs(sketch.quantile(q) - exact(values, q))).toBeLessThanOrEqual(
        scale * sketchRelativeError + 1e-9,
      );
    }
    expect(sketch.count).toBe(n);
    expect(sketch.sum).toBeCloseTo(
      values.reduce((a, b) => a + b, 0),
      6,
    );
  });
});

it('gives the same merged as whole', () => {
  const values = shapes['heavy-tailed']?.(3000) ?? [];
  const whole = new Sketch();
  const parts = [new Sketch(), new Sketch(), new Sketch()];
  values.forEach((value, index) => {
    whole.add(value);
    parts[index % 3]?.add(value);
  });
  const merged = mergeSketches(parts);
  for (const q of [0.5, 0.95, 0.99]) expect(merged.quantile(q)).toBe(whole.quantile(q));
  expect([merged.count, merged.min, merged.max]).toEqual([whole.count, whole.min, whole.max]);
});

it('says NaN without observations and takes no value that is not finite', () => {
  const sketch = new Sketch();
  expect(sketch.quantile(0.5)).toBeNaN();
  expect([sketch.add(Number.NaN), sketch.add(Number.POSITIVE_INFINITY)]).toEqual([false, false]);
  expect(sketch.count).toBe(0);
});
