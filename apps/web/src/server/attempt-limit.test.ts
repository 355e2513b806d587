import { expect, it } from 'vitest';
import { createAttemptLimit } from './attempt-limit.ts';

it('refuses a key that failed too often, and no other, until a minute is over', () => {
  const limit = createAttemptLimit(2);
  limit.countFailure('a', 0);
  expect(() => limit.check('a', 1)).not.toThrow();
  limit.countFailure('a', 1);
  expect(() => limit.check('a', 2)).toThrow(/minute/);
  expect(() => limit.check('b', 2)).not.toThrow();
  expect(() => limit.check('a', 60_000)).not.toThrow();
});

it('keeps its memory bounded', () => {
  const limit = createAttemptLimit(1);
  for (let index = 0; index < 10_001; index++) limit.countFailure(`key-${index}`, 0);
  expect(() => limit.check('key-0', 1)).not.toThrow();
  expect(() => limit.check('key-10000', 1)).toThrow(/minute/);
});
