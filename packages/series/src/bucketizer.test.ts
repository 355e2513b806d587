import { describe, expect, it } from 'vitest';
import { bucketize, createBucketizer } from './bucketizer.ts';
import { type SeriesKind, seriesKinds } from './kinds.ts';
import { cutPoints, type Points } from './points.ts';
import { SeriesAccumulator } from './series-accumulator.ts';

/** Ten minutes with gaps; levels are now and then no number, counters fall. */
function pointsOf(kind: SeriesKind, seconds: number): Points {
  const series = new SeriesAccumulator({ metric: 'x', kind, unit: null, labels: {} }, 0);
  for (let at = 0; at < seconds; at++) {
    if (at % 97 > 90) continue;
    const value = ((at * 7919) % 101) / 7 + (at % 13);
    series.add(1_000_000 + at * 1000, kind === 'gauge' && at % 29 === 0 ? Number.NaN : value);
    if (kind !== 'gauge') series.add(1_000_000 + at * 1000 + 500, value / 3);
  }
  return series.points;
}

describe.each(seriesKinds.map((kind) => [kind] as const))('the steps of a %s', (kind) => {
  it.each([0, 1, 2, 3, 600])('are the same from parts of it, of %d seconds', (seconds) => {
    const points = pointsOf(kind, seconds);
    for (const stepMs of [1000, 7000, 300_000]) {
      const whole = bucketize(points, { fromMs: 0, stepMs });
      for (const size of [1, 2, 37]) {
        const bucketizer = createBucketizer(kind, { fromMs: 0, stepMs });
        for (const part of cutPoints(points, size)) bucketizer.add(part);
        expect(bucketizer.finish()).toEqual(whole);
      }
    }
  });
});

it('leaves the first and the last second of a counter out of the least, as they are hardly ever whole', () => {
  const grid = { fromMs: 0, stepMs: 10_000 };
  const of = (sums: number[]) =>
    bucketize(
      { kind: 'delta', times: sums.map((_, at) => at * 1000), sums, counts: sums.map(() => 1) },
      grid,
    );
  expect(of([1, 5, 4, 2])).toMatchObject({ sums: [12], least: [4], most: [5], filled: [4] });
  expect(of([1, 5])).toMatchObject({ least: [1], most: [5] });
  expect(of([3])).toMatchObject({ least: [3], most: [3] });
});
