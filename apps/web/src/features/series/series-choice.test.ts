import { expect, it } from 'vitest';
import { boundChoice, maxChosenSeries, toggleSeries } from './series-choice';

it('adds, takes out, and stops at the most', () => {
  expect(toggleSeries([1], 2)).toEqual([1, 2]);
  expect(toggleSeries([1, 2], 1)).toEqual([2]);
  const full = Array.from({ length: maxChosenSeries }, (_, id) => id);
  expect(toggleSeries(full, 99)).toEqual(full);
  expect(toggleSeries(full, 0)).toHaveLength(maxChosenSeries - 1);
});

it('bounds what an address asks for', () => {
  expect(boundChoice(null)).toEqual([]);
  expect(boundChoice([3, 3, -1, 4])).toEqual([3, 4]);
  expect(boundChoice(Array.from({ length: 50 }, (_, id) => id))).toHaveLength(maxChosenSeries);
});
