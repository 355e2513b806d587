import { bucketize, coarsen, type Points, Sketch } from '@proofload/series';
import { describe, expect, it } from 'vitest';
import { type LineColumns, type Steps, toLineColumns } from './series-columns.ts';

const delta = (times: number[], sums: number[]) => ({
  kind: 'delta' as const,
  times,
  sums,
  counts: sums.map(() => 1),
});

const lineOf = (points: Points, steps: Steps & { fromMs: number }): LineColumns =>
  toLineColumns(bucketize(points, steps), steps);

describe('toLineColumns', () => {
  it('gives rates over the covered part of the first and the last step', () => {
    const points = delta([0, 1000, 2000], [50, 100, 60]);
    const line = lineOf(points, { fromMs: 0, stepMs: 1000, covered: { fromMs: 500, toMs: 2600 } });
    expect(line).toEqual({ times: [0, 1000, 2000], columns: { rate: [100, 100, 100] } });
  });

  it('gives no rate for a step of which less than half a second is covered', () => {
    const points = delta([0, 1000, 2000], [100, 100, 7]);
    const line = lineOf(points, { fromMs: 0, stepMs: 1000, covered: { fromMs: 0, toMs: 2070 } });
    expect(line.columns.rate).toEqual([100, 100, null]);
  });

  it('divides by what is covered of a long last step', () => {
    const points = delta([0, 5000, 10_000], [50, 50, 40]);
    const line = lineOf(points, { fromMs: 0, stepMs: 10_000, covered: { fromMs: 0, toMs: 14_000 } });
    expect(line.columns.rate).toEqual([10, 10]);
  });

  it('takes the whole bucket when everything happened within a moment', () => {
    const line = lineOf(delta([3000], [5]), {
      fromMs: 3000,
      stepMs: 1000,
      covered: { fromMs: 3100, toMs: 3100 },
    });
    expect(line.columns.rate).toEqual([5]);
  });

  it('breaks the line where points are missing', () => {
    const points = delta([0, 1000, 2000, 7000, 8000], [1, 1, 1, 1, 1]);
    const line = lineOf(points, { fromMs: 0, stepMs: 1000, covered: { fromMs: 0, toMs: 9000 } });
    expect(line).toEqual({
      times: [0, 1000, 2000, 3000, 7000, 8000],
      columns: { rate: [1, 1, 1, null, 1, 1] },
    });
  });

  it('counts a counter that fell as begun again at zero', () => {
    const points = { kind: 'cumulative' as const, times: [0, 1000, 2000, 3000], values: [10, 30, 5, 15] };
    const line = lineOf(points, { fromMs: 0, stepMs: 1000, covered: { fromMs: 0, toMs: 4000 } });
    expect(line.columns).toEqual({ rate: [null, 20, 5, 10], min: [null, 20, 5, 10], max: [null, 20, 5, 10] });
  });

  it('gives extremes and mean of a gauge, and null where no number is', () => {
    const points = { kind: 'gauge' as const, times: [0, 400, 1000], values: [2, 4, Number.NaN] };
    const line = lineOf(points, { fromMs: 0, stepMs: 1000, covered: { fromMs: 0, toMs: 2000 } });
    expect(line.columns).toEqual({ min: [2, null], max: [4, null], mean: [3, null] });
  });

  it('merges sketches before it takes percentiles', () => {
    const fast = new Sketch();
    const slow = new Sketch();
    for (let index = 0; index < 99; index++) fast.add(10);
    slow.add(1000);
    const points = { kind: 'distribution' as const, times: [0, 1000], sketches: [fast, slow] };
    const line = lineOf(points, { fromMs: 0, stepMs: 2000, covered: { fromMs: 0, toMs: 2000 } });
    expect(line.columns).toMatchObject({ count: [100], min: [10], max: [1000], avg: [19.9] });
    expect(line.columns.p50?.[0]).toBeCloseTo(10, 0);
    expect(line.columns.p95?.[0]).toBeLessThan(11);
  });

  it('keeps the least and the most second of a long step, and a second without events', () => {
    const points = delta([0, 1000, 2000, 4000, 5000, 6000], [9, 90, 40, 50, 60, 1]);
    const line = lineOf(points, { fromMs: 0, stepMs: 3000, covered: { fromMs: 500, toMs: 6100 } });
    expect(line).toEqual({
      times: [0, 3000, 6000],
      columns: {
        rate: [139 / 2.5, 110 / 3, null],
        min: [40, 0, null],
        max: [90, 60, 1],
      },
    });
  });
});

it('gives the same line from steps that were put together', () => {
  const times = Array.from({ length: 400 }, (_, index) => index * 700 + (index % 7) * 90);
  const values = times.map((time, index) => (index === 150 ? Number.NaN : Math.sin(time / 5000) * 100));
  const sketches = values.map((value) => {
    const sketch = new Sketch();
    sketch.add(value);
    return sketch;
  });
  const all: Points[] = [
    { kind: 'gauge', times, values },
    { kind: 'cumulative', times, values: times.map((_, index) => (index * 37) % 1000) },
    { kind: 'distribution', times, sketches },
    delta(
      times,
      values.map(Math.abs).map((value) => value || 0),
    ),
    { kind: 'ratio', times, hits: times.map((_, index) => index % 2), totals: times.map(() => 3) },
  ];
  for (const points of all) {
    const fine = bucketize(points, { fromMs: 0, stepMs: 2000 });
    const steps = { fromMs: 0, stepMs: 16_000, covered: { fromMs: 0, toMs: 300_000 } };
    const together = toLineColumns(coarsen(fine, steps), steps);
    const direct = lineOf(points, steps);
    expect(together.times, points.kind).toEqual(direct.times);
    for (const [name, column] of Object.entries(direct.columns)) {
      together.columns[name]?.forEach((value, index) => {
        if (value === null) expect(column[index], `${points.kind} ${name}`).toBeNull();
        else expect(value, `${points.kind} ${name}`).toBeCloseTo(column[index] ?? Number.NaN, 6);
      });
    }
  }
});
