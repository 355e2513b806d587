import type { ExpressionResult } from '@proofload/contracts';
import { type Amount, exactly } from '@proofload/domain';
import { expect, it } from 'vitest';
import { judgeClaim } from './judge-claim.ts';

const result = (amount: Amount | null, unit: string | null, changes: Partial<ExpressionResult> = {}) => ({
  ...{ text: 'so much', amount, unit, interval: null, n: 3, replicates: 'n=3', runs: [], leftOut: [] },
  ...{ sources: [], notes: [], problem: null, ...changes },
});
const range = (low: number, high: number): Amount => ({ kind: 'range', low, high });

it.each<[Amount, string | null, string, string]>([
  [exactly(3.5), 'x', '3.5x ± 2 %', 'holds'],
  [exactly(3.57), 'x', '3.5x ± 2 %', 'holds'],
  [exactly(3.58), 'x', '3.5x ± 2 %', 'drifted'],
  [exactly(3.54), 'x', '3.5x', 'holds'],
  [exactly(3.56), 'x', '3.5x', 'drifted'],
  [exactly(271), 'pods', '= 271 pods', 'holds'],
  [exactly(272), 'pods', '= 271 pods', 'drifted'],
  [exactly(271), null, '271', 'holds'],
  [exactly(3690), 's', '61.5 min', 'holds'],
  [exactly(3690), 's', '60 min ± 30 s', 'drifted'],
  [exactly(3690), 's', '61 min +- 1 min', 'holds'],
  [exactly(-42.3), '%', '-42 % ± 1 points', 'holds'],
  [exactly(3.01), 'x', '> 3x', 'holds'],
  [exactly(3), 'x', '> 3x', 'drifted'],
  [exactly(3), 'x', '>= 3x', 'holds'],
  [exactly(350), '%', '3.5x', 'holds'],
  [exactly(15), 's', '10-20 s', 'holds'],
  [exactly(21), 's', '10-20 s', 'drifted'],
  [exactly(0), null, '!= 0', 'drifted'],
  [exactly(1), null, '!= 0', 'holds'],
  [range(10, 20), 's', '10-20 s', 'holds'],
  [range(10, 20), 's', '< 15 s', 'cannot-be-evaluated'],
  [range(10, 20), 's', '> 20 s', 'drifted'],
  [{ kind: 'at-least', low: 150 }, 's', 'at least 2 min', 'holds'],
  [{ kind: 'at-least', low: 150 }, 's', '160 s ± 10 %', 'cannot-be-evaluated'],
  [exactly(3), 's', '3 MB', 'cannot-be-evaluated'],
  [exactly(3), 's', 'about three', 'cannot-be-evaluated'],
  [exactly(3), 's', '3 ± x', 'cannot-be-evaluated'],
  [exactly(3), 's', '> 3 s ± 2 %', 'cannot-be-evaluated'],
])('%o %s against %s: %s', (amount, unit, expected, state) => {
  expect(judgeClaim(result(amount, unit), expected).state).toBe(state);
});

it('says what was found, and how far that is off', () => {
  const found = result(exactly(2.8), 'x', { text: '2.8x', interval: { low: 2.5, high: 3.1 } });
  expect(judgeClaim(found, '3.5x ± 2 %')).toEqual({
    state: 'drifted',
    message: 'found 2.8x, [2.5, 3.1], n=3, −20\u00a0% from what is expected',
  });
  expect(judgeClaim(found, '> 2.6x').message).toBe(
    'found 2.8x, [2.5, 3.1], n=3; its 95 % interval reaches beyond',
  );
});

it('passes on why there is no number', () => {
  const problem = { kind: 'no-runs', message: 'No run matches' } as const;
  expect(judgeClaim(result(null, null, { problem }), '3x')).toEqual({
    state: 'cannot-be-evaluated',
    message: 'No run matches',
  });
});
