import { describe, expect, it } from 'vitest';
import { createTargetPool, type TargetPoolOptions } from './target-pool.ts';

/** A clock that moves only when every piece of work waits on it. */
function createManualClock() {
  let nowMs = 0;
  const sleepers: { atMs: number; wake: () => void }[] = [];
  return {
    nowMs: () => nowMs,
    sleep: (ms: number) =>
      new Promise<void>((wake) => {
        sleepers.push({ atMs: nowMs + ms, wake });
      }),
    /** Runs until nothing sleeps any more. @returns the time that passed */
    async runOut(): Promise<number> {
      for (;;) {
        await new Promise<void>((resolve) => setImmediate(resolve));
        sleepers.sort((a, b) => a.atMs - b.atMs);
        const next = sleepers.shift();
        if (next === undefined) return nowMs;
        nowMs = next.atMs;
        next.wake();
      }
    },
  };
}

function poolWith(clock: ReturnType<typeof createManualClock>, options: Partial<TargetPoolOptions> = {}) {
  return createTargetPool({
    parallelMs: 20,
    serialMs: 6,
    maxQueue: 1000,
    sleep: clock.sleep,
    nowMs: clock.nowMs,
    random: () => 0.5,
    ...options,
  });
}

const never = new AbortController().signal;

async function timeFor(requests: number, size: number, serialMs: number): Promise<number> {
  const clock = createManualClock();
  const pool = poolWith(clock, { serialMs });
  const all = Promise.all(Array.from({ length: requests }, () => pool.work(size, never)));
  const elapsedMs = await clock.runOut();
  await all;
  return elapsedMs;
}

describe('createTargetPool', () => {
  it('takes the whole service time for every request of one worker', async () => {
    expect(await timeFor(10, 1, 6)).toBe(260);
  });

  it('divides the time by the workers when there is no lock', async () => {
    expect(await timeFor(12, 4, 0)).toBe(60);
  });

  it('is bound by the lock however many workers there are', async () => {
    expect(await timeFor(40, 32, 6)).toBe(20 + 40 * 6);
  });

  it('answers in the order of asking and spreads the work over the first N workers', async () => {
    const clock = createManualClock();
    const pool = poolWith(clock);
    const order: number[] = [];
    for (let i = 0; i < 8; i += 1) void pool.work(2, never).then(() => order.push(i));
    expect(pool.queueDepth).toBe(6);
    await clock.runOut();
    expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(pool.workers.map((worker) => worker.requests)).toEqual([4, 4]);
    expect(pool.lockWaitSeconds).toBeGreaterThan(0);
  });

  it('refuses what the queue cannot hold and counts it', async () => {
    const clock = createManualClock();
    const pool = poolWith(clock, { maxQueue: 2 });
    const results = Promise.all([1, 2, 3, 4].map(() => pool.work(1, never)));
    await clock.runOut();
    expect(await results).toEqual([0, 0, 0, null]);
    expect(pool.rejected).toBe(1);
  });

  it('drops a request whose client went away while it waited', async () => {
    const clock = createManualClock();
    const pool = poolWith(clock);
    const client = new AbortController();
    const first = pool.work(1, never);
    const second = pool.work(1, client.signal);
    client.abort();
    await clock.runOut();
    expect(await second).toBeNull();
    expect(await first).toBe(0);
    expect(pool.workers[0]?.requests).toBe(1);
    expect(pool.queueDepth).toBe(0);
  });
});
