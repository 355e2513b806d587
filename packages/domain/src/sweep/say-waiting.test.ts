import { expect, it } from 'vitest';
import { sayWaiting, type WaitingFacts } from './say-waiting.ts';

const facts: WaitingFacts = {
  reason: 'due',
  untilMs: null,
  coolDownMs: 60_000,
  cluster: 'testbed',
  place: 1,
  active: 0,
};

it.each<[Partial<WaitingFacts>, string | null]>([
  [{ reason: 'paused' }, 'paused'],
  [{ reason: 'cool-down', untilMs: 140_000 }, 'cools down, next run in 40\u00a0s'],
  [{ reason: 'cool-down', untilMs: 100_001 }, 'cools down, next run in 1\u00a0s'],
  [{ reason: 'cool-down', untilMs: 100_000 }, 'next run now'],
  [{ reason: 'own-run', active: 1 }, 'next run 60\u00a0s after this one'],
  [{ reason: 'cluster-full' }, 'waits for its turn on testbed'],
  [{ reason: 'cluster-full', active: 1 }, null],
  [{ reason: 'behind' }, 'waits for a sweep before it on testbed'],
  [{}, 'waits for a worker'],
  [{ place: 3 }, 'number 3 in the queue'],
  [{ active: 1 }, null],
])('%o', (changes, text) => expect(sayWaiting({ ...facts, ...changes }, 100_000)).toBe(text));
