import { describe, expect, it } from 'vitest';
import { nextBackOff } from './back-off.ts';

describe('nextBackOff', () => {
  it('doubles with every failure in a row, up to half a minute', () => {
    const waits: number[] = [];
    for (let failures = 0; failures < 9; ) {
      const next = nextBackOff(failures, 100);
      failures = next.failures;
      waits.push(next.waitMs);
    }
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
  });

  it('starts over after a minute without trouble', () => {
    expect(nextBackOff(6, 60_000)).toEqual({ failures: 1, waitMs: 500 });
    expect(nextBackOff(6, 59_999)).toEqual({ failures: 7, waitMs: 30_000 });
  });
});
