import { parseDurationMs } from '@proofload/domain';
import { describe, expect, it } from 'vitest';
import { sayStart, writeDuration } from './say-outlook';

describe('a cool-down is written as it is read', () => {
  it.each([
    [0, '0s'],
    [40_000, '40s'],
    [5_400_000, '1h30m'],
    [1500, '1s500ms'],
    [90_061_000, '1d1h1m1s'],
  ])('%i ms', (durationMs, text) => {
    expect(writeDuration(durationMs)).toBe(text);
    expect(parseDurationMs(text)).toBe(durationMs);
  });
});

it('a start that is expected is said from now', () => {
  const nowMs = Date.UTC(2026, 0, 1);
  expect(sayStart(new Date(nowMs + 90_000).toISOString(), nowMs)).toBe('in about 90\u00a0s');
  expect(sayStart(new Date(nowMs).toISOString(), nowMs)).toBe('next');
});
