import type { Sweep } from '@proofload/contracts';
import { describe, expect, it } from 'vitest';
import { renderAddition, renderSweepList, renderSweepStatus } from './sweep-text.ts';

const nowMs = Date.UTC(2026, 0, 1);
const at = (seconds: number): string => new Date(nowMs + seconds * 1000).toISOString();
const run = { outcome: null, verdict: null, startedAt: null, finishedAt: null, retriedBy: null } as const;

const sweep: Sweep = {
  id: 'sweep0001',
  url: 'http://127.0.0.1:3000/sweeps/sweep0001',
  experiment: 'quick-start',
  experimentVersion: 2,
  evaluatedVersion: null,
  status: 'running',
  verdict: null,
  order: 'random',
  seed: 1,
  labels: {},
  createdAt: at(-600),
  finishedAt: null,
  counts: { total: 4, queued: 2, active: 0, completed: 1, failed: 1, cancelled: 0, retried: 1 },
  cluster: 'testbed',
  priority: 5,
  coolDownMs: 60_000,
  paused: null,
  waiting: { reason: 'cool-down', until: at(40), behind: null, place: 1 },
  remainingMs: 240_000,
  estimate: { remainingMs: 240_000, basis: 'sweep', runs: 1 },
  goals: [],
  runs: [
    {
      ...run,
      ...{ id: 'run00002', url: '', status: 'queued', treatment: 'workers=2', replicate: 1, position: 3 },
      ...{ expectedStart: at(40), retryOf: null },
    },
    {
      ...run,
      ...{ id: 'run00003', url: '', status: 'queued', treatment: 'workers=2', replicate: 2, position: 4 },
      ...{ expectedStart: at(160), retryOf: 'run00001' },
    },
  ],
  compareUrl: '',
};

describe('the state of a sweep', () => {
  it('says how far it is, what the next run waits for and when each is expected', () => {
    expect(renderSweepStatus(sweep, nowMs).map((line) => line.replaceAll('\u00a0', ' '))).toEqual([
      'quick-start version 2: running',
      '  4 runs, 2 queued, 1 completed, 1 failed, 1 of them repeat others',
      '  priority 5, cool-down 60 s, cluster testbed',
      '  cools down, next run in 40 s',
      '  about 4 min left, from 1 run',
      '  3  workers=2 #1  queued  in about 40 s',
      '  4  workers=2 #2  queued  in about 2.7 min  repeats run00001',
      '  http://127.0.0.1:3000/sweeps/sweep0001',
    ]);
  });

  it('says who paused it', () => {
    const paused = { ...sweep, paused: { at: at(-60), by: 'Ada' }, runs: [] };
    const lines = renderSweepStatus(
      { ...paused, waiting: { reason: 'paused', until: null, behind: null, place: null } },
      nowMs,
    );
    expect(lines[0]).toBe('quick-start version 2: running, paused');
    expect(lines).toContain('  paused by Ada since 2025-12-31T23:59:00.000Z');
    expect(lines.filter((line) => line.trim() === 'paused')).toEqual([]);
  });
});

it('lists sweeps in progress, or says that there is none', () => {
  expect(renderSweepList([], nowMs)).toEqual(['No sweep is in progress']);
  expect(renderSweepList([sweep], nowMs)[1]).toMatch(
    /^sweep0001 +quick-start +priority 5 +running +cools down/,
  );
});

it('lists what was added, with what it repeats', () => {
  const added = { id: 'run00003', url: '', treatment: 'workers=2', replicate: 2, retryOf: 'run00001' };
  expect(renderAddition({ sweep, runs: [added] }, '')[0]).toBe('workers=2 #2: run00003, repeats run00001');
  expect(renderAddition({ sweep, runs: [] }, 'Nothing')).toEqual(['Nothing']);
});
