import { describe, expect, it, vi } from 'vitest';
import { drawHeavy, drawLogNormal, drawNormal, random, sample } from './fixtures/draws.ts';
import {
  differenceOfMeansInterval,
  findChangePoints,
  type Interval,
  mean,
  quantile,
  ratioOfMeansInterval,
} from './index.ts';

// Simulations take their time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

type Method = (values: number[], baseline: number[]) => Interval | null;

/** Share of intervals that hold the truth, among those that were given. */
function coverage(method: Method, truth: number, sides: () => [number[], number[]], rounds: number): number {
  let given = 0;
  let held = 0;
  for (let round = 0; round < rounds; round++) {
    const interval = method(...sides());
    if (interval === null) continue;
    given += 1;
    if (interval.low <= truth && truth <= interval.high) held += 1;
  }
  expect(given).toBeGreaterThan(rounds * 0.9);
  return held / given;
}

describe('the interval of a ratio holds the truth about as often as it says', () => {
  it.each([
    ['normal', drawNormal, 0.05, 2, 2],
    ['normal', drawNormal, 0.05, 3, 3],
    ['normal', drawNormal, 0.3, 3, 3],
    ['normal', drawNormal, 0.1, 3, 10],
    ['normal', drawNormal, 0.1, 10, 10],
    ['log-normal', drawLogNormal, 0.3, 3, 3],
    ['log-normal', drawLogNormal, 0.3, 5, 5],
    ['log-normal', drawLogNormal, 0.5, 5, 5],
    ['log-normal', drawLogNormal, 0.5, 10, 10],
    ['heavy-tailed', drawHeavy, 0.1, 5, 5],
    ['heavy-tailed', drawHeavy, 0.1, 5, 10],
  ] as const)('%s, variation %d, %d against %d', (_name, draw, variation, n, m) => {
    const found = coverage(
      ratioOfMeansInterval,
      3,
      () => [sample(draw, 3, variation, n), sample(draw, 1, variation, m)],
      4000,
    );
    expect(found).toBeGreaterThan(0.93);
    expect(found).toBeLessThan(0.99);
  });

  it('alarms in about 5 % of comparisons of a thing with itself', () => {
    const found = coverage(
      ratioOfMeansInterval,
      1,
      () => [sample(drawNormal, 1, 0.05, 3), sample(drawNormal, 1, 0.05, 3)],
      8000,
    );
    expect(1 - found).toBeLessThan(0.06);
    expect(1 - found).toBeGreaterThan(0.02);
  });

  it('does so where a percentile bootstrap does not', () => {
    const bootstrap: Method = (values, baseline) => {
      const resample = (from: number[]) =>
        mean(from.map(() => from[Math.floor(random() * from.length)] ?? 0)) ?? 0;
      const ratios = Array.from({ length: 300 }, () => resample(values) / resample(baseline));
      return { low: quantile(ratios, 0.025) ?? 0, high: quantile(ratios, 0.975) ?? 0 };
    };
    const found = coverage(
      bootstrap,
      1,
      () => [sample(drawNormal, 1, 0.05, 3), sample(drawNormal, 1, 0.05, 3)],
      800,
    );
    expect(found).toBeLessThan(0.85);
  });
});

it('the interval of a difference holds the truth about as often as it says', () => {
  const found = coverage(
    differenceOfMeansInterval,
    0.5,
    () => [sample(drawNormal, 1, 0.2, 3).map((value) => value + 0.5), sample(drawNormal, 1, 0.1, 4)],
    4000,
  );
  expect(found).toBeGreaterThan(0.925);
  expect(found).toBeLessThan(0.985);
});

describe('a thing compared with itself differs in at most 6.5 % of comparisons', () => {
  const sizes = [
    [3, 3],
    [3, 10],
    [10, 3],
    [5, 5],
    [5, 10],
    [10, 10],
  ] as const;

  it.each([
    ['normal', drawNormal, 0.05],
    ['normal', drawNormal, 0.3],
    ['heavy-tailed', drawHeavy, 0.15],
    ['log-normal', drawLogNormal, 0.5],
    ['log-normal', drawLogNormal, 1],
  ] as const)('%s, with a variation of %d', (_name, draw, variation) => {
    for (const [n, m] of sizes) {
      const rounds = 3000;
      let alarms = 0;
      for (let round = 0; round < rounds; round++) {
        const [values, baseline] = [sample(draw, 1, variation, n), sample(draw, 1, variation, m)];
        const ratio = ratioOfMeansInterval(values, baseline);
        const difference = differenceOfMeansInterval(values, baseline);
        // As comparisons judge: by the ratio, and by the difference where there is none.
        const [interval, same] = ratio ? [ratio, 1] : [difference, 0];
        if (interval && (interval.low > same || interval.high < same)) alarms += 1;
      }
      expect(alarms / rounds, `${n} against ${m}`).toBeLessThan(0.065);
    }
  });

  it.each([
    ['normal', drawNormal],
    ['heavy-tailed', drawHeavy],
    ['log-normal', drawLogNormal],
  ] as const)('and so do histories without a change: %s', (_name, draw) => {
    for (const n of [10, 20]) {
      const rounds = 1000;
      let alarms = 0;
      for (let round = 0; round < rounds; round++)
        if (findChangePoints(sample(draw, 1, 0.5, n), { random }).length > 0) alarms += 1;
      expect(alarms / rounds, `${n} runs`).toBeLessThan(0.065);
    }
  });
});
