import { describe, expect, it } from 'vitest';
import { type ForecastRun, type ForecastSweep, forecastQueue } from './forecast.ts';

const run = (id: string, lengthMs: number, startedAtMs: number | null = null): ForecastRun => ({
  id,
  sweepId: id.charAt(0),
  status: startedAtMs === null ? 'queued' : 'active',
  startedAtMs,
  lengthMs,
});

const sweep = (
  sweepId: string,
  runs: ForecastRun[],
  changes: Partial<ForecastSweep> = {},
): ForecastSweep => ({
  sweepId,
  projectId: 'p',
  clusterName: null,
  priority: 0,
  createdAtMs: 0,
  coolDownMs: 0,
  isPaused: false,
  waiting: 0,
  active: 0,
  activeOnCluster: 0,
  clusterLimit: null,
  lastEndMs: null,
  runs,
  ...changes,
});

function starts(sweeps: ForecastSweep[], localSlots = 1, nowMs = 1000): Record<string, number> {
  const expected = forecastQueue(sweeps, { nowMs, localSlots });
  return Object.fromEntries([...expected].map(([id, { startMs }]) => [id, startMs]));
}

describe('without a cluster', () => {
  it('runs come one after another, those of the sweep whose turn it is first', () => {
    const sweeps = [
      sweep('b', [run('b1', 10), run('b2', 10)], { createdAtMs: 1 }),
      sweep('a', [run('a1', 100, 950), run('a2', 100)]),
    ];
    expect(starts(sweeps)).toEqual({ a1: 950, a2: 1050, b1: 1150, b2: 1160 });
  });

  it('as many at a time as there are places', () => {
    expect(starts([sweep('a', [run('a1', 100), run('a2', 50), run('a3', 10)])], 2)).toEqual({
      a1: 1000,
      a2: 1000,
      a3: 1050,
    });
  });

  it('a run that takes longer than others may end at any moment', () => {
    const expected = forecastQueue([sweep('a', [run('a1', 100, 0), run('a2', 100)])], {
      nowMs: 1000,
      localSlots: 1,
    });
    expect(expected.get('a1')).toEqual({ startMs: 0, endMs: 1000 });
    expect(expected.get('a2')).toEqual({ startMs: 1000, endMs: 1100 });
  });
});

describe('cool-downs', () => {
  it('lie between the runs, and other sweeps use the time', () => {
    const sweeps = [
      sweep('a', [run('a1', 100), run('a2', 100)], { coolDownMs: 40, lastEndMs: 990, priority: 1 }),
      sweep('b', [run('b1', 10), run('b2', 20)]),
    ];
    // b2 takes the place while a cools down after a1, and a2 follows when both are over.
    expect(starts(sweeps)).toEqual({ b1: 1000, b2: 1010, a1: 1030, a2: 1170 });
  });

  it('count from the last end on the cluster', () => {
    const cluster = { clusterName: 'c', clusterLimit: 1 };
    const sweeps = [
      sweep('a', [run('a1', 100), run('a2', 100)], { ...cluster, coolDownMs: 40, priority: 1 }),
      sweep('b', [run('b1', 10)], cluster),
    ];
    expect(starts(sweeps, 1)).toEqual({ a1: 1000, a2: 1140, b1: 1240 });
  });
});

it('a cluster takes as many as it allows, beside what runs without one', () => {
  const cluster = { clusterName: 'c', clusterLimit: 2 };
  const sweeps = [
    sweep('a', [run('a1', 100, 960), run('a2', 100), run('a3', 100)], cluster),
    sweep('b', [run('b1', 10)]),
  ];
  expect(starts(sweeps)).toEqual({ a1: 960, a2: 1000, a3: 1060, b1: 1000 });
});

it('runs of a paused sweep are not expected', () => {
  const paused = sweep('a', [run('a1', 100, 960), run('a2', 100)], { isPaused: true });
  expect(starts([paused, sweep('b', [run('b1', 10)])])).toEqual({ a1: 960, b1: 1060 });
});

it('a thousand runs of ten sweeps are played in a moment', () => {
  const sweeps = Array.from({ length: 10 }, (_, index) =>
    sweep(
      `s${index}`,
      Array.from({ length: 100 }, (_unused, place) => run(`s${index}-${place}`, 10)),
    ),
  );
  const startedMs = performance.now();
  expect(Object.keys(starts(sweeps))).toHaveLength(1000);
  expect(performance.now() - startedMs).toBeLessThan(2000);
});
