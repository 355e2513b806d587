import { describe, expect, it } from 'vitest';
import { beginStep, judgeStep, type Look, type StepLimits, type StepVerdict } from './judge-step.ts';

const limits: StepLimits = { holdMs: 10_000, withinMs: 60_000, stallMs: null, generatorMax: null };
const calm: Omit<Look, 'atMs'> = {
  isConverged: true,
  isCorrect: true,
  generator: null,
  oomKill: null,
  refusal: null,
  said: 'Deployment/web: 3 of 3 ready',
  why: null,
  trouble: null,
};

/** What comes of looks, each from its second until the next. */
function watch(
  looks: readonly [second: number, look: Partial<Look>][],
  changes: Partial<StepLimits> = {},
): { second: number; verdict: StepVerdict } {
  let verdict: StepVerdict = { kind: 'go-on', progress: beginStep(0) };
  for (let second = 1; second <= 200; second++) {
    const [, look] = looks.findLast(([from]) => from <= second) ?? [0, {}];
    verdict = judgeStep(
      verdict.progress,
      { ...calm, ...look, atMs: second * 1000 },
      { ...limits, ...changes },
    );
    if (verdict.kind !== 'go-on') return { second, verdict };
  }
  throw new Error('The step does not end');
}
const failureOf = (watched: { verdict: StepVerdict }) =>
  watched.verdict.kind === 'failed' ? watched.verdict.failure : watched.verdict.kind;

describe('a step', () => {
  it('holds once it has held for long enough, from where it converged', () => {
    const { second, verdict } = watch([
      [1, { isConverged: false }],
      [5, {}],
    ]);
    expect([second, verdict.kind, verdict.progress.convergedAtMs]).toEqual([15, 'held', 5_000]);
  });

  it('holds from anew after a break', () => {
    const { second } = watch([
      [1, {}],
      [8, { isConverged: false }],
      [9, {}],
    ]);
    expect(second).toBe(19);
  });

  it('is not broken by what cannot be asked, and does not hold by it', () => {
    const away = { isConverged: null, trouble: 'Prometheus is away' };
    expect(
      watch([
        [1, {}],
        [5, away],
        [30, {}],
      ]),
    ).toMatchObject({ second: 30, verdict: { kind: 'held' } });
  });

  it('is out of time, and says how it stood and why', () => {
    const { second, verdict } = watch([
      [
        1,
        { isConverged: false, said: 'Deployment/web: 10 of 11 ready', why: 'Unschedulable: too many pods' },
      ],
    ]);
    expect(second).toBe(60);
    expect(verdict).toMatchObject({
      failure: 'timeout',
      reason:
        'Unschedulable: too many pods; Deployment/web: 10 of 11 ready; not so for long enough within 60\u00a0s',
    });
  });

  it('cannot be judged when its time is up while nothing can be asked', () => {
    const watched = watch([[1, { isConverged: null, trouble: 'Prometheus is away' }]]);
    expect(watched.second).toBe(60);
    expect(failureOf(watched)).toBe('aborted');
  });

  it('fails at once for a container that ran out of memory', () => {
    expect(failureOf(watch([[3, { oomKill: 'Pod/web-1 was killed' }]]))).toBe('oom-killed');
  });

  it('is rejected by a cluster that makes no pods for 10 s, not by one that refuses for a moment', () => {
    const refused = { isConverged: false, refusal: 'exceeded quota: pods' };
    const watched = watch([[2, refused]]);
    expect([failureOf(watched), watched.second]).toEqual(['rejected', 12]);
    const passing = watch([
      [2, refused],
      [7, {}],
    ]);
    expect(failureOf(passing)).toBe('held');
  });

  it('must be correct from where it converged, not before', () => {
    const early = watch([
      [1, { isConverged: false, isCorrect: false }],
      [4, {}],
    ]);
    expect(failureOf(early)).toBe('held');
    expect(failureOf(watch([[4, { isCorrect: false }]]))).toBe('correctness');
  });

  it('says nothing about the capacity when the generator is at its limit', () => {
    const watched = watch([[4, { generator: 0.95 }]], { generatorMax: 0.9 });
    expect(failureOf(watched)).toBe('generator-limited');
    expect(failureOf(watch([[1, { generator: 0.9 }]], { generatorMax: 0.9 }))).toBe('held');
  });

  it('stalls when nothing changes, and not while it makes progress', () => {
    const still = watch([[1, { isConverged: false }]], { stallMs: 20_000 });
    expect([failureOf(still), still.second]).toEqual(['stalled', 21]);
    const slow = Array.from({ length: 50 }, (_, n): [number, Partial<Look>] => [
      n + 1,
      { isConverged: n >= 49, said: `${n} ready` },
    ]);
    expect(failureOf(watch(slow, { stallMs: 20_000 }))).toBe('held');
  });
});
