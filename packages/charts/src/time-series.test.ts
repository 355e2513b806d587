import { describe, expect, it } from 'vitest';
import { draw } from './fixtures/draw.ts';
import { buildTimeSeries } from './time-series.ts';
import type { TimeSeriesGroup, TimeSeriesInput } from './time-series-input.ts';
import { styleAt } from './treatment-style.ts';

const group = (label: string, lines: (number | null)[][], place = 0): TimeSeriesGroup => ({
  label,
  style: styleAt(place),
  isBaseline: false,
  lines: lines.map((values, index) => ({
    label: `replicate ${index + 1}`,
    times: values.map((_, at) => at * 1000),
    values,
  })),
});

const build = (given: Partial<TimeSeriesInput>) =>
  buildTimeSeries({
    title: 'http_reqs, rate',
    valueName: 'rate',
    unit: 'requests/s',
    groups: [group('workers=1', [[1, 2, 3]])],
    stepMs: 1000,
    alignment: 'start',
    isLog: false,
    ...given,
  });

describe('buildTimeSeries', () => {
  it('titles both axes with their units', () => {
    expect(draw(build({})).texts).toEqual(
      expect.arrayContaining(['rate (requests/s)', 'Time since the start (s)']),
    );
  });

  it('shows long runs in minutes and large values in a larger unit', () => {
    const times = [0, 600_000];
    const lines = [{ label: 'a', times, values: [0, 3600] }];
    const { texts } = draw(
      build({
        unit: 's',
        valueName: 'sync',
        groups: [{ label: 'a', style: styleAt(0), isBaseline: false, lines }],
      }),
    );
    expect(texts).toEqual(expect.arrayContaining(['sync (min)', 'Time since the start (min)']));
  });

  it('keeps plain values and gaps in the table, with the median before the replicates', () => {
    const { table } = build({
      groups: [
        group('a', [
          [1, null, 3],
          [3, null, 5],
        ]),
      ],
    });
    expect(table.columns.map(({ name }) => name)).toEqual([
      'Time since the start',
      'a median',
      'a replicate 1',
      'a replicate 2',
    ]);
    expect(table.rows).toEqual([
      [0, 2, 1, 3],
      [1, null, null, null],
      [2, 4, 3, 5],
    ]);
  });

  it('breaks the line at a gap', () => {
    const whole = draw(build({ groups: [group('a', [[1, 2, 3, 4, 5]])] })).svg;
    const broken = draw(build({ groups: [group('a', [[1, 2, null, 4, 5]])] })).svg;
    // The line is the path in its treatment's colour; each stretch of it begins with a move.
    const moves = (svg: string) => {
      const line = [...svg.matchAll(/<path[^>]* d="([^"]*)"[^>]*>/g)].find(([path]) =>
        path?.includes(styleAt(0).lightColor),
      );
      return (line?.[1] ?? '').split('M').length - 1;
    };
    expect(moves(whole)).toBe(1);
    expect(moves(broken)).toBe(2);
  });

  it('labels lines at their end while there are few, and leaves it to the legend beyond', () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) => group(`line-${index}`, [[index, index]], index));
    expect(draw(build({ groups: many(3) })).texts).toContain('line-2');
    expect(draw(build({ groups: many(3) }), 360).texts).not.toContain('line-2');
    expect(draw(build({ groups: many(7) })).texts).not.toContain('line-2');
  });

  it('labels limits and names phases', () => {
    const bands = [
      { kind: 'phase' as const, label: 'ramp-up', fromMs: 0, toMs: 1000 },
      { kind: 'breach' as const, label: 'fast', fromMs: 1000, toMs: 2000 },
    ];
    const { texts } = draw(build({ limits: [{ label: 'fast: p95 < 2s', value: 2 }], bands }));
    expect(texts).toEqual(expect.arrayContaining(['fast: p95 < 2s', 'ramp-up']));
    expect(texts).not.toContain('fast');
  });

  it('says what a log scale hides', () => {
    const model = build({ isLog: true, groups: [group('a', [[0, 10, 100]])] });
    expect(model.notes).toEqual(['1 values of zero or less have no place on a log scale']);
    expect(draw(model).texts).toContain('100');
  });

  it('keeps runs that did not complete out of the median but in the figure', () => {
    const { lines } = group('a', [[100, 100]]);
    const model = build({
      groups: [
        {
          ...group('a', [
            [1, 1],
            [3, 3],
          ]),
          asideLines: lines,
        },
      ],
    });
    expect(model.table.rows[0]).toEqual([0, 2, 1, 3, 100]);
  });

  it('says the figure in a sentence', () => {
    expect(build({}).description).toBe(
      'http_reqs, rate over time since the start: workers=1 1\u00a0requests/s to 3\u00a0requests/s.',
    );
  });

  it('knows when there is nothing to draw', () => {
    expect(build({ groups: [group('a', [[null, null]])] }).isEmpty).toBe(true);
    expect(build({ groups: [] }).isEmpty).toBe(true);
  });
});
