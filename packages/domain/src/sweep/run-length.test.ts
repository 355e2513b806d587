import { describe, expect, it } from 'vitest';
import { expectLength, sayEstimate } from './run-length.ts';

const run = (treatment: string, lengthMs: number) => ({ treatment, lengthMs });

describe('the expected length of a run', () => {
  const earlier = [run('a', 1000), run('b', 9000)];

  it('is the median of its treatment, which one odd run does not move', () => {
    const sweep = [run('a', 10), run('a', 12), run('a', 5000), run('b', 70)];
    expect(expectLength('a', { sweep, experiment: earlier, timeoutMs: 1 })).toEqual({
      lengthMs: 12,
      basis: 'sweep',
      runs: 3,
      known: 4,
    });
  });

  it('is that of the other treatments until its own is known', () => {
    const sweep = [run('a', 10), run('b', 20)];
    expect(expectLength('c', { sweep, experiment: earlier, timeoutMs: 1 })).toEqual({
      lengthMs: 15,
      basis: 'sweep',
      runs: 2,
      known: 2,
    });
  });

  it('is that of earlier sweeps before the first run has completed', () => {
    expect(expectLength('b', { sweep: [], experiment: earlier, timeoutMs: 1 })).toEqual({
      lengthMs: 9000,
      basis: 'experiment',
      runs: 1,
      known: 2,
    });
  });

  it('is the time limit when nothing is known', () => {
    expect(expectLength('b', { sweep: [], experiment: [], timeoutMs: 60_000 })).toEqual({
      lengthMs: 60_000,
      basis: 'timeout',
      runs: 0,
      known: 0,
    });
  });
});

it.each([
  [{ remainingMs: 720_000, basis: 'sweep', runs: 4 }, 'about 12\u00a0min left, from 4 runs'],
  [
    { remainingMs: 40_000, basis: 'experiment', runs: 1 },
    'about 40\u00a0s left, from 1 run of earlier sweeps',
  ],
  [
    { remainingMs: 7_200_000, basis: 'timeout', runs: 0 },
    'at most 2\u00a0h left, by the time limit of each run',
  ],
] as const)('says %o as "%s"', (estimate, text) => expect(sayEstimate(estimate)).toBe(text));

it('says a time left no more exactly than it is known', () => {
  const say = (remainingMs: number) => sayEstimate({ remainingMs, basis: 'sweep', runs: 4 });
  expect(say(44_700)).toBe('about 45\u00a0s left, from 4 runs');
  expect(say(320_400)).toBe('about 5.3\u00a0min left, from 4 runs');
  expect(say(0)).toBe('about 0\u00a0s left, from 4 runs');
});
