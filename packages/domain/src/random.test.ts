import { describe, expect, it } from 'vitest';
import { createRandom, makeId, shuffle } from './random.ts';

describe('shuffle', () => {
  it('keeps every item and repeats itself with the same seed', () => {
    const items = Array.from({ length: 50 }, (_, index) => index);
    const once = shuffle(items, createRandom(7));
    expect(once).toEqual(shuffle(items, createRandom(7)));
    expect(once).not.toEqual(items);
    expect([...once].sort((a, b) => a - b)).toEqual(items);
  });

  it('puts every item in every place equally often', () => {
    const random = createRandom(11);
    const counts = [0, 0, 0];
    for (let round = 0; round < 30_000; round++) {
      const place = shuffle(['a', 'b', 'c'], random).indexOf('a');
      counts[place] = (counts[place] ?? 0) + 1;
    }
    for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(350);
  });
});

it('makes ids that sort by time', () => {
  const random = createRandom(3);
  const ids = [1, 2, 1000, 1_795_240_602_000, 1_795_240_602_001].map((nowMs) => makeId(nowMs, random));
  expect([...ids].sort()).toEqual(ids);
  expect(new Set(ids.map((id) => id.length))).toEqual(new Set([18]));
});
