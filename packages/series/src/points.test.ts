import { createRandom } from '@proofload/domain';
import { expect, it } from 'vitest';
import { mergePoints, type Points } from './points.ts';

const gauge = (samples: readonly (readonly [time: number, value: number])[]): Points => ({
  kind: 'gauge',
  times: samples.map(([time]) => time),
  values: samples.map(([, value]) => value),
});

it.each([
  ['in order', 0],
  ['some a little late', 5],
  ['some very late', 1000],
  ['in no order at all', 1e6],
])('puts samples in order, the last one of a time staying: %s', (_name, lateness) => {
  const random = createRandom(3);
  const samples = Array.from({ length: 1000 }, (_, at): [number, number] => [
    Math.floor(at - (random() < 0.3 ? random() * lateness : 0)),
    at,
  ]);
  const expected = [...new Map(samples)].sort(([a], [b]) => a - b);
  const parts = [gauge(samples.slice(0, 400)), gauge(samples.slice(400))];
  expect(mergePoints('gauge', parts)).toEqual(gauge(expected));
  expect(mergePoints('gauge', [gauge(samples)])).toEqual(gauge(expected));
});

it('adds up buckets of the same second, whichever part has them', () => {
  const parts: Points[] = [
    { kind: 'ratio', times: [2000, 1000], hits: [1, 2], totals: [3, 4] },
    { kind: 'ratio', times: [2000, 3000], hits: [5, 0], totals: [6, 1] },
  ];
  expect(mergePoints('ratio', parts)).toEqual({
    kind: 'ratio',
    times: [1000, 2000, 3000],
    hits: [2, 6, 0],
    totals: [4, 9, 1],
  });
});

it('gives nothing of nothing, and leaves the parts as they were', () => {
  expect(mergePoints('delta', [])).toEqual({ kind: 'delta', times: [], sums: [], counts: [] });
  const parts = [
    gauge([
      [2000, 1],
      [1000, 2],
    ]),
    gauge([[2000, 3]]),
  ];
  const before = structuredClone(parts);
  mergePoints('gauge', parts);
  expect(parts).toEqual(before);
});
