import { createRandom } from '@proofload/domain';
import { drawNormal } from '@proofload/stats';
import { describe, expect, it } from 'vitest';
import type { CurveLevel } from './curve-level.ts';
import { normaliseValue } from './normalise-value.ts';
import { describeCurve } from './response-curve.ts';
import { fitScaling } from './scaling.ts';

const level = (amount: number, ...values: number[]): CurveLevel => ({ name: `${amount}`, amount, values });
const lower = () => ({ better: 'lower' as const, random: createRandom(7) });
const higher = () => ({ better: 'higher' as const, random: createRandom(7) });

describe('the knee', () => {
  it.each([
    ['knee', '4', '4', '16', [level(1, 100), level(2, 50), level(4, 26), level(8, 25), level(16, 25.5)]],
    ['peak', '4', '4', '8', [level(1, 100), level(4, 26), level(8, 25), level(16, 40)]],
    ['flat', null, '1', '4', [level(1, 100), level(2, 98), level(4, 103)]],
    ['open', null, '4', '4', [level(1, 100), level(2, 50), level(4, 25)]],
  ] as const)('is %s at %s, with its plateau from %s to %s', (kind, at, from, to, levels) => {
    const { knee } = describeCurve(levels, lower());
    expect(knee).toMatchObject({ kind, level: at, plateau: { from, to }, range: null, shares: [] });
    const inverse = levels.map(({ amount, values }) => level(amount ?? 0, ...values.map((v) => 1e3 / v)));
    expect(describeCurve(inverse, higher()).knee).toMatchObject({ kind, level: at, plateau: { from, to } });
  });

  it('needs three levels with values above zero', () => {
    expect(describeCurve([level(1, 5), level(2, 3)], lower()).knee.kind).toBe('none');
    expect(describeCurve([level(1, 5), level(2, 3), level(3)], lower()).knee.kind).toBe('none');
    expect(describeCurve([level(1, 5), level(2, 3), level(3, 0)], lower()).knee.kind).toBe('none');
    expect(describeCurve([], lower())).toMatchObject({ points: [], knee: { kind: 'none' } });
  });

  it('says between which levels it lies, the same for the same seed', () => {
    const levels = [
      level(1, 100, 104, 97),
      level(2, 50, 52, 51),
      level(4, 29, 27.5, 28),
      level(8, 25, 26, 25.4),
      level(16, 25.5, 24.6, 25.8),
    ];
    const { knee } = describeCurve(levels, lower());
    expect(knee).toMatchObject({ kind: 'knee', level: '8', range: { from: '4', to: '8' } });
    expect(knee.shares.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 9);
    expect(describeCurve(levels, lower()).knee).toEqual(knee);
  });

  it('holds the true knee in its range about as often as it says', { timeout: 60_000 }, () => {
    const random = createRandom(20261121);
    // Truth: 20.5 is within a tenth of 20, 24 is not.
    const truth = [100, 50, 24, 20.5, 20, 20.2];
    for (const n of [2, 3, 5]) {
      let held = 0;
      const rounds = 100;
      for (let round = 0; round < rounds; round++) {
        const levels = truth.map((value, index) =>
          level(2 ** index, ...Array.from({ length: n }, () => value * (1 + 0.05 * drawNormal(random)))),
        );
        const { range } = describeCurve(levels, { better: 'lower', random }).knee;
        if (range && Number(range.from) <= 8 && Number(range.to) >= 8) held += 1;
      }
      expect(held / rounds).toBeGreaterThan(0.92);
    }
  });
});

describe('points of a curve', () => {
  it('say what a step brings, with an interval from two runs on', () => {
    const { points } = describeCurve([level(1, 10, 10.2), level(2, 5, 5.1), level(3, 4)], lower());
    expect(points[0]?.step).toBeNull();
    expect(points[1]?.step).toMatchObject({ from: '1' });
    expect(points[1]?.step?.change).toBeCloseTo(-0.5, 12);
    expect(points[1]?.step?.interval?.high).toBeLessThan(-0.4);
    expect(points[2]?.step?.interval).toBeNull();
    expect(points[1]?.gain?.ratio).toBeCloseTo(2, 12);
    expect(points[1]?.interval?.low).toBeLessThan(5);
  });

  it('step over a level whose runs did not end, and show it', () => {
    const stalled = { ...level(2), unfinished: ['stalled'] };
    const { points } = describeCurve([level(1, 10), stalled, level(4, 5)], lower());
    expect(points[1]).toMatchObject({ n: 0, mean: null, unfinished: ['stalled'], step: null, gain: null });
    expect(points[2]?.step).toMatchObject({ from: '1', change: -0.5 });
  });

  it('flag what is faster than linear, and not what the scatter explains', () => {
    const certain = describeCurve([level(1, 10, 10.1, 9.9), level(2, 4, 4.05, 3.98)], lower());
    expect(certain.points[1]?.efficiency).toMatchObject({ isSuperLinear: true });
    const scattered = describeCurve([level(1, 10, 14, 8), level(2, 4, 6, 3.5)], lower());
    expect(scattered.points[1]?.efficiency).toMatchObject({ isSuperLinear: false });
    expect(describeCurve([level(1, 10), level(2, 4.9)], lower()).points[1]?.efficiency?.isSuperLinear).toBe(
      false,
    );
    const named = { name: 'fast', amount: null, values: [4] };
    expect(describeCurve([level(1, 10), named], lower()).points[1]?.efficiency).toBeNull();
  });
});

describe('laws on a curve', () => {
  it('find the serial share that made it', () => {
    const levels = [1, 2, 4, 8].map((amount) => level(amount, 60 * (0.1 + 0.9 / amount)));
    const laws = fitScaling(levels, 'lower');
    expect(laws.amdahl?.serialShare.value).toBeCloseTo(0.1, 9);
    expect(laws.amdahl?.mostSpeedUp).toBeCloseTo(10, 6);
    expect(laws.universal?.coherency.value).toBeCloseTo(0, 9);
    expect(laws.n).toBe(4);
  });

  it('say where they do not describe it', () => {
    expect(fitScaling([level(3, 75), level(6, 37), level(9, 21)], 'lower').note).toContain(
      'faster than the amount',
    );
    expect(fitScaling([level(3, 75)], 'lower')).toMatchObject({
      amdahl: null,
      note: 'two different amounts are needed',
    });
  });
});

it('values are said for each node and shard', () => {
  const shares = [
    { noun: 'node', count: 2 },
    { noun: 'shard', count: 10 },
  ];
  expect(normaliseValue(1000, 'applications/min', shares)).toEqual({
    value: 50,
    unit: 'applications/min/node/shard',
  });
  expect(normaliseValue(1, 's', [{ noun: 'node', count: 0 }])).toBeNull();
});
