import { describe, expect, it } from 'vitest';
import { overflowLabel, Rollup, type RollupOptions } from './rollup.ts';
import { Sketch } from './sketch.ts';

const make = (options: Partial<RollupOptions> = {}): Rollup =>
  new Rollup({
    maxSeries: 100,
    maxOpenPoints: 10_000,
    chunkPoints: 256,
    gaugeResolutionMs: 1000,
    ...options,
  });
const identity = (
  metric: string,
  kind: 'delta' | 'ratio' | 'gauge' | 'distribution' | 'cumulative',
  labels = {},
) => ({ metric, kind, unit: null, labels });

describe('rolls up per second', () => {
  it('sums counters and counts observations', () => {
    const rollup = make();
    const ref = rollup.series(identity('http_reqs', 'delta'));
    for (const [time, value] of [
      [1000, 1],
      [1999.9, 2],
      [2000, 4],
    ] as const)
      rollup.add(ref, time, value);
    expect(rollup.takeDirty()[0]?.points).toEqual({
      kind: 'delta',
      times: [1000, 2000],
      sums: [3, 4],
      counts: [2, 1],
    });
  });

  it('keeps hits and totals of shares', () => {
    const rollup = make();
    const ref = rollup.series(identity('checks', 'ratio'));
    for (const value of [1, 0, 1]) rollup.add(ref, 500, value);
    expect(rollup.takeDirty()[0]?.points).toEqual({ kind: 'ratio', times: [0], hits: [2], totals: [3] });
    expect(rollup.entries[ref]?.totals).toMatchObject({ count: 3, sum: 2 });
  });

  it('keeps sketches as their observations, and those of zeros and ones as shares', () => {
    const sketch = new Sketch();
    for (const value of [0, 1, 1, 1]) sketch.add(value);
    const rollup = make();
    const trend = rollup.series(identity('trend', 'distribution'));
    const checks = rollup.series(identity('checks', 'ratio'));
    for (const ref of [trend, checks]) {
      rollup.add(ref, 100, 0);
      rollup.addSketch(ref, 900, sketch);
      expect(rollup.entries[ref]?.totals).toMatchObject({ count: 5, sum: 3, min: 0, max: 1, last: 0.75 });
    }
    expect(rollup.entries[trend]?.points).toMatchObject({ sketches: [{ count: 5, sum: 3 }] });
    expect(rollup.entries[checks]?.points).toMatchObject({ times: [0], hits: [3], totals: [5] });
    const counter = rollup.series(identity('a', 'delta'));
    rollup.addSketch(counter, 900, sketch);
    expect(rollup).toMatchObject({ samples: 10, refusedValues: 4 });
  });

  it('keeps the last value of a gauge, or every sample', () => {
    for (const [resolution, times] of [
      [1000, [0]],
      [0, [100, 900]],
    ] as const) {
      const rollup = make({ gaugeResolutionMs: resolution });
      const ref = rollup.series(identity('vus', 'gauge'));
      rollup.add(ref, 100, 5);
      rollup.add(ref, 900, 7);
      expect(rollup.takeDirty()[0]?.points.times).toEqual(times);
      expect(rollup.entries[ref]?.totals).toMatchObject({ min: 5, max: 7, last: 7 });
    }
  });
});

it('gives only what changed, and closes long chunks', () => {
  const rollup = make({ chunkPoints: 3 });
  const ref = rollup.series(identity('a', 'cumulative'));
  for (const time of [1, 2]) rollup.add(ref, time, time);
  expect(rollup.takeDirty()).toMatchObject([{ chunk: 0, points: { times: [1, 2] } }]);
  expect(rollup.takeDirty()).toEqual([]);
  rollup.add(ref, 3, 3);
  expect(rollup.takeDirty()).toMatchObject([{ chunk: 0, points: { times: [1, 2, 3] } }]);
  rollup.add(ref, 2, 9);
  expect(rollup.takeDirty()).toMatchObject([{ chunk: 1, points: { times: [2] } }]);
});

it('closes everything when memory is short', () => {
  const rollup = make({ maxOpenPoints: 10 });
  for (let index = 0; index < 10; index++)
    rollup.add(rollup.series(identity('a', 'delta', { n: String(index) })), 0, 1);
  expect(rollup.isFull).toBe(true);
  expect(rollup.takeDirty()).toHaveLength(10);
  expect(rollup.isFull).toBe(false);
});

it('folds series past the bound into one per metric, with exact totals', () => {
  const rollup = make({ maxSeries: 2 });
  for (let index = 0; index < 5; index++)
    rollup.add(rollup.series(identity('a', 'delta', { n: String(index) })), 0, 1);
  expect(rollup.entries).toHaveLength(3);
  expect(rollup.entries[2]).toMatchObject({
    identity: { labels: { [overflowLabel]: 'true' } },
    totals: { count: 3, sum: 3 },
  });
  expect(rollup.foldedSeries).toBe(3);
});

it('takes the same labels in any order for one series', () => {
  const rollup = make();
  expect(rollup.series(identity('a', 'delta', { x: '1', y: '2' }))).toBe(
    rollup.series(identity('a', 'delta', { y: '2', x: '1' })),
  );
  expect(rollup.series(identity('a', 'gauge', { x: '1', y: '2' }))).toBe(1);
});

it('refuses values that are not finite where they cannot be summed', () => {
  const rollup = make();
  rollup.add(rollup.series(identity('a', 'distribution')), 0, Number.NaN);
  expect([rollup.samples, rollup.refusedValues]).toEqual([0, 1]);
});
