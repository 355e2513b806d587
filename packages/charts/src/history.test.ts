import type { TreatmentHistory } from '@proofload/contracts';
import { expect, it } from 'vitest';
import { draw } from './fixtures/draw.ts';
import { buildHistory, listSegments } from './history.ts';
import { styleAt } from './treatment-style.ts';

const point = (value: number | null, index: number, excluded: string | null = null) => ({
  run: `run${index}`,
  name: `run ${index}`,
  at: `2026-01-${10 + index}T00:00:00Z`,
  version: 1,
  value,
  outcome: 'completed' as const,
  excluded,
});
const history: TreatmentHistory = {
  treatment: 'size=2',
  params: { size: 2 },
  points: [
    ...[200, 202, 198, 201, 199, 200].map((value, index) => point(value, index)),
    point(900, 6, 'failed'),
    ...[240, 241, 239, 240, 242].map((value, index) => point(value, 7 + index)),
  ],
  n: 11,
  note: null,
  changes: [
    {
      run: 'run7',
      place: 6,
      probability: 0.01,
      before: 200,
      beforeN: 6,
      after: 240.4,
      afterN: 5,
      ratio: 1.2,
      low: 1.19,
      high: 1.21,
      direction: 'worse',
      sentence: 'p95 from 200 ms to 240 ms',
      acknowledgement: null,
    },
  ],
  limits: [{ label: 'fast: < 0.3s', value: 300, kind: 'objective' }],
};
const build = (given: TreatmentHistory) =>
  buildHistory({
    history: given,
    about: { measurement: 'p95', unit: 'ms' },
    style: styleAt(0),
    sayTime: (at) => at.slice(5, 10),
  });

it('has a mean from change to change, without what does not count', () => {
  expect(listSegments(history)).toEqual([
    { from: 0, to: 5, mean: 200, n: 6 },
    { from: 7, to: 11, mean: 240.4, n: 5 },
  ]);
  const { table } = build(history);
  expect(table.rows[6]?.slice(2)).toEqual([900, null, null, 1, 'failed']);
  expect(table.rows[7]?.[4]).toBe(240.4);
});

it('names changes, objectives and units, and who has seen a change', () => {
  const model = build(history);
  expect(draw(model).texts).toEqual(
    expect.arrayContaining(['▼ worse', 'fast: < 0.3s', 'p95 (ms)', 'Runs in their order']),
  );
  expect(model.description).toBe('p95 of size=2 over 11 runs: p95 from 200 ms to 240 ms.');
  const [change] = history.changes;
  const seen = { run: 'run7', at: '2026-01-20T00:00:00Z', by: 'Ada', note: '' };
  const quiet = build({ ...history, changes: change ? [{ ...change, acknowledgement: seen }] : [] });
  expect(draw(quiet).texts).toContain('▼ worse, seen');
});

it('says why there is no answer', () => {
  const few = build({ ...history, changes: [], note: 'not assessable with 3 runs' });
  expect(few.description).toContain('not assessable with 3 runs');
});
