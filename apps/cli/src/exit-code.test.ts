import { expect, it } from 'vitest';
import { decideExitCode } from './exit-code.ts';

const completed = { outcome: 'completed', verdict: 'pass' } as const;

it.each([
  ['every objective met', [completed], 'pass', 0],
  ['no objectives at all', [{ outcome: 'completed', verdict: 'none' }], 'none', 0],
  ['a limited run whose objectives hold', [{ outcome: 'limited', verdict: 'pass' }], 'pass', 0],
  ['an SLO not met in one run', [completed, { outcome: 'completed', verdict: 'fail' }], 'fail', 2],
  ['a goal not met though every SLO is', [completed], 'fail', 2],
  [
    'an objective that could not be evaluated',
    [{ outcome: 'completed', verdict: 'inconclusive' }],
    'inconclusive',
    2,
  ],
  ['a failed run', [completed, { outcome: 'failed', verdict: 'none' }], 'pass', 3],
  ['a stalled run', [{ outcome: 'stalled', verdict: null }], null, 3],
  ['a cancelled run', [{ outcome: 'cancelled', verdict: null }], null, 3],
  ['a failed run and an SLO not met', [{ outcome: 'failed', verdict: 'fail' }], 'fail', 3],
] as const)('%s', (_, runs, verdict, expected) => {
  expect(decideExitCode(runs, verdict)).toBe(expected);
});
