import { describe, expect, it } from 'vitest';
import { byTurn, decideTurns, laneKey, type Turn, type WaitingSweep } from './queue.ts';

const waiting = (sweepId: string, changes: Partial<WaitingSweep> = {}): WaitingSweep => ({
  sweepId,
  projectId: 'p',
  clusterName: null,
  priority: 0,
  createdAtMs: 0,
  coolDownMs: 0,
  isPaused: false,
  waiting: 3,
  active: 0,
  activeOnCluster: 0,
  clusterLimit: null,
  lastEndMs: null,
  ...changes,
});
const onCluster = (sweepId: string, changes: Partial<WaitingSweep> = {}) =>
  waiting(sweepId, { clusterName: 'testbed', clusterLimit: 1, ...changes });

const turnsOf = (sweeps: WaitingSweep[], nowMs = 100_000): Record<string, Turn> =>
  Object.fromEntries(decideTurns(sweeps, nowMs).map(({ sweep, turn }) => [sweep.sweepId ?? '', turn]));

it('serves by priority, then by age', () => {
  const order = decideTurns(
    [
      waiting('young', { createdAtMs: 2 }),
      waiting('low', { priority: -1 }),
      waiting('old', { createdAtMs: 1 }),
      waiting('high', { priority: 5, createdAtMs: 9 }),
    ],
    0,
  ).map(({ sweep }) => sweep.sweepId);
  expect(order).toEqual(['high', 'old', 'young', 'low']);
  expect(byTurn(waiting('a'), waiting('b'))).toBeLessThan(0);
});

it('keeps clusters of the same name in two projects apart', () => {
  expect(laneKey(onCluster('a'))).toBe(laneKey(onCluster('b')));
  expect(laneKey(onCluster('a'))).not.toBe(laneKey(onCluster('b', { projectId: 'q' })));
  expect(laneKey(waiting('a'))).not.toBe(laneKey(waiting('b')));
});

describe('without a cluster', () => {
  it('all runs of all sweeps may start, as workers have room', () => {
    expect(turnsOf([waiting('a', { active: 2 }), waiting('b')])).toEqual({
      a: { kind: 'due', room: 3 },
      b: { kind: 'due', room: 3 },
    });
  });

  it('a cool-down lets one run start after another, and counts from the end of the last', () => {
    const cooling = { coolDownMs: 40_000 };
    expect(turnsOf([waiting('a', cooling)])).toEqual({ a: { kind: 'due', room: 1 } });
    expect(turnsOf([waiting('a', { ...cooling, active: 1 })])).toEqual({ a: { kind: 'own-run' } });
    expect(turnsOf([waiting('a', { ...cooling, lastEndMs: 60_001 })])).toEqual({
      a: { kind: 'cool-down', untilMs: 100_001 },
    });
    expect(turnsOf([waiting('a', { ...cooling, lastEndMs: 60_000 })])).toEqual({
      a: { kind: 'due', room: 1 },
    });
  });

  it('a sweep that cools down holds up no other', () => {
    const turns = turnsOf([waiting('a', { coolDownMs: 1000, lastEndMs: 99_999 }), waiting('b')]);
    expect(turns.b).toEqual({ kind: 'due', room: 3 });
  });
});

describe('on a cluster', () => {
  it('one run starts at a time, of the sweep whose turn it is', () => {
    expect(turnsOf([onCluster('b', { createdAtMs: 1 }), onCluster('a')])).toEqual({
      a: { kind: 'due', room: 1 },
      b: { kind: 'behind', sweepId: 'a' },
    });
    expect(turnsOf([onCluster('a', { activeOnCluster: 1 })])).toEqual({
      a: { kind: 'cluster-full', active: 1, limit: 1 },
    });
  });

  it('as many start as it allows, over all sweeps', () => {
    const limit = { clusterLimit: 5, activeOnCluster: 1 };
    expect(turnsOf([onCluster('a', limit), onCluster('b', { ...limit, createdAtMs: 1 })])).toEqual({
      a: { kind: 'due', room: 3 },
      b: { kind: 'due', room: 1 },
    });
  });

  it('what is paused stands in nobody’s way', () => {
    expect(turnsOf([onCluster('a', { priority: 9, isPaused: true }), onCluster('b')])).toEqual({
      a: { kind: 'paused' },
      b: { kind: 'due', room: 1 },
    });
  });

  it('nothing goes before a sweep that cools down, or it would cool down for ever', () => {
    const cooling = { coolDownMs: 60_000, lastEndMs: 90_000 };
    expect(turnsOf([onCluster('a', cooling), onCluster('b', { createdAtMs: 1 })])).toEqual({
      a: { kind: 'cool-down', untilMs: 150_000 },
      b: { kind: 'behind', sweepId: 'a' },
    });
    // One that comes before it does.
    expect(turnsOf([onCluster('a', cooling), onCluster('b', { priority: 1 })]).b).toEqual({
      kind: 'due',
      room: 1,
    });
  });

  it('a limit that was lowered below what is at work lets nothing start', () => {
    expect(turnsOf([onCluster('a', { activeOnCluster: 4, clusterLimit: 2 })]).a?.kind).toBe('cluster-full');
  });
});
