import type { SeriesResponse } from '@proofload/contracts';
import { describe, expect, it } from 'vitest';
import { chooseStretch, refineSeries } from './refine-series';

const originMs = Date.UTC(2026, 10, 21, 9);
const at = (seconds: number): string => new Date(originMs + seconds * 1000).toISOString();

const answer = (
  fromSecond: number,
  toSecond: number,
  stepSeconds: number,
  columns: Record<string, (second: number) => number>,
): SeriesResponse => {
  const seconds = Array.from(
    { length: (toSecond - fromSecond) / stepSeconds },
    (_, index) => fromSecond + index * stepSeconds,
  );
  return {
    ...{ run: 'run12345', origin: at(0), from: at(fromSecond), to: at(toSecond), omitted: 0 },
    stepMs: stepSeconds * 1000,
    lines: ['1', '2'].map((shard) => ({
      ...{ metric: 'depth', kind: 'gauge', unit: null, labels: { shard } },
      times: seconds.map((second) => second * 1000),
      columns: Object.fromEntries(
        Object.entries(columns).map(([name, valueAt]) => [name, seconds.map(valueAt)]),
      ),
    })),
  };
};

describe('chooseStretch', () => {
  const whole = answer(0, 7200, 8, {});

  it('is what is zoomed to and a step on either side', () => {
    expect(chooseStretch(whole, { fromMs: 600_000, toMs: 660_000 })).toEqual({ from: at(592), to: at(668) });
    expect(chooseStretch(whole, { fromMs: 0, toMs: 60_000 })).toEqual({ from: at(0), to: at(68) });
  });

  it.each([
    ['nothing is zoomed', whole, null],
    ['the points are a second apart', answer(0, 600, 1, {}), { fromMs: 0, toMs: 60_000 }],
    ['nearly everything is seen', whole, { fromMs: 0, toMs: 7_000_000 }],
    ['nothing is there', whole, { fromMs: 8_000_000, toMs: 9_000_000 }],
  ] as const)('is none where %s', (_name, response, zoom) => {
    expect(chooseStretch(response, zoom)).toBeNull();
  });
});

describe('refineSeries', () => {
  it('has finer points in the stretch alone', () => {
    const coarse = answer(0, 40, 10, { mean: () => 1, min: () => 0, max: () => 2 });
    const fine = answer(10, 20, 5, { mean: (second) => second });
    const [line] = refineSeries(coarse, fine).lines;
    expect(line?.times).toEqual([0, 10_000, 15_000, 20_000, 30_000]);
    expect(line?.columns).toEqual({
      mean: [1, 10, 15, 1, 1],
      min: [0, null, null, 0, 0],
      max: [2, null, null, 2, 2],
    });
  });

  it('keeps lines that are in one answer alone as they are', () => {
    const coarse = answer(0, 40, 10, { mean: () => 1 });
    const fine = answer(0, 20, 5, { mean: (second) => second });
    const refined = refineSeries(coarse, { ...fine, lines: fine.lines.slice(1) });
    expect(refined.lines[0]).toEqual(coarse.lines[0]);
    expect(refined.lines[1]?.times).toEqual([0, 5000, 10_000, 15_000, 20_000, 30_000]);
    expect(refineSeries({ ...coarse, lines: [] }, fine).lines).toEqual([]);
  });

  it('counts times from the start of the whole', () => {
    const coarse = answer(0, 40, 10, { mean: () => 1 });
    const fine = { ...answer(10, 20, 5, { mean: (second) => second }), origin: at(2) };
    expect(refineSeries(coarse, fine).lines[0]?.times).toEqual([0, 12_000, 17_000, 20_000, 30_000]);
  });
});
