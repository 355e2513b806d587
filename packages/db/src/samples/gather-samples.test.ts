import { SeriesAccumulator } from '@proofload/series';
import { expect, it } from 'vitest';
import { accumulate, sortBySeries } from './gather-samples.ts';

const piece = (origin: number, samples: readonly (readonly [id: number, time: number, value: number])[]) => ({
  origin,
  columns: {
    series: samples.map(([id]) => id),
    times: samples.map(([, time]) => time),
    values: samples.map(([, , value]) => value),
    sketches: [],
    counted: [],
  },
});

it('puts the samples of pieces series by series, in the order in which they came', () => {
  const sorted = sortBySeries([
    piece(2, [
      [40_005, 1000, 1],
      [40_000, 1000, 2],
    ]),
    piece(0, [[5, 1000, 3]]),
    piece(2, [
      [40_000, 500, 4],
      [40_005, 2000, 5],
      [40_005, 2000, 6],
    ]),
  ]);
  expect(sorted.ids).toEqual([40_005, 40_000, 5]);
  expect([...sorted.starts]).toEqual([0, 3, 5, 6]);
  expect([...sorted.times]).toEqual([1000, 2000, 2000, 1000, 500, 1000]);
  expect([...sorted.values]).toEqual([1, 5, 6, 2, 4, 3]);
  const series = new SeriesAccumulator({ metric: 'm', kind: 'gauge', unit: null, labels: {} }, 0);
  accumulate(sorted, 1, series);
  expect(series.totals).toMatchObject({ count: 2, sum: 6, last: 2 });
  expect(sortBySeries([]).ids).toEqual([]);
});

it.each([-1, 20_000, 0.5])('refuses the id %d, which the origin cannot have', (id) => {
  expect(() => sortBySeries([piece(0, [[id, 1000, 1]])])).toThrow(/series/);
});
