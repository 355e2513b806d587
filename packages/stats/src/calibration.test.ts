import { describe, expect, it } from 'vitest';
import { differenceOfMeansInterval, type Interval, mean, quantile, ratioOfMeansInterval } from './index.ts';

/** Seeded generator of numbers in [0, 1): Steele and Vigna's SplitMix, 32 bits. */
function createGenerator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = state ^ (state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 0x1_0000_0000;
  };
}

const random = createGenerator(20261121);
const normal = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

type Draw = (variation: number) => number;
const drawNormal: Draw = (variation) => 1 + variation * normal();
const drawLogNormal: Draw = (variation) => {
  const sigma = Math.sqrt(Math.log(1 + variation ** 2));
  return Math.exp(sigma * normal() - sigma ** 2 / 2);
};

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

const sample = (draw: Draw, scale: number, variation: number, n: number) =>
  Array.from({ length: n }, () => scale * draw(variation));

describe('the interval of a ratio holds the truth about as often as it says', () => {
  it.each([
    ['normal', drawNormal, 0.05, 2, 2],
    ['normal', drawNormal, 0.05, 3, 3],
    ['normal', drawNormal, 0.3, 3, 3],
    ['normal', drawNormal, 0.1, 3, 10],
    ['normal', drawNormal, 0.1, 10, 10],
    ['log-normal', drawLogNormal, 0.3, 3, 3],
    ['log-normal', drawLogNormal, 0.3, 5, 5],
  ] as const)('%s, variation %d, %d against %d', (_name, draw, variation, n, m) => {
    const found = coverage(
      ratioOfMeansInterval,
      3,
      () => [sample(draw, 3, variation, n), sample(draw, 1, variation, m)],
      4000,
    );
    expect(found).toBeGreaterThan(0.925);
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
