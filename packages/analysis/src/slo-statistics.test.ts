import { describe, expect, it } from 'vitest';
import { describeSlo, type SloStep } from './slo-statistics.ts';

/** Steps of ten seconds with the values given. */
const steps = (...values: (number | null)[]): SloStep[] =>
  values.map((value, index) => ({ fromMs: index * 10_000, toMs: (index + 1) * 10_000, value }));
const objective = { operator: '<' as const, limit: 100 };

describe('statistics of an objective', () => {
  it('tell how much, how long, and from which load on', () => {
    const found = describeSlo({
      steps: steps(50, 60, 120, 90, 130, 140, null, 150, 60, 70),
      objective,
      load: steps(10, 10, 25, 25, 40, 40, 40, 40, 10, 10),
      baselineLoad: 10,
    });
    expect(found).toMatchObject({
      observedMs: 90_000,
      gapMs: 10_000,
      breachedMs: 40_000,
      breaches: 3,
      longest: { fromMs: 40_000, toMs: 60_000 },
      first: { fromMs: 20_000, load: 25, loadMultiple: 2.5 },
      budget: null,
    });
    expect(found.breachedShare).toBeCloseTo(4 / 9, 12);
  });

  it('count the budget, and where it burns fastest', () => {
    const found = describeSlo({
      steps: steps(...Array.from({ length: 100 }, (_, index) => (index >= 50 && index < 54 ? 200 : 50))),
      objective,
      target: 0.98,
      burnWindowMs: 100_000,
    });
    expect(found.budget?.allowed).toBeCloseTo(0.02, 12);
    expect(found.budget?.burned).toBeCloseTo(2, 9);
    expect(found.budget?.fastest?.rate).toBeCloseTo(20, 9);
    expect(found.budget?.fastest).toMatchObject({ fromMs: 440_000, toMs: 540_000 });
  });

  it('know no load that was not measured, and no first breach where there is none', () => {
    expect(describeSlo({ steps: steps(50, 120), objective }).first).toEqual({
      fromMs: 10_000,
      load: null,
      loadMultiple: null,
    });
    const kept = describeSlo({ steps: steps(50, 60), objective, target: 0.99 });
    expect(kept).toMatchObject({ breachedShare: 0, longest: null, first: null });
    expect(kept.budget).toMatchObject({ burned: 0, fastest: null });
  });

  it('have nothing to say without data, and no budget where nothing is allowed', () => {
    expect(describeSlo({ steps: [], objective, target: 0.99 })).toMatchObject({
      breachedShare: null,
      budget: null,
    });
    expect(describeSlo({ steps: steps(null, null), objective, target: 0.99 })).toMatchObject({
      observedMs: 0,
      gapMs: 20_000,
      budget: null,
    });
    expect(describeSlo({ steps: steps(50), objective, target: 1 }).budget).toBeNull();
  });
});
