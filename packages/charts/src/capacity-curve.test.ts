import type { RunSteps } from '@proofload/contracts';
import { expect, it } from 'vitest';
import { buildCapacityCurve, sayTrend } from './capacity-curve.ts';
import { draw } from './fixtures/draw.ts';

const MiB = 1024 ** 2;
const at = '2026-11-21T12:00:00.000Z';
const step = (units: number, memory: number | null, isGood = true): RunSteps['steps'][number] => ({
  step: units,
  units,
  state: isGood ? 'good' : 'failed',
  startedAt: at,
  convergedAt: isGood ? at : null,
  heldAt: isGood ? at : null,
  endedAt: at,
  durationMs: isGood ? units * 300 : null,
  failure: isGood ? null : 'slo',
  reason: isGood ? null : 'slow',
  values: memory === null ? {} : { memory: memory * MiB },
});
const memory: RunSteps['resources'][number] = {
  name: 'memory',
  unit: 'B',
  limit: 256 * MiB,
  n: 4,
  line: { slope: 12 * MiB, intercept: 28 * MiB },
  slope: { low: 11.5 * MiB, high: 12.5 * MiB },
  intercept: { low: 27 * MiB, high: 29 * MiB },
  projected: { value: 19, interval: { low: 18.2, high: 19.9 } },
};
const found: RunSteps = {
  steps: [step(1, 40), step(2, 52), step(4, 76), step(8, 124), step(16, 230, false)],
  answer: 'Holds 8, fails at 16: objective missed',
  lastGood: 8,
  firstBad: 16,
  failure: 'slo',
  reason: 'slow',
  resources: [memory],
  withinMs: 60_000,
  holdMs: 5_000,
};

it('draws a resource with its limit and where it is reached', () => {
  const model = buildCapacityCurve({ found, resource: memory });
  const { texts } = draw(model);
  expect(texts).toEqual(
    expect.arrayContaining(['memory (MiB)', 'Units', 'limit 256\u00a0MiB', 'limit at 19', 'fails at 16']),
  );
  expect(model.table.rows).toHaveLength(5);
  expect(model.description).toContain('16 units 230\u00a0MiB (failed)');
  expect(model.notes).toEqual([
    'memory grows by 12\u00a0MiB a unit (95 % interval 11.5\u00a0MiB to 12.5\u00a0MiB, n=4); the limit of 256\u00a0MiB would be reached at 19 units (95 % interval 18.2 to 19.9).',
  ]);
});

it('does not press the curve flat for a limit that is far away', () => {
  const far = { ...memory, limit: 64 * 1024 * MiB, projected: { value: 5_459, interval: null } };
  const { texts } = draw(buildCapacityCurve({ found, resource: far }));
  expect(texts.join()).not.toContain('limit');
  expect(sayTrend(far)).toContain('would be reached at 5459 units (without an end to its interval)');
});

it('draws how long the steps took that held', () => {
  const model = buildCapacityCurve({ found, resource: null });
  expect(draw(model).texts).toEqual(expect.arrayContaining(['Time to converge (s)', 'fails at 16']));
  expect(model.table.rows).toEqual([
    [1, 300, 'held'],
    [2, 600, 'held'],
    [4, 1200, 'held'],
    [8, 2400, 'held'],
  ]);
});

it('is empty before a step has held, and says what cannot be told', () => {
  expect(buildCapacityCurve({ found: { ...found, steps: [] }, resource: null }).isEmpty).toBe(true);
  const none = { ...memory, line: null, slope: null, projected: null };
  expect(sayTrend(none)).toContain('no slope');
  expect(sayTrend({ ...memory, projected: null })).toContain('it does not come to the limit');
});
