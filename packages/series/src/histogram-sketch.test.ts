import { createRandom } from '@proofload/domain';
import { describe, expect, it } from 'vitest';
import { decodeSketch, encodeSketch } from './chunk.ts';
import { HistogramCounter } from './histogram-counter.ts';
import { type HistogramBucket, sketchIncrease, sketchOfHistogram } from './histogram-sketch.ts';
import { Sketch } from './sketch.ts';

/** Counts as a native histogram of a schema has them. */
class Native {
  readonly counts = new Map<number, number>();
  sum = 0;
  readonly base: number;
  constructor(schema: number) {
    this.base = 2 ** (2 ** -schema);
  }
  observe(value: number): void {
    const index = Math.ceil(Math.log(value) / Math.log(this.base));
    this.counts.set(index, (this.counts.get(index) ?? 0) + 1);
    this.sum += value;
  }
  get buckets(): HistogramBucket[] {
    return [...this.counts].map(([index, count]) => ({
      low: this.base ** (index - 1),
      high: this.base ** index,
      count,
    }));
  }
  get sketch(): Sketch {
    return sketchOfHistogram(this.buckets, this.sum);
  }
}

const lognormal = (random: () => number): number =>
  Math.exp(Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random()) - 3);

it.each([0, 1, 2, 3, 4, 5, 8])('keeps percentiles within a bucket of schema %d', (schema) => {
  const random = createRandom(schema + 1);
  const native = new Native(schema);
  const exact = new Sketch();
  for (let at = 0; at < 5000; at++) {
    const value = lognormal(random);
    native.observe(value);
    exact.add(value);
  }
  const { sketch } = native;
  expect(sketch.count).toBe(5000);
  expect(sketch.sum).toBe(native.sum);
  for (const q of [0.01, 0.25, 0.5, 0.9, 0.95, 0.99, 0.999]) {
    const [found, wanted] = [sketch.quantile(q), exact.quantile(q)];
    expect(Math.max(found, wanted) / Math.min(found, wanted), `q ${q}`).toBeLessThanOrEqual(
      native.base * 1.011,
    );
  }
});

it('of a histogram that has grown has no bin with less than before', () => {
  const random = createRandom(5);
  const native = new Native(2);
  let before = new Map<number, number>();
  for (let round = 0; round < 400; round++) {
    native.observe(lognormal(random));
    const { keys, counts } = native.sketch.bins();
    const now = new Map([...keys].map((key, bin) => [key, counts[bin] ?? 0]));
    for (const [key, count] of before) expect(now.get(key) ?? 0).toBeGreaterThanOrEqual(count);
    before = now;
  }
});

it('spreads a bucket over its width, not at one end', () => {
  const { keys, counts } = sketchOfHistogram([{ low: 1, high: 2, count: 160 }], 240).bins();
  expect(keys).toHaveLength(16);
  expect(new Set(counts)).toEqual(new Set([10]));
  const few = sketchOfHistogram([{ low: 1, high: 2, count: 4 }], 6);
  expect([0, 0.34, 0.67, 1].map((q) => few.quantile(q).toFixed(1))).toEqual(['1.0', '1.2', '1.5', '1.7']);
});

it.each<[string, HistogramBucket, number]>([
  ['above the last bound', { low: 10, high: Number.POSITIVE_INFINITY, count: 5 }, 10],
  ['below a first bound that is negative', { low: Number.NEGATIVE_INFINITY, high: -3, count: 5 }, -3],
  ['around zero', { low: -0.01, high: 0.01, count: 5 }, 0],
  ['of zeros', { low: 0, high: 0, count: 5 }, 0],
  ['below zero', { low: -2.02, high: -2, count: 5 }, -2],
  ['with fractions', { low: 3, high: 3.01, count: 4.6 }, 3],
])('takes a bucket %s', (_name, bucket, about) => {
  const sketch = sketchOfHistogram([bucket], 1);
  expect(sketch.count).toBe(5);
  expect(Math.abs(sketch.quantile(0.5) - about)).toBeLessThanOrEqual(0.01 * Math.abs(about) + 1e-9);
  expect(decodeSketch(encodeSketch(sketch)).count).toBe(5);
});

it('takes what lies below a first bound to be near it', () => {
  const sketch = sketchOfHistogram([{ low: Number.NEGATIVE_INFINITY, high: 0.1, count: 100 }], 1);
  expect(sketch.min).toBeGreaterThan(0.1 / 17);
  expect(sketch.max).toBeLessThanOrEqual(0.1 * 1.006);
});

it('holds buckets of any width in few bins, which can be stored', () => {
  const widest = sketchOfHistogram(
    [
      { low: Number.MIN_VALUE, high: Number.MAX_VALUE, count: 1e9 },
      { low: -Number.MAX_VALUE, high: -1e-300, count: 3 },
    ],
    0,
  );
  expect(widest.bins().keys.length).toBeLessThanOrEqual(19);
  expect(decodeSketch(encodeSketch(widest)).count).toBe(1e9 + 3);
});

describe('what came between two sketches', () => {
  it('is what the histogram counted, bucket by bucket', () => {
    const random = createRandom(9);
    const native = new Native(3);
    const later = new Native(3);
    for (let at = 0; at < 700; at++) native.observe(lognormal(random));
    const before = native.sketch;
    for (let at = 0; at < 300; at++) {
      const value = 10 + lognormal(random);
      native.observe(value);
      later.observe(value);
    }
    const grown = sketchIncrease(before, native.sketch);
    expect(grown.count).toBe(300);
    expect(grown.sum).toBeCloseTo(later.sum, 6);
    expect(grown.min).toBeGreaterThan(9);
    for (const q of [0.1, 0.5, 0.99]) expect(grown.quantile(q) / later.sketch.quantile(q)).toBeCloseTo(1, 1);
  });

  it('is all of the newer one when the process began anew', () => {
    const [before, now] = [new Native(3), new Native(3)];
    for (const value of [1, 2, 3]) before.observe(value);
    now.observe(5);
    const { sketch } = now;
    expect(sketchIncrease(before.sketch, sketch)).toBe(sketch);
  });

  it('stays within neighbours when the buckets became wider', () => {
    const random = createRandom(3);
    const [fine, coarse, added] = [new Native(5), new Native(2), new Native(2)];
    for (let at = 0; at < 1000; at++) {
      const value = lognormal(random);
      fine.observe(value);
      coarse.observe(value);
    }
    for (let at = 0; at < 200; at++) {
      coarse.observe(7);
      added.observe(7);
    }
    const grown = sketchIncrease(fine.sketch, coarse.sketch);
    expect(grown.count).toBe(200);
    expect(grown.bins().counts.reduce((total, count) => total + count, 0)).toBe(200);
    expect(Math.abs(Math.log2(grown.quantile(0.5) / 7))).toBeLessThan(0.25);
    expect(decodeSketch(encodeSketch(grown)).count).toBe(200);
  });

  it('is nothing when nothing came', () => {
    const native = new Native(3);
    native.observe(1);
    expect(sketchIncrease(native.sketch, native.sketch)).toMatchObject({ count: 0, sum: 0 });
  });
});

it('a counter says nothing of the first sample, nor of one that is late', () => {
  const native = new Native(3);
  const counter = new HistogramCounter();
  native.observe(1);
  expect(counter.count(1000, native.sketch)).toBeNull();
  native.observe(2);
  const { sketch } = native;
  expect(counter.count(2000, sketch)?.count).toBe(1);
  expect(counter.count(2000, sketch)).toBeNull();
  expect(counter.count(1500, sketch)).toBeNull();
  native.observe(3);
  expect(new HistogramCounter(counter.newest).count(3000, native.sketch)?.quantile(1)).toBeCloseTo(3, 0);
});
