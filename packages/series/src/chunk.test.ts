import { describe, expect, it } from 'vitest';
import { DecodeError } from './bytes.ts';
import { decodeChunk, decodeSketch, encodeChunk, encodeSketch } from './chunk.ts';
import { mergePoints, type Points, slicePoints } from './points.ts';
import { Sketch } from './sketch.ts';

const start = 1_795_240_602_000;
const seconds = (count: number): number[] =>
  Array.from({ length: count }, (_, index) => start + index * 1000);
const sketchOf = (...values: number[]): Sketch => {
  const sketch = new Sketch();
  for (const value of values) sketch.add(value);
  // In bins at once, as one that was read is.
  sketch.bins();
  return sketch;
};

const examples: Record<string, Points> = {
  delta: { kind: 'delta', times: seconds(3), sums: [5, 0, 12], counts: [5, 0, 12] },
  'delta of floats': { kind: 'delta', times: seconds(2), sums: [0.1, -2.5e300], counts: [1, 2] },
  ratio: { kind: 'ratio', times: seconds(4), hits: [0, 1, 0, 3], totals: [10, 10, 10, 9] },
  gauge: {
    kind: 'gauge',
    times: [start + 1, start + 16, start + 4001],
    values: [1.5, Number.POSITIVE_INFINITY, -0],
  },
  'large integers': { kind: 'cumulative', times: seconds(2), values: [2 ** 53, 2 ** 60] },
  'not a number': { kind: 'gauge', times: [start], values: [Number.NaN] },
  distribution: {
    kind: 'distribution',
    times: seconds(2),
    sketches: [sketchOf(1, 2, 300), sketchOf(-4, 0, 0.001)],
  },
  empty: { kind: 'gauge', times: [], values: [] },
};

describe.each(Object.entries(examples))('%s', (_name, points) => {
  it('comes back as it was', () => expect(decodeChunk(encodeChunk(points))).toEqual(points));

  it('is refused when it was cut short', () => {
    const bytes = encodeChunk(points);
    for (let length = 0; length < bytes.length; length++) {
      expect(() => decodeChunk(bytes.subarray(0, length))).toThrow(DecodeError);
    }
  });
});

it('keeps a sketch', () => {
  const sketch = sketchOf(1, 10, 100, 1000);
  expect(decodeSketch(encodeSketch(sketch))).toEqual(sketch);
});

it('writes a sketch of which some is not in bins yet, and leaves it as it is', () => {
  const values = Array.from({ length: 1300 }, (_, index) => ((index * 37) % 101) - 20);
  const [open, settled] = [new Sketch(), sketchOf(...values)];
  for (const value of values) open.add(value);
  expect(decodeSketch(encodeSketch(open))).toEqual(settled);
  expect(decodeSketch(encodeSketch(open))).toEqual(settled);
  open.add(5);
  expect(decodeSketch(encodeSketch(open))).toEqual(sketchOf(...values, 5));
});

it('refuses or reads any garbage, but never crashes or hangs', () => {
  let state = 99;
  const next = (): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state >>> 16;
  };
  for (let round = 0; round < 5000; round++) {
    const bytes = Uint8Array.from({ length: next() % 60 }, () => next() & 0xff);
    if (bytes.length > 0) bytes[0] = next() % 6;
    try {
      decodeChunk(bytes);
    } catch (error) {
      expect(error).toBeInstanceOf(DecodeError);
    }
  }
});

it('reads more sketches than a call has room for arguments', () => {
  const times = Array.from({ length: 200_000 }, (_, index) => index);
  const bytes = encodeChunk({ kind: 'distribution', times, sketches: times.map(() => new Sketch()) });
  expect(decodeChunk(bytes).times).toHaveLength(200_000);
});

it.each([
  ['a time', [2, 3, ...Array(3).fill([255, 255, 255, 255, 255, 255, 255, 15]).flat(), 1]],
  ['an integer of a column', [2, 1, 0, 0, 254, 255, 255, 255, 255, 255, 255, 15]],
])('refuses %s that no encoder wrote', (_name, bytes) => {
  expect(() => decodeChunk(Uint8Array.from(bytes))).toThrow(/too large/);
});

it('refuses a sketch whose bins do not add up to its count', () => {
  const sketch = sketchOf(1, 2);
  sketch.count = 3;
  expect(() => decodeSketch(encodeSketch(sketch))).toThrow(DecodeError);
});

it('takes few bytes for regular data', () => {
  const times = seconds(1000);
  const sums = times.map((_, index) => 100 + (index % 7));
  expect(encodeChunk({ kind: 'delta', times, sums, counts: sums }).length).toBeLessThan(3200);
});

describe('mergePoints', () => {
  it('adds buckets of the same second', () => {
    const merged = mergePoints('delta', [
      { kind: 'delta', times: [2000, 3000], sums: [1, 2], counts: [1, 1] },
      { kind: 'delta', times: [1000, 3000], sums: [5, 7], counts: [2, 3] },
    ]);
    expect(merged).toEqual({ kind: 'delta', times: [1000, 2000, 3000], sums: [5, 1, 9], counts: [2, 1, 4] });
  });

  it('merges sketches without changing the parts', () => {
    const parts = [sketchOf(1), sketchOf(3)].map(
      (sketch): Points => ({ kind: 'distribution', times: [1000], sketches: [sketch] }),
    );
    const merged = mergePoints('distribution', parts);
    expect(merged.kind === 'distribution' && merged.sketches[0]?.sum).toBe(4);
    expect(parts.map((part) => part.kind === 'distribution' && part.sketches[0]?.sum)).toEqual([1, 3]);
  });

  it('keeps the last of two samples at the same time', () => {
    const parts: Points[] = [{ kind: 'gauge', times: [1, 1, 2], values: [5, 6, 7] }];
    expect(mergePoints('gauge', parts)).toEqual({ kind: 'gauge', times: [1, 2], values: [6, 7] });
  });
});

it('cuts out a range of time', () => {
  const points: Points = { kind: 'ratio', times: [1, 2, 3, 4], hits: [1, 2, 3, 4], totals: [9, 9, 9, 9] };
  expect(slicePoints(points, 2, 4)).toEqual({ kind: 'ratio', times: [2, 3], hits: [2, 3], totals: [9, 9] });
  expect(slicePoints(points, 10, 20).times).toEqual([]);
});
