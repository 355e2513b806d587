import type { PodTimes } from '@proofload/db';
import { describe, expect, it } from 'vitest';
import { countPodStates } from './count-pod-states.ts';

const pod = (changes: Partial<PodTimes>): PodTimes => ({
  phase: 'succeeded',
  createdMs: 0,
  startedMs: 2_000,
  endedMs: 5_000,
  deletedMs: null,
  ...changes,
});

describe('countPodStates', () => {
  it('tells of each second in which something changed how many pods were in which state', () => {
    const pods = [
      pod({}),
      pod({ phase: 'failed', createdMs: 1_000, startedMs: 2_000, endedMs: 3_000 }),
      pod({ phase: 'pending', createdMs: 1_000, startedMs: null, endedMs: null }),
    ];
    expect(countPodStates(pods, 100)).toEqual({
      atMs: [0, 1_000, 2_000, 3_000, 5_000],
      pending: [1, 3, 1, 1, 1],
      running: [0, 0, 2, 1, 0],
      succeeded: [0, 0, 0, 0, 1],
      failed: [0, 0, 0, 1, 1],
    });
  });

  it('does not count a pod that went before it had ended, and keeps one that went afterwards', () => {
    const gone = pod({ phase: 'deleted', endedMs: null, deletedMs: 4_000 });
    const cleaned = pod({ deletedMs: 9_000 });
    const { atMs, running, succeeded } = countPodStates([gone, cleaned], 100);
    expect([atMs.at(-1), running.at(-1), succeeded.at(-1)]).toEqual([5_000, 0, 1]);
  });

  it('counts a pod that failed without ever having run, and one whose clocks disagree', () => {
    const evicted = pod({ phase: 'failed', startedMs: null, endedMs: null });
    const skewed = pod({ createdMs: 3_000, startedMs: 1_000, endedMs: 2_000 });
    const { pending, running, failed, succeeded } = countPodStates([evicted, skewed], 100);
    expect([pending, running, failed, succeeded].map((counts) => counts.at(-1))).toEqual([0, 0, 1, 1]);
  });

  it('thins out what changes for long, and keeps the sums', () => {
    const pods = Array.from({ length: 5_000 }, (_, index) =>
      pod({ createdMs: index * 1_000, startedMs: index * 1_000 + 1_000, endedMs: index * 1_000 + 2_000 }),
    );
    const { atMs, succeeded, running } = countPodStates(pods, 300);
    expect(atMs.length).toBeLessThanOrEqual(301);
    expect([succeeded.at(-1), running.at(-1)]).toEqual([5_000, 0]);
  });

  it('has nothing to tell of no pods', () => {
    expect(countPodStates([], 100).atMs).toEqual([]);
  });
});
