import { expect, it } from 'vitest';
import { draw } from './fixtures/draw.ts';
import { buildPodStates } from './pod-states.ts';

const startMs = Date.UTC(2026, 10, 21, 3);
const at = (second: number): string => new Date(startMs + second * 1000).toISOString();
const states = {
  at: [at(-1), at(10), at(20)],
  pending: [1_000, 400, 0],
  running: [0, 600, 100],
  succeeded: [0, 0, 895],
  failed: [0, 0, 5],
};

it('stacks the states and names those that there are at the end', () => {
  const model = buildPodStates({ states, startMs, endMs: startMs + 30_000 });
  const { texts, svg } = draw(model);
  expect(texts).toEqual(
    expect.arrayContaining([
      'Pods',
      'Time since the start (s)',
      'Running 100',
      'Succeeded 895',
      'Failed 5',
      '1000',
    ]),
  );
  expect(texts).not.toContain('Pending 0');
  expect(svg).not.toContain('NaN');
  expect(model.description).toBe(
    'Pods by state: at the end 5 failed, 895 succeeded, 100 running, 0 pending; 1000 at most.',
  );
});

it('has its numbers in rows, from the start of the run on', () => {
  const { table } = buildPodStates({ states, startMs, endMs: startMs + 30_000 });
  expect(table.columns.map(({ name }) => name)).toEqual([
    'Time since the start',
    'Failed',
    'Succeeded',
    'Running',
    'Pending',
  ]);
  expect(table.rows).toEqual([
    [0, 0, 0, 0, 1_000],
    [10, 0, 0, 600, 400],
    [20, 5, 895, 100, 0],
  ]);
});

it('shows nothing of a run without pods', () => {
  const none = { at: [], pending: [], running: [], succeeded: [], failed: [] };
  expect(buildPodStates({ states: none, startMs, endMs: startMs }).isEmpty).toBe(true);
});
