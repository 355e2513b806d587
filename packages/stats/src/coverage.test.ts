import { describe, expect, it, vi } from 'vitest';
import { drawHeavy, drawLogNormal, drawNormal, normal, random, sample } from './fixtures/draws.ts';
import {
  bootstrapRatioInterval,
  differenceOfMeansInterval,
  fitAmdahl,
  fitLine,
  fitUniversalLaw,
  type Interval,
  interceptInterval,
  meanInterval,
  movingBlocksInterval,
  predictionInterval,
  ratioOfMeansInterval,
  slopeInterval,
  solveLine,
} from './index.ts';

// Simulations take their time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const holds = (interval: Interval | null | undefined, truth: number): boolean =>
  interval != null && interval.low <= truth && truth <= interval.high;

describe('intervals hold the truth about as often as they say', () => {
  it.each([
    ['normal', drawNormal, 0.2, 3],
    ['normal', drawNormal, 0.2, 10],
    ['heavy-tailed', drawHeavy, 0.1, 5],
    ['heavy-tailed', drawHeavy, 0.1, 10],
    ['log-normal', drawLogNormal, 0.5, 5],
  ] as const)(
    'a further run lies where it is predicted: %s, variation %d, n=%d',
    (_name, draw, variation, n) => {
      let held = 0;
      for (let round = 0; round < 5000; round++) {
        const found = predictionInterval(sample(draw, 1, variation, n));
        const next = draw(variation);
        if (found && found.low <= next && next <= found.high) held += 1;
      }
      expect(held / 5000).toBeGreaterThan(0.93);
    },
  );

  it.each([
    ['normal', drawNormal, 0.2, 3],
    ['heavy-tailed', drawHeavy, 0.1, 5],
    ['log-normal', drawLogNormal, 0.2, 5],
  ] as const)('the mean lies in its interval: %s, variation %d, n=%d', (_name, draw, variation, n) => {
    let held = 0;
    for (let round = 0; round < 5000; round++) {
      const found = meanInterval(sample(draw, 1, variation, n));
      if (found && found.low <= 1 && 1 <= found.high) held += 1;
    }
    expect(held / 5000).toBeGreaterThan(0.93);
  });

  it.each([
    ['normal', drawNormal, 0.1, 5, 5],
    ['heavy-tailed', drawHeavy, 0.1, 10, 10],
    ['log-normal', drawLogNormal, 0.5, 5, 10],
  ] as const)(
    'of the studentised bootstrap: %s, variation %d, %d against %d',
    (_name, draw, variation, n, m) => {
      const rounds = 1000;
      let held = 0;
      for (let round = 0; round < rounds; round++) {
        const [values, baseline] = [sample(draw, 2, variation, n), sample(draw, 1, variation, m)];
        if (holds(bootstrapRatioInterval(values, baseline, { random, resamples: 199 }), 2)) held += 1;
      }
      expect(held / rounds).toBeGreaterThan(0.93);
    },
  );

  it.each([
    [0, 100, 0.95],
    [0.5, 400, 0.9],
    [0.8, 1000, 0.9],
    [0.8, 400, 0],
    [0.95, 400, 0],
  ])('of one long run whose neighbours go together by %d, %d values', (memory, n, given) => {
    const rounds = 1000;
    let [assessed, missed] = [0, 0];
    for (let round = 0; round < rounds; round++) {
      let state = normal() / Math.sqrt(1 - memory ** 2);
      const values = Array.from({ length: n }, () => {
        state = memory * state + normal();
        return 10 + state;
      });
      const found = movingBlocksInterval(values);
      if (found === null) continue;
      assessed += 1;
      if (found.low > 10 || found.high < 10) missed += 1;
    }
    expect(assessed / rounds).toBeGreaterThanOrEqual(given);
    expect(missed / rounds).toBeLessThan(0.07);
  });

  it.each([
    ['normal', drawNormal, 0.1, 3, 3],
    ['normal', drawNormal, 0.1, 3, 10],
    ['normal', drawNormal, 0.1, 10, 4],
    ['heavy-tailed', drawHeavy, 0.1, 5, 5],
    ['heavy-tailed', drawHeavy, 0.1, 10, 5],
    ['log-normal', drawLogNormal, 0.5, 5, 10],
    ['log-normal', drawLogNormal, 0.5, 10, 5],
  ] as const)('of ratio and difference: %s, variation %d, %d against %d', (_name, draw, variation, n, m) => {
    const rounds = 3000;
    let [ratios, differences, given] = [0, 0, 0];
    for (let round = 0; round < rounds; round++) {
      const [values, baseline] = [sample(draw, 3, variation, n), sample(draw, 2, variation, m)];
      const ratio = ratioOfMeansInterval(values, baseline);
      if (ratio !== null) given += 1;
      if (holds(ratio, 1.5)) ratios += 1;
      if (holds(differenceOfMeansInterval(values, baseline), 1)) differences += 1;
    }
    expect(ratios / given).toBeGreaterThan(0.93);
    expect(differences / rounds).toBeGreaterThan(0.93);
  });

  it.each([
    ['normal', drawNormal, 3],
    ['normal', drawNormal, 6],
    ['heavy-tailed', drawHeavy, 6],
  ] as const)('of a line: %s, %d points', (_name, draw, n) => {
    const xs = Array.from({ length: n }, (_, index) => 2 ** index);
    const rounds = 3000;
    let [slopes, intercepts, solved, given] = [0, 0, 0, 0];
    for (let round = 0; round < rounds; round++) {
      const ys = xs.map((x) => 39 + 10 * x + draw(1));
      const fit = fitLine(xs, ys);
      if (fit === null) throw new Error('expected a line');
      if (holds(slopeInterval(fit), 10)) slopes += 1;
      if (holds(interceptInterval(fit), 40)) intercepts += 1;
      const found = solveLine(fit, 540)?.interval ?? null;
      if (found !== null) given += 1;
      if (holds(found, 50)) solved += 1;
    }
    expect(slopes / rounds).toBeGreaterThan(0.93);
    expect(intercepts / rounds).toBeGreaterThan(0.93);
    expect(solved / given).toBeGreaterThan(0.93);
  });

  it.each([
    ['normal', drawNormal, 1],
    ['normal', drawNormal, 3],
    ['heavy-tailed', drawHeavy, 3],
  ] as const)('of the laws of scaling: %s, six amounts with %d runs each', (_name, draw, runs) => {
    const amounts = [1, 2, 4, 8, 16, 32].flatMap((amount) => Array.from({ length: runs }, () => amount));
    const rounds = 1000;
    let [shares, contentions, coherencies] = [0, 0, 0];
    for (let round = 0; round < rounds; round++) {
      const made = (kappa: number) =>
        amounts.map((amount) => {
          const below = 1 + 0.05 * (amount - 1) + kappa * amount * (amount - 1);
          return { amount, throughput: (draw(0.03) * 100 * amount) / below };
        });
      if (holds(fitAmdahl(made(0))?.intervals?.[1], 0.05)) shares += 1;
      const [, contention, coherency] = fitUniversalLaw(made(0.001))?.intervals ?? [];
      if (holds(contention, 0.05)) contentions += 1;
      if (holds(coherency, 0.001)) coherencies += 1;
    }
    expect(shares / rounds).toBeGreaterThan(0.93);
    expect(contentions / rounds).toBeGreaterThan(0.93);
    expect(coherencies / rounds).toBeGreaterThan(0.93);
  });
});
