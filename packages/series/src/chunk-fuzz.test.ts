import { below, fuzz, fuzzTimeoutMs, mutate, pick } from '@proofload/testkit/fuzz';
import { expect, it } from 'vitest';
import { DecodeError } from './bytes.ts';
import { decodeChunk, decodeSketch, encodeChunk, encodeSketch } from './chunk.ts';
import { seriesKinds } from './kinds.ts';
import { chooseOverviewStep, decodeOverview, encodeOverview, makeOverview } from './overview.ts';
import { mergePoints, type Points, slicePoints } from './points.ts';
import { Rollup } from './rollup.ts';
import { mergeSketches, Sketch } from './sketch.ts';

const oddValues = [
  0,
  -0,
  1,
  -1,
  0.1,
  1e-9,
  -1e-9,
  5e-324,
  2 ** 51,
  -(2 ** 51),
  2 ** 53,
  Number.MAX_VALUE,
  -Number.MAX_VALUE,
  Infinity,
  -Infinity,
  Number.NaN,
];
const times = [0, 999, 1000, -1, 1_795_240_602_000.5, 2 ** 49, -(2 ** 49), 2 ** 50];

/** What a roll-up makes of random observations, odd ones among them. */
function randomPoints(random: () => number): Points {
  const rollup = new Rollup({ maxSeries: 10, maxOpenPoints: 1e6, chunkPoints: 1e6, gaugeResolutionMs: 0 });
  const ref = rollup.series({ metric: 'm', kind: pick(random, seriesKinds), unit: null, labels: {} });
  const oddShare = pick(random, [0, 0.1, 1]);
  const startMs = pick(random, times);
  for (let left = below(random, 40); left > 0; left--) {
    const timeMs = random() < oddShare ? pick(random, times) : startMs + below(random, 60_000);
    const value = random() < oddShare ? pick(random, oddValues) : Math.exp(20 * random() - 10);
    rollup.add(ref, timeMs, random() < 0.3 ? Math.round(value) : value);
  }
  return rollup.takeDirty()[0]?.points ?? { kind: 'gauge', times: [], values: [] };
}

function randomSketch(random: () => number): Sketch {
  const sketch = new Sketch();
  for (let left = below(random, 600); left > 0; left--)
    sketch.add(random() < 0.1 ? pick(random, oddValues) : Math.exp(20 * random() - 10));
  return sketch;
}

/** What a decoder made of damaged bytes, or null when it refused them as it should. */
function decodeOr<T>(decode: (bytes: Uint8Array) => T, bytes: Uint8Array): T | null {
  try {
    return decode(bytes);
  } catch (error) {
    expect(error).toBeInstanceOf(DecodeError);
    return null;
  }
}

it('gives back whatever a roll-up holds', { timeout: fuzzTimeoutMs }, async () => {
  await fuzz({ seed: 61, rounds: 1500 }, (random) => {
    const points = randomPoints(random);
    const bytes = encodeChunk(points);
    const decoded = decodeChunk(bytes);
    expect(decoded.times).toEqual(points.times.map((time) => Math.round(time)));
    expect(encodeChunk(decoded)).toEqual(bytes);
    if (points.kind !== 'distribution') expect(decoded).toEqual({ ...points, times: decoded.times });
  });
});

it('refuses or reads damaged chunks', { timeout: fuzzTimeoutMs }, async () => {
  let read = 0;
  await fuzz({ seed: 62, rounds: 4000 }, (random) => {
    const others = [encodeChunk(randomPoints(random)), encodeSketch(new Sketch())];
    const bytes = mutate(random, encodeChunk(randomPoints(random)), others);
    const points = decodeOr(decodeChunk, bytes);
    if (points === null) return;
    read += 1;
    expect(points.times.length).toBeLessThanOrEqual(bytes.length);
    // What was read can be worked with like any other.
    decodeOr(decodeChunk, encodeChunk(points));
    mergePoints(points.kind, [points, slicePoints(points, -1e15, 1e15)]);
    if (points.kind !== 'distribution') return;
    const merged = mergeSketches(points.sketches);
    merged.quantiles([0, 0.5, 0.99, 1]);
    if (Number.isSafeInteger(merged.count)) decodeSketch(encodeSketch(merged));
  });
  expect(read).toBeGreaterThan(0);
});

it('refuses or reads damaged sketches', { timeout: fuzzTimeoutMs }, async () => {
  let read = 0;
  await fuzz({ seed: 63, rounds: 1800 }, (random) => {
    const others = [encodeSketch(randomSketch(random))];
    const bytes = mutate(random, encodeSketch(randomSketch(random)), others);
    const sketch = decodeOr(decodeSketch, bytes);
    if (sketch === null) return;
    read += 1;
    expect(sketch.bins().keys.length).toBeLessThanOrEqual(bytes.length);
    sketch.quantiles([0, 0.5, 0.99, 1]);
    expect(decodeSketch(encodeSketch(sketch))).toEqual(sketch);
  });
  expect(read).toBeGreaterThan(0);
});

it('merges sketches to the same bytes in any order', { timeout: fuzzTimeoutMs }, async () => {
  await fuzz({ seed: 64, rounds: 300 }, (random) => {
    const parts = [randomSketch(random), randomSketch(random), randomSketch(random)];
    const [forth, back] = [mergeSketches(parts), mergeSketches(parts.toReversed())];
    expect(forth.bins()).toEqual(back.bins());
    const decoded = decodeSketch(encodeSketch(forth));
    expect(decoded.quantiles([0.1, 0.5, 0.95])).toEqual(forth.quantiles([0.1, 0.5, 0.95]));
  });
});

it('gives back overviews, and refuses or reads damaged ones', { timeout: fuzzTimeoutMs }, async () => {
  let read = 0;
  await fuzz({ seed: 64, rounds: 2000 }, (random) => {
    const points = randomPoints(random);
    const sorted = mergePoints(points.kind, [points]);
    const stepMs = chooseOverviewStep(sorted.times[0] ?? 0, sorted.times.at(-1) ?? 0);
    const overview = makeOverview(sorted, stepMs);
    expect(overview.buckets.times.length).toBeLessThanOrEqual(1001);
    const bytes = encodeOverview(overview);
    const decoded = decodeOverview(bytes);
    expect(encodeOverview(decoded)).toEqual(bytes);
    if (overview.buckets.kind !== 'distribution') expect(decoded).toEqual(overview);
    const damaged = decodeOr(decodeOverview, mutate(random, bytes, [encodeChunk(points)]));
    if (damaged === null) return;
    read += 1;
    expect(damaged.buckets.times.length).toBeLessThanOrEqual(bytes.length * 2);
  });
  expect(read, 'some damage goes unseen').toBeGreaterThan(0);
});
