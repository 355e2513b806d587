import { describe, expect, it } from 'vitest';
import { adjustForMany } from './adjust-for-many.ts';
import { adviseReplicates, assessEffect, sayChange, sayUnassessable } from './assess-effect.ts';

const around = (center: number, scatter = 0.01) => [center * (1 - scatter), center, center * (1 + scatter)];

describe('assessEffect', () => {
  it.each([
    ['better', around(150), around(100), 0.01, 'higher'],
    ['worse', around(150), around(100), 0.01, 'lower'],
    ['different', around(150), around(100), 0.01, 'none'],
    ['equivalent', around(105), around(100), 0.1, 'higher'],
    ['equivalent', around(100.5), around(100), 0.05, 'higher'],
    ['no-difference', around(103, 0.1), around(100, 0.1), 0.01, 'higher'],
    ['not-assessable', [150], around(100), 0.01, 'higher'],
    ['no-data', [], around(100), 0.01, 'higher'],
  ] as const)(
    '%s: %j against %j with %d as the least change',
    (verdict, values, baseline, minimumEffect, better) => {
      expect(assessEffect(values, baseline, { better, minimumEffect }).verdict).toBe(verdict);
    },
  );

  it('tells a small but certain change from one that is ruled out', () => {
    const found = assessEffect(around(104, 0.02), around(100, 0.004), {
      better: 'higher',
      minimumEffect: 0.05,
    });
    expect(found.verdict).toBe('no-difference');
    const certain = assessEffect([104.9, 104.5, 104.7], [100, 100.2, 99.8], {
      better: 'higher',
      minimumEffect: 0.05,
    });
    expect(certain.ratioInterval?.low).toBeGreaterThan(1);
    expect(certain.verdict).toBe('too-small');
  });

  it('judges by the difference where there is no ratio', () => {
    const zero = assessEffect([1, 1.1, 0.9], [0, 0, 0], { better: 'lower' });
    expect(zero).toMatchObject({ ratio: null, ratioInterval: null, verdict: 'worse' });
    expect(zero.difference).toBeCloseTo(1, 12);
    expect(assessEffect([-2, -2.1, -1.9], [-1, -1.05, -0.95], { better: 'higher' }).verdict).toBe('worse');
  });

  it('gives the p-value, and where a further run is expected', () => {
    const found = assessEffect(around(150), around(100), { better: 'higher' });
    expect(found.probability).toBeLessThan(1e-4);
    expect(found.nextRun?.low).toBeLessThan(148);
    expect(found.nextRun?.low).toBeGreaterThan(135);
  });

  it('at n=1 says the difference and how many runs would tell', () => {
    const single = assessEffect([4230.42], [4519.1], { better: 'higher' });
    expect(sayUnassessable(single)).toBe(
      'difference of −6.39\u00a0%, not assessable at n=1; replicates a side that would tell: 3 if runs vary by 2 %, 11 if runs vary by 5 %, 40 if runs vary by 10 %',
    );
    const known = assessEffect([90], [100, 101, 99], { better: 'higher' });
    expect(known.advice).toMatchObject([{ isAssumed: false, replicates: 2 }]);
    expect(sayUnassessable(known)).toContain('n=1 against 3');
    expect(sayUnassessable(assessEffect([1], [0], { better: 'none' }))).toBe(
      'a difference, not assessable at n=1',
    );
    expect(adviseReplicates(0, 0.05)).toEqual([{ variation: 0.05, isAssumed: false, replicates: null }]);
  });

  it('says a change with its interval', () => {
    expect(sayChange(0.9, { low: 0.85, high: 0.95 })).toBe('−10\u00a0% [−15, −5]');
    expect(sayChange(1.1, null)).toBe('+10\u00a0%');
  });
});

it('many measurements are adjusted together, those without a p-value left out', () => {
  const found = adjustForMany([
    { name: 'a', probability: 0.01 },
    { name: 'b', probability: null },
    { name: 'c', probability: 0.04 },
  ]);
  expect(found).toEqual([
    { name: 'a', probability: 0.01, holm: 0.02, benjaminiHochberg: 0.02 },
    { name: 'b', probability: null, holm: null, benjaminiHochberg: null },
    { name: 'c', probability: 0.04, holm: 0.04, benjaminiHochberg: 0.04 },
  ]);
});
