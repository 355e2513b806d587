import type { CapacityStep, StepFailure } from '@proofload/domain';
import { expect, it } from 'vitest';
import { endSearch, sayStep } from './end-search.ts';

const step = (units: number, failure: StepFailure | null): CapacityStep => ({
  step: 1,
  units,
  state: failure === null ? 'good' : 'failed',
  startedAtMs: 0,
  convergedAtMs: failure === null ? 1_500 : null,
  heldAtMs: null,
  endedAtMs: 20_000,
  failure,
  reason: failure && 'because',
  values: {},
});

it.each([
  ['completed', [step(8, null), step(9, 'timeout')], null],
  ['completed', [step(8, null)], null],
  ['completed', [step(8, 'slo')], null],
  ['completed', [step(8, null), step(16, 'rejected')], null],
  ['failed', [step(8, 'rejected')], 'The cluster refuses the first step: because'],
  ['stalled', [step(8, null), step(16, 'stalled')], 'At 16 units: because'],
  ['limited', [step(8, null), step(16, 'generator-limited')], 'At 16 units: because'],
  ['failed', [step(8, null), step(16, 'aborted')], 'At 16 units: because'],
  ['failed', [], 'No step was tried'],
] as const)('a search is %s after %j', (outcome, steps, reason) => {
  expect(endSearch(steps, null)).toMatchObject({ outcome, reason });
});

it('that broke off has failed, whatever it found before', () => {
  expect(endSearch([step(8, null)], 'gone')).toMatchObject({ outcome: 'failed', reason: 'gone' });
});

it('tells of a step how it ended', () => {
  expect(sayStep(step(8, null))).toBe('8 units hold, converged after 1.5\u00a0s');
  expect(sayStep(step(9, 'oom-killed'))).toBe('9 units fail (out of memory): because');
});
