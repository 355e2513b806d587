import type { DraftCurve } from '@proofload/contracts';
import { expect, it } from 'vitest';
import { lightTheme } from './chart-theme.ts';
import { buildResponseCurve } from './response-curve.ts';

const point = (level: string, mean: number | null, changes: Partial<DraftCurve['points'][number]> = {}) => ({
  ...{
    level,
    amount: Number(level),
    mean,
    interval: null,
    values: mean === null ? [] : [mean],
    unfinished: [],
  },
  ...changes,
});
const curve = (points: DraftCurve['points']): DraftCurve => ({
  ...{ measurement: 'throughput', unit: 'requests/s', better: 'higher', factor: 'workers', points },
  knee: { level: '2', said: 'From workers=2 on, all levels are within 10 % of the best.' },
});

it('says the curve, its knee and what was left out', () => {
  const model = buildResponseCurve(
    curve([
      point('1', 100, { interval: { low: 90, high: 110 }, values: [99, 101] }),
      point('2', 200),
      point('4', null, { unfinished: ['stalled'] }),
    ]),
  );
  expect(model.title).toBe('throughput by workers');
  expect(model.description).toContain('1 100\u00a0requests/s [90, 110] (n=2)');
  expect(model.description).toContain('4 no value');
  expect(model.notes).toEqual([
    'From workers=2 on, all levels are within 10 % of the best.',
    'workers=4: one run is left out (stalled).',
  ]);
  expect(model.table.rows[2]).toEqual(['4', null, null, null, 0, 'stalled']);
});

it.each([
  [['1', '2', '4'], 'value'],
  [['1', '2', '4096'], 'category'],
  [['a', 'b'], 'category'],
])('levels %o stand on an axis of kind %s', (levels, type) => {
  const points = levels.map((level) => point(level, 1, level < 'a' ? {} : { amount: null }));
  const { xAxis } = buildResponseCurve(curve(points)).buildOption({ theme: lightTheme, width: 700 });
  expect(xAxis).toMatchObject({ type });
});

it('draws nothing where no level has a value', () => {
  expect(buildResponseCurve(curve([point('1', null)])).isEmpty).toBe(true);
});
