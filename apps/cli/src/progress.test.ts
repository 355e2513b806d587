import type { Sweep } from '@proofload/contracts';
import { describe, expect, it } from 'vitest';
import { describeChanges, describeProgress } from './progress.ts';

type SweepRun = Sweep['runs'][number];

const run = (position: number, status: string, more: Partial<SweepRun> = {}): SweepRun => ({
  id: `run0000${position}`,
  url: `http://127.0.0.1:3000/runs/run0000${position}`,
  status,
  outcome: null,
  verdict: null,
  treatment: `workers=${position}`,
  replicate: 1,
  position,
  startedAt: null,
  finishedAt: null,
  expectedStart: null,
  retryOf: null,
  retriedBy: null,
  ...more,
});

function sweepOf(runs: SweepRun[], remainingMs: number | null = null): Sweep {
  const having = (test: (each: SweepRun) => boolean): number => runs.filter(test).length;
  return {
    id: 'sweep0001',
    url: 'http://127.0.0.1:3000/sweeps/sweep0001',
    experiment: 'quick-start',
    experimentVersion: 1,
    evaluatedVersion: null,
    status: 'running',
    verdict: null,
    order: 'random',
    seed: 1,
    labels: {},
    createdAt: '2026-01-01T00:00:00Z',
    finishedAt: null,
    counts: {
      total: runs.length,
      queued: having((each) => each.status === 'queued'),
      active: having((each) => each.status === 'running'),
      completed: having((each) => each.outcome === 'completed'),
      failed: having((each) => each.outcome === 'failed'),
      cancelled: having((each) => each.outcome === 'cancelled'),
      retried: 0,
    },
    cluster: null,
    priority: 0,
    coolDownMs: 0,
    paused: null,
    waiting: null,
    remainingMs,
    estimate: remainingMs === null ? null : { remainingMs, basis: 'sweep', runs: 2 },
    goals: [],
    runs,
    compareUrl: 'http://127.0.0.1:3000/compare?sweep=sweep0001',
  };
}

const done = { outcome: 'completed', verdict: 'pass' } as const;

describe('describeProgress', () => {
  it('says how far, what is running and how long still', () => {
    const sweep = sweepOf([run(1, 'finished', done), run(2, 'running'), run(3, 'queued')], 30_000);
    expect(describeProgress(sweep, 0)).toBe(
      '1 of 3 runs done: workers=2 #1 running, about 30\u00a0s left, from 2 runs',
    );
  });

  it('leaves out what is not known', () => {
    expect(describeProgress(sweepOf([run(1, 'queued')]), 0)).toBe('0 of 1 runs done');
  });
});

describe('describeChanges', () => {
  const before = sweepOf([run(1, 'running'), run(2, 'queued'), run(3, 'queued')]);

  it('tells ends and beginnings in the order of the sweep', () => {
    const after = sweepOf([
      run(3, 'running'),
      run(2, 'finished', { outcome: 'failed', verdict: 'none' }),
      run(1, 'finished', done),
    ]);
    expect(describeChanges(before, after)).toEqual([
      'workers=1 #1 completed, verdict pass (2 of 3)',
      'workers=2 #1 failed (2 of 3)',
      'workers=3 #1 started',
    ]);
  });

  it('says nothing when nothing changed', () => {
    expect(describeChanges(before, before)).toEqual([]);
  });

  it('tells of what happened before the first look', () => {
    expect(describeChanges(null, before)).toEqual(['workers=1 #1 started']);
  });
});
