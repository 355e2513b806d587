import { expect, it } from 'vitest';
import { estimateRemainingMs } from './sweep-view.ts';

type Runs = Parameters<typeof estimateRemainingMs>[0];
const run = (changes: Partial<Runs[number]>): Runs[number] => ({
  executor: 'k6',
  status: 'queued',
  outcome: null,
  startedAtMs: null,
  finishedAtMs: null,
  ...changes,
});
const done = (lengthMs: number): Runs[number] =>
  run({ status: 'finished', outcome: 'completed', startedAtMs: 0, finishedAtMs: lengthMs });
const waiting = run({});

it.each<[string, Runs, number | null]>([
  ['nothing is known before the first has completed', [waiting, waiting], null],
  ['the mean length for each that waits', [done(1000), done(3000), waiting, waiting], 4000],
  [
    'less what the present one has done',
    [done(2000), run({ status: 'running', startedAtMs: 9500 }), waiting],
    3500,
  ],
  ['never less than nothing', [done(2000), run({ status: 'running', startedAtMs: 0 })], 0],
  ['nothing when all is done', [done(2000)], 0],
  [
    'failed runs say nothing about the length',
    [run({ status: 'finished', outcome: 'failed', startedAtMs: 0, finishedAtMs: 5 }), waiting],
    null,
  ],
  [
    'nothing is known of what somebody else executes',
    [done(2000), run({ executor: 'external', status: 'running', startedAtMs: 0 })],
    null,
  ],
])('%s', (_, runs, expected) => expect(estimateRemainingMs(runs, 10_000)).toBe(expected));
