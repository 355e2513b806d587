import type { CapacityStep, StepFailure } from '@proofload/domain';
import { describe, expect, it } from 'vitest';
import { answerCapacity, boundCapacity, projectResources } from './capacity.ts';

const step = (
  units: number,
  failure: StepFailure | null = null,
  changes: Partial<CapacityStep> = {},
): CapacityStep => ({
  step: units,
  units,
  state: failure === null ? 'good' : 'failed',
  startedAtMs: 0,
  convergedAtMs: failure === null ? 1_000 : null,
  heldAtMs: failure === null ? 11_000 : null,
  endedAtMs: 12_000,
  failure,
  reason: failure && 'it did not hold',
  values: {},
  ...changes,
});

describe('the answer of a search', () => {
  const unschedulable = { reason: 'Unschedulable: 0/3 nodes are available; Deployment/web: 10 of 11 ready' };

  it.each([
    [
      'Holds 10, fails at 11: Unschedulable, timeout',
      [step(8), step(16, 'timeout'), step(10), step(11, 'timeout', unschedulable)],
    ],
    ['Holds 8, fails at 16: out of memory', [step(8), step(16, 'oom-killed')]],
    ['Holds 100 or more', [step(50), step(100)]],
    ['Fails from the first step on, at 5: objective missed', [step(5, 'slo')]],
    ['Holds 8 or more; cut short at 16: generator at its limit', [step(8), step(16, 'generator-limited')]],
    ['No step has held; cut short at 1: stalled', [step(1, 'stalled')]],
    [
      'Holds 8, fails at 16: timeout; cut short at 12: not told',
      [step(8), step(16, 'timeout'), step(12, 'aborted')],
    ],
    ['No step has held yet', []],
    ['Holds 123456 or more', [step(123_456)]],
  ])('%s', (answer, steps) => {
    expect(answerCapacity(steps).replaceAll('\u202f', '')).toBe(answer);
  });

  it('counts no good step above a bad one', () => {
    expect(boundCapacity([step(8), step(16), step(12, 'slo')])).toMatchObject({ lastGood: 8, firstBad: 12 });
  });

  it('does not count a step under way', () => {
    const running = step(20, null, { state: 'running' });
    expect(boundCapacity([step(10), running])).toMatchObject({ lastGood: 10, firstBad: null });
  });
});

describe('resources', () => {
  const limit = 512;
  const memory = { name: 'memory', unit: 'MiB', limit };
  const held = [1, 2, 4, 8, 10, 12].map((units, index) =>
    step(units, null, { values: { memory: [40.1, 52.9, 79.2, 128.8, 157.5, 181.0][index] ?? 0 } }),
  );

  it('grow by a slope with its interval, up to a limit', () => {
    const [trend] = projectResources([...held, step(16, 'timeout', { values: { memory: 9_999 } })], [memory]);
    expect(trend).toMatchObject({ n: 6, unit: 'MiB' });
    expect(trend?.line?.slope).toBeCloseTo(12.858, 3);
    expect(trend?.slope?.low).toBeCloseTo(12.5466, 4);
    expect(trend?.projected?.value).toBeCloseTo(37.697, 3);
    expect(trend?.projected?.interval?.high).toBeCloseTo(38.486, 3);
  });

  it('that were read once, or not at all, have no slope', () => {
    expect(projectResources(held.slice(0, 1), [memory])).toMatchObject([
      { n: 1, line: null, projected: null },
    ]);
    expect(projectResources(held, [{ ...memory, name: 'constructor' }])).toMatchObject([
      { n: 0, line: null },
    ]);
  });

  it('that do not grow reach no limit', () => {
    const level = [1, 2, 3].map((units) => step(units, null, { values: { memory: 100 - units } }));
    expect(projectResources(level, [memory])[0]?.projected).toBeNull();
  });
});
