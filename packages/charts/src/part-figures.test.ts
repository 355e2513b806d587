import { describe, expect, it } from 'vitest';
import { darkTheme, lightTheme } from './chart-theme.ts';
import { buildDumbbell } from './dumbbell.ts';
import { buildEntityBars } from './entity-bars.ts';
import { buildEntityHeatMap } from './entity-heat-map.ts';
import { buildLatencyRows } from './latency-rows.ts';
import { buildRankedBars } from './ranked-bars.ts';
import { styleAt } from './treatment-style.ts';

const style = styleAt(0);
const looks = [
  { theme: lightTheme, width: 1000 },
  { theme: darkTheme, width: 340 },
];

describe('bars of entities', () => {
  const bars = [
    { entity: 'shard-1', n: 2, mean: 0.55, min: 0.5, max: 0.6 },
    { entity: 'shard-0', n: 2, mean: 0.23, min: 0.2, max: 0.26 },
  ];
  const base = { label: 'legacy', style, entity: 'shard', metric: 'cpu', unit: 'cores', n: 2 };
  const model = buildEntityBars({ ...base, bars, most: 1.1 });

  it('are told in words and in rows', () => {
    expect(model.description).toContain('from shard-1 at 0.55');
    expect(model.table.rows[1]).toEqual(['shard-0', 0.23, 0.2, 0.26, 2]);
    expect(buildEntityBars({ ...base, bars: [], most: 1.1 }).isEmpty).toBe(true);
  });

  it('share the scale that they are given, from zero', () => {
    for (const look of looks) {
      const { yAxis } = model.buildOption(look);
      expect(yAxis).toMatchObject({ min: 0, max: expect.closeTo(1.155, 9) });
    }
  });
});

describe('a heat map', () => {
  const model = buildEntityHeatMap(
    {
      ...{ run: 'run10000', metric: 'cpu', kind: 'gauge', unit: 'cores', aggregate: 'avg', over: null },
      ...{ label: 'shard', combination: 'sum', origin: '2026-01-15T12:00:00.000Z', stepMs: 10_000 },
      times: [0, 10_000, 20_000],
      phases: [{ name: 'sync', from: 10_000, to: null }],
      entities: [
        { entity: '1', mean: 0.5, values: [0.4, null, 0.6] },
        { entity: '0', mean: 0, values: [0, 0, 0] },
      ],
      omitted: 3,
      note: null,
    },
    'legacy #1',
  );

  it('leaves gaps empty, and says its scale, its phases and what is left out', () => {
    const [series] = [model.buildOption({ theme: lightTheme, width: 800 }).series].flat();
    expect(series?.data).toEqual([
      [0, 0, 0.4],
      [20, 0, 0.6],
      [0, 1, 0],
      [10, 1, 0],
      [20, 1, 0],
    ]);
    expect(model.notes.join(' ')).toMatch(/0\.6.*sync from 10.s.*3 in the middle/s);
    expect(model.table.rows[0]).toEqual(['1', 0.5, 0.4, null, 0.6]);
  });
});

describe('a dumbbell', () => {
  it('has its ends in words and rows, and none where nothing is known', () => {
    const end = (name: string, value: number | null) => ({ name, value, style, isHollow: false });
    const rows = [
      { label: 'legacy', ends: [end('least', 0.23), end('greatest', 0.55)] as const, said: 'range 0.32' },
      { label: 'greedy', ends: [end('least', null), end('greatest', null)] as const, said: 'not reported' },
    ];
    const base = { title: 'cpu', valueName: 'cpu', unit: 'cores', endNames: ['Least', 'Greatest'] as const };
    const model = buildDumbbell({ ...base, rows });
    expect(model).toMatchObject({
      isEmpty: false,
      description: expect.stringContaining('greedy not reported'),
    });
    expect(model.table.rows).toEqual([
      ['legacy', 0.23, 0.55],
      ['greedy', null, null],
    ]);
    for (const look of looks)
      expect(model.buildOption(look).xAxis).toMatchObject({ min: 0, max: expect.closeTo(0.572, 9) });
    expect(buildDumbbell({ ...base, rows: rows.slice(1) }).isEmpty).toBe(true);
  });
});

describe('ranked bars', () => {
  const bar = (group: string, value: number, share: number) => ({
    ...{ group, style, value, share, min: value, max: value, n: 1 },
  });

  it('of several groups stand under the name of the part, with shares', () => {
    const model = buildRankedBars({
      ...{ title: 'traffic by resource', valueName: 'traffic', unit: 'kB/s' },
      parts: [{ label: 'pods', bars: [bar('a', 30, 0.75), bar('b', 5, 0.1)] }],
    });
    expect(model.buildOption({ theme: lightTheme, width: 800 }).yAxis).toMatchObject({
      data: ['0 pods', '1 a', '2 b'],
    });
    expect(model.description).toMatch(/pods a 30.*75.%, n=1, b 5/);
    expect(model.table.rows[0]).toEqual(['pods', 'a', 30, 75, 30, 30, 1]);
  });

  it('of one group are the parts themselves, on a common scale when there is one', () => {
    const parts = [{ label: 'pods', bars: [bar('a', 30, 1)] }];
    const model = buildRankedBars({ title: 't', valueName: 'v', unit: null, most: 60, parts });
    const option = model.buildOption({ theme: darkTheme, width: 340 });
    expect(option.yAxis).toMatchObject({ data: ['0 pods'] });
    expect(option.xAxis).toMatchObject({ max: expect.closeTo(62.4, 9) });
  });
});

describe('latency rows', () => {
  it('say p50, p95 and p99 of each value, with n', () => {
    const percentile = (median: number | null) => ({ median, min: median, max: median });
    const cell = (count: number, p50: number | null) => ({
      ...{ group: 'a', n: count === 0 ? 0 : 2, count },
      percentiles: { p50: percentile(p50), p95: percentile(p50 && p50 * 2), p99: percentile(p50 && p50 * 3) },
    });
    const model = buildLatencyRows({
      samples: {
        ...{ metric: 'request_duration', unit: 'ms', label: 'verb', over: null, omitted: 2, notes: [] },
        values: [
          { value: 'list', groups: [cell(120, 100)] },
          { value: 'watch', groups: [cell(0, null)] },
        ],
      },
      styles: new Map([['a', style]]),
      labels: new Map([['a', 'A']]),
    });
    expect(model.description).toMatch(/list 100.*p95 200.*p99 300.*n=2; watch no data/);
    expect(model.table.rows[0]).toEqual(['list', 'A', 100, 200, 300, 120, 2]);
    expect(model.notes.at(-1)).toContain('2 values');
  });
});
