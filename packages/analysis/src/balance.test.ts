import { describe, expect, it } from 'vitest';
import { measureBalance } from './balance.ts';
import { combineByEntity } from './entity-values.ts';

const shards = (values: readonly number[]) =>
  values.map((value, index) => ({ entity: `shard-${index}`, value }));

describe('balance', () => {
  it('gives range, share of the greatest, and who does nothing', () => {
    const balance = measureBalance(shards([0.4, 0, 0.8, 0.4]));
    expect(balance).toMatchObject({
      n: 4,
      range: 0.8,
      maxToMean: 2,
      idle: ['shard-1'],
      absent: [],
      greatest: { entity: 'shard-2', value: 0.8 },
      least: { entity: 'shard-1', value: 0 },
    });
    expect(balance.mean).toBeCloseTo(0.4, 12);
    expect(balance.jain).toBeCloseTo(1.6 ** 2 / (4 * 0.96), 12);
    expect(balance.variation).toBeCloseTo(Math.SQRT1_2, 12);
    expect(balance.gini).toBeCloseTo(0.375, 12);
  });

  it('counts an entity without data as idle only where that is what it means', () => {
    const expected = ['shard-0', 'shard-1', 'shard-2', 'shard-2'];
    const unknown = measureBalance(shards([0.5, 0.5]), { expected });
    expect(unknown).toMatchObject({ n: 2, range: 0, maxToMean: 1, idle: [], absent: ['shard-2'] });
    const idle = measureBalance(shards([0.5, 0.5]), { expected, absentIs: 'idle' });
    expect(idle).toMatchObject({ n: 3, range: 0.5, maxToMean: 1.5, idle: ['shard-2'], absent: [] });
  });

  it('takes a threshold for doing nothing', () => {
    expect(measureBalance(shards([0.5, 0.004]), { idleUpTo: 0.01 }).idle).toEqual(['shard-1']);
  });

  it('has no numbers without entities, and no share of nothing', () => {
    expect(measureBalance([])).toMatchObject({ n: 0, mean: null, range: null, maxToMean: null, jain: null });
    expect(measureBalance(shards([0, 0]))).toMatchObject({
      range: 0,
      maxToMean: null,
      gini: null,
      idle: ['shard-0', 'shard-1'],
    });
  });
});

describe('values of entities', () => {
  const series = [
    { labels: { pod: 'a', container: 'x' }, value: 1 },
    { labels: { pod: 'a', container: 'y' }, value: 3 },
    { labels: { pod: 'b', container: 'x' }, value: 2 },
    { labels: { pod: 'c' }, value: null },
    { labels: { node: 'n' }, value: 9 },
    { labels: { pod: '' }, value: 9 },
  ];

  it.each([
    ['sum', 4],
    ['mean', 2],
    ['max', 3],
  ] as const)('put the series of one together by their %s', (combination, first) => {
    expect(combineByEntity(series, 'pod', combination)).toEqual({
      values: [
        { entity: 'a', value: first },
        { entity: 'b', value: 2 },
      ],
      empty: ['c'],
      unlabelled: 2,
    });
  });

  it('know no label that is not theirs', () => {
    expect(combineByEntity(series, 'constructor', 'sum')).toEqual({ values: [], empty: [], unlabelled: 6 });
  });
});
