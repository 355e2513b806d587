import { boundCapacity } from '@proofload/analysis';
import type { StepFailure } from '@proofload/domain';
import { describe, expect, it } from 'vitest';
import { countFixedSteps, nextStep, type StepPlan } from './step-plan.ts';

type Tried = Parameters<typeof nextStep>[0][number];

/** Tries a plan against something that fails above so many units. */
function search(plan: StepPlan, holds: number, failure: StepFailure = 'timeout') {
  const steps: Tried[] = [];
  for (let units = nextStep(steps, plan); units !== null; units = nextStep(steps, plan)) {
    if (steps.length > 200) throw new Error('The search does not end');
    const isGood = units <= holds;
    steps.push({ units, state: isGood ? 'good' : 'failed', failure: isGood ? null : failure });
  }
  const { lastGood, firstBad } = boundCapacity(steps);
  return { tried: steps.map(({ units }) => units), lastGood, firstBad };
}

const doubling = { from: 1, to: 100, factor: 2, thenBisect: true, resolution: 1 };

describe('steps', () => {
  it('double, then go by halves between the last good and the first bad', () => {
    expect(search(doubling, 10)).toEqual({
      tried: [1, 2, 4, 8, 16, 12, 10, 11],
      lastGood: 10,
      firstBad: 11,
    });
  });

  it.each(Array.from({ length: 120 }, (_, holds) => holds))('find %d exactly', (holds) => {
    const found = search(doubling, holds);
    expect(new Set(found.tried).size).toBe(found.tried.length);
    if (holds === 0) expect(found).toMatchObject({ tried: [1], lastGood: null, firstBad: 1 });
    else if (holds >= 100) expect(found).toMatchObject({ lastGood: 100, firstBad: null });
    else expect(found).toMatchObject({ lastGood: holds, firstBad: holds + 1 });
  });

  it('end as close as they shall be', () => {
    const { lastGood, firstBad } = search({ ...doubling, to: 10_000, resolution: 50 }, 777);
    expect(lastGood).toBeLessThanOrEqual(777);
    expect(firstBad).toBeGreaterThan(777);
    expect((firstBad ?? 0) - (lastGood ?? 0)).toBeLessThanOrEqual(50);
  });

  it('end at the first bad one when that is enough', () => {
    expect(search({ ...doubling, thenBisect: false }, 10)).toMatchObject({ lastGood: 8, firstBad: 16 });
  });

  it('grow by a small factor as well', () => {
    expect(search({ ...doubling, factor: 1.2, to: 8 }, 100).tried).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('of one size go on until one fails, and include the last', () => {
    expect(search({ from: 10, to: 35, by: 10 }, 25)).toEqual({
      tried: [10, 20, 30],
      lastGood: 20,
      firstBad: 30,
    });
    expect(search({ from: 10, to: 35, by: 10 }, 99).tried).toEqual([10, 20, 30, 35]);
    expect(countFixedSteps({ from: 10, to: 35, by: 10 })).toBe(4);
  });

  it('end where a failure says nothing about the capacity', () => {
    expect(search(doubling, 10, 'generator-limited')).toMatchObject({
      tried: [1, 2, 4, 8, 16],
      lastGood: 8,
      firstBad: null,
    });
  });
});
