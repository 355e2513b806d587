import { expect, it } from 'vitest';
import { medianLine } from './median-line.ts';

it('takes the median of the replicates at each step', () => {
  const lines = [
    { times: [0, 1000, 2000], values: [1, 10, 3] },
    { times: [0, 1000, 2000], values: [2, 20, 3] },
    { times: [0, 1000, 2000], values: [9, 30, 4] },
  ];
  expect(medianLine(lines, 1000)).toEqual({ times: [0, 1000, 2000], values: [2, 20, 3] });
});

it('aligns points that lie within the same step', () => {
  const lines = [
    { times: [40, 1040], values: [1, 3] },
    { times: [900, 1900], values: [3, 5] },
  ];
  expect(medianLine(lines, 1000)).toEqual({ times: [0, 1000], values: [2, 4] });
});

it('leaves a gap where fewer than half of the replicates have a value', () => {
  const lines = [
    { times: [0, 1000, 2000], values: [1, null, 1] },
    { times: [0, 1000], values: [3, null] },
    { times: [0, 1000], values: [5, 7] },
  ];
  expect(medianLine(lines, 1000).values).toEqual([3, null, null]);
});

it('is empty without lines', () => {
  expect(medianLine([], 1000)).toEqual({ times: [], values: [] });
});
