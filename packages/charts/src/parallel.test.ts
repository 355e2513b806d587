import type { Comparison } from '@proofload/contracts';
import { exactly } from '@proofload/domain';
import { describe, expect, it } from 'vitest';
import { draw } from './fixtures/draw.ts';
import { buildParallel } from './parallel.ts';
import { isKept, listParallel } from './parallel-data.ts';
import { styleAt } from './treatment-style.ts';

type Cell = Comparison['measurements'][number]['cells'][number];
const cell = (group: string, values: number[], more: Partial<Cell> = {}) =>
  ({
    group,
    n: values.length,
    mean: values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length,
    values: values.map((value, index) => ({ run: `${group}${index}`, value })),
    ...more,
  }) as Cell;
const run = (id: string, group: string) =>
  ({ id, group, name: id, replicate: null }) as Comparison['runs'][number];
const compared = {
  groups: [
    {
      key: 'a',
      params: { qps: 50, mode: 'legacy' },
      runs: ['a0', 'a1', 'a2'],
      n: 2,
      excluded: [{ run: 'a2', outcome: 'failed' as const, reason: 'failed' }],
    },
    { key: 'b', params: { qps: 100, mode: 'new' }, runs: ['b0'], n: 1, excluded: [] },
  ],
  runs: [run('a0', 'a'), run('a1', 'a'), run('a2', 'a'), run('b0', 'b')],
  measurements: [
    { name: 'p95', unit: 'ms', better: 'lower' as const, cells: [cell('a', [1000, 3000]), cell('b', [500])] },
    {
      name: 'moves',
      unit: null,
      better: 'lower' as const,
      cells: [
        cell('a', []),
        cell('b', [], {
          amount: { kind: 'above', low: 75 },
          amounts: [{ run: 'b0', amount: { kind: 'above', low: 75 } }],
        }),
      ],
    },
  ],
};
const labels = new Map([['a', 'first']]);

describe('parallel coordinates', () => {
  it('have an axis for each factor and measurement, and a line for each group or completed run', () => {
    const { axes, lines } = listParallel(compared, 'groups', labels);
    expect(axes.map(({ name, levels, low, high }) => [name, levels, low, high])).toEqual([
      ['qps', null, 50, 100],
      ['mode', ['legacy', 'new'], 0, 1],
      ['p95', null, 500, 2000],
      ['moves', null, 75, 75],
    ]);
    expect(lines.map(({ label, values }) => [label, values.get('p95'), values.get('mode')])).toEqual([
      ['first', exactly(2000), exactly(0)],
      ['b', exactly(500), exactly(1)],
    ]);
    expect(listParallel(compared, 'runs', labels).lines.map(({ key }) => key)).toEqual(['a0', 'a1', 'b0']);
  });

  it('keep what surely lies in a stretch', () => {
    const { lines } = listParallel(compared, 'groups', labels);
    const kept = (filters: Parameters<typeof isKept>[1]) =>
      lines.filter((line) => isKept(line, filters)).map(({ key }) => key);
    expect(kept([])).toEqual(['a', 'b']);
    expect(kept([{ axis: 'p95', from: null, to: 600 }])).toEqual(['b']);
    expect(kept([{ axis: 'moves', from: 75, to: null }])).toEqual(['b']);
    expect(kept([{ axis: 'moves', from: null, to: 100 }])).toEqual([]);
  });

  it('say units, levels and how many lines are kept', () => {
    const data = listParallel(compared, 'groups', labels);
    const styles = new Map([
      ['a', styleAt(0)],
      ['b', styleAt(1)],
    ]);
    const model = buildParallel({
      ...data,
      filters: [{ axis: 'p95', from: 400, to: 600 }],
      baseline: 'a',
      styles,
      labels,
    });
    expect(draw(model).texts).toEqual(expect.arrayContaining(['p95', 's', '2', 'legacy', 'new', '100']));
    expect(model.notes[0]).toBe('1 of 2 lines are kept by one stretch');
    expect(model.table.rows[1]?.slice(0, 4)).toEqual(['b', 'yes', '100', 'new']);
    expect(model.table.rows[1]?.at(-1)).toMatch(/^>/);
  });

  it('draw a value between two that are not known', () => {
    const gap = {
      ...compared,
      measurements: ['one', 'two', 'three'].map((name) => ({
        name,
        unit: 'ms',
        better: 'lower' as const,
        cells: [cell('a', [1]), cell('b', name === 'two' ? [3] : [])],
      })),
    };
    const data = listParallel(gap, 'groups', labels);
    const styles = new Map([
      ['a', styleAt(0)],
      ['b', styleAt(1)],
    ]);
    const { svg } = draw(buildParallel({ ...data, filters: [], baseline: null, styles, labels }));
    expect(svg.match(/<circle/g)).toHaveLength(1);
  });
});
