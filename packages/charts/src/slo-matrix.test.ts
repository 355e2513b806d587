import type { SloResult } from '@proofload/contracts';
import { expect, it } from 'vitest';
import { cell, comparison } from './fixtures/comparison.ts';
import { buildSloMatrix, sloMatrixTable } from './slo-matrix.ts';

const result = (
  met: boolean | null,
  value: number | null,
  breaches: SloResult['breaches'] = [],
): SloResult => ({
  name: 'fast',
  objective: '< 120ms',
  measurement: 'p95',
  met,
  value,
  unit: 'ms',
  breaches,
  note: null,
});

const compared = comparison();
const [one, two, four] = compared.runs.map(({ id }) => id) as [string, string, string];
const breach = { from: '2026-01-01T00:00:00.000Z', to: '2026-01-01T00:00:04.000Z', worst: 200 };
const matrix = buildSloMatrix({
  ...compared,
  slos: [
    {
      name: 'fast',
      objective: '< 120ms',
      unit: 'ms',
      cells: [
        { run: one, result: result(false, 180, [breach]) },
        { run: two, result: result(true, 0) },
        { run: four, result: result(null, null) },
      ],
    },
    { name: 'rare', objective: '< 1%', unit: '%', cells: [] },
  ],
});

it('tells met, missed, not judged and not asked apart', () => {
  expect(matrix.rows.map(({ cells }) => cells.map(({ state }) => state))).toEqual([
    ['missed', 'met', 'unknown'],
    ['absent', 'absent', 'absent'],
  ]);
});

it('shows the number, and zero unlike no data', () => {
  expect(matrix.rows[0]?.cells.map(({ text }) => text)).toEqual(['180\u00a0ms', '0\u00a0s', 'no data']);
});

it('shows a range or a bound, of results of before as well', () => {
  const amount = { kind: 'range', low: 10, high: 20 } as const;
  const [p95] = compared.measurements.filter(({ name }) => name === 'p95');
  const { rows } = buildSloMatrix({
    ...compared,
    measurements: p95 ? [{ ...p95, cells: [cell('workers=2', { amounts: [{ run: two, amount }] })] }] : [],
    slos: [
      {
        name: 'fast',
        objective: '< 120ms',
        unit: 'ms',
        cells: [
          { run: one, result: { ...result(true, null), amount: { kind: 'below', high: 100 } } },
          { run: two, result: result(true, null) },
        ],
      },
    ],
  });
  const texts = rows[0]?.cells.map(({ text }) => text.replaceAll('\u00a0', ' '));
  expect(texts).toEqual(['< 100 ms', '10 to 20 ms', '–']);
});

it('says how long an objective did not hold', () => {
  expect(matrix.rows[0]?.cells[0]?.detail).toBe(
    'missed: 180\u00a0ms against < 120ms, breached for 4\u00a0s in 1 interval',
  );
});

it('counts only what was judged', () => {
  expect(matrix.rows.map(({ met, judged }) => [met, judged])).toEqual([
    [1, 2],
    [0, 0],
  ]);
});

it('has a row for every objective and run in its table', () => {
  expect(sloMatrixTable(matrix).rows).toHaveLength(6);
});
