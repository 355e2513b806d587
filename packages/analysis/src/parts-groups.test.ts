import { describe, expect, it } from 'vitest';
import { measureBalance } from './balance.ts';
import { balanceGroups } from './balance-groups.ts';
import type { Breakdown } from './break-down.ts';
import { breakDownGroups } from './break-down-groups.ts';

const balance = (values: Record<string, number>) =>
  measureBalance(Object.entries(values).map(([entity, value]) => ({ entity, value })));

describe('balances of replicates', () => {
  const groups = new Map([
    // Which shard is busy changes from run to run; that one is changes never.
    ['legacy', [balance({ a: 1, b: 3 }), balance({ a: 3, b: 1 })]],
    ['greedy', [balance({ a: 2, b: 2 }), balance({ a: 2, b: 2.5 })]],
    ['failed', []],
  ]);
  const [legacy, greedy, failed] = balanceGroups(groups, 'legacy', 'cores');

  it('do not even out between runs', () => {
    expect(legacy?.entities).toEqual([
      { entity: 'a', n: 2, mean: 2, min: 1, max: 3 },
      { entity: 'b', n: 2, mean: 2, min: 1, max: 3 },
    ]);
    expect(legacy?.figures.range).toMatchObject({ n: 2, mean: 2, min: 2, max: 2 });
  });

  it('are held against the baseline, with an interval where there are replicates', () => {
    expect(greedy?.figures.range).toMatchObject({ mean: 0.25, ratio: 0.125 });
    expect(greedy?.figures.entities).toMatchObject({ mean: 2, ratio: 1 });
    expect(failed).toMatchObject({
      n: 0,
      entities: [],
      figures: { range: { n: 0, mean: null, ratio: null } },
    });
  });
});

describe('breakdowns of replicates', () => {
  const run = (parts: Record<string, number>): Breakdown => {
    const total = Object.values(parts).reduce((sum, value) => sum + value, 0);
    return {
      atMs: null,
      total,
      parts: Object.entries(parts).map(([name, value]) => ({ labels: [name], value, share: value / total })),
      others: null,
      missing: 0,
    };
  };
  const groups = new Map([
    ['a', [run({ pods: 6, nodes: 4 }), run({ pods: 8, services: 2 })]],
    ['b', [run({ services: 9, nodes: 1 })]],
    ['c', []],
  ]);
  const [a, b, c] = breakDownGroups(groups, 2);

  it('show the same parts of every group, ranked by the greatest of all', () => {
    for (const group of [a, b, c])
      expect(group?.parts.map(({ labels }) => labels)).toEqual([['services'], ['pods']]);
    expect(b?.parts).toMatchObject([
      { mean: 9, share: 0.9, n: 1 },
      { mean: 0, share: 0, n: 0 },
    ]);
    expect(c?.parts[0]).toMatchObject({ mean: null, share: null });
  });

  it('add up to the mean of the totals, though not every run has every part', () => {
    expect(a).toMatchObject({
      n: 2,
      total: { mean: 10 },
      parts: [
        { mean: 1, n: 1 },
        { mean: 7, n: 2 },
      ],
      others: { count: 1, value: 2, share: 0.2 },
    });
  });
});
