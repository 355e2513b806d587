import { describe, expect, it } from 'vitest';
import type { ComparableRun } from './comparable-run.ts';
import { finishRun, sloResult } from './fixtures/finished-run.ts';
import { judgeGoals, judgeSweep } from './judge-goals.ts';

const define = (target: string, measurement = 'throughput') => ({
  baseline: { workers: 1 },
  goals: [{ measurement, target }],
});

const sweep = [
  ...[99, 100, 101].map((throughput) => finishRun({ workers: 1 }, { throughput, p95: 200 })),
  ...[198, 200, 202].map((throughput) => finishRun({ workers: 2 }, { throughput, p95: 120 })),
  ...[388, 392, 396].map((throughput) => finishRun({ workers: 4 }, { throughput, p95: 48 })),
];

describe('judgeGoals', () => {
  it.each([
    ['>= 3x', 'throughput', true, 'workers=4', 3.92],
    ['>= 4x', 'throughput', false, 'workers=4', 3.92],
    ['> 10x', 'throughput', false, 'workers=4', 3.92],
    ['<= 0.25x', 'p95', true, 'workers=4', 0.24],
    ['<= 0.2x', 'p95', false, 'workers=4', 0.24],
  ] as const)('%s of %s: %s', (target, measurement, met, treatment, ratio) => {
    const [goal] = judgeGoals(define(target, measurement), sweep);
    expect(goal).toMatchObject({ measurement, target, met, best: { treatment, n: 3, baselineN: 3 } });
    expect(goal?.best?.ratio).toBeCloseTo(ratio, 9);
  });

  it('tells the interval, and when the target lies in it', () => {
    const [near] = judgeGoals(define('>= 4x'), sweep);
    expect(near?.note).toMatch(
      /^workers=4 reached 3\.92x \[3\.8\d, 4\.0\d\], n=3; 4x lies within the uncertainty, so it may yet be reached$/,
    );
    const [far] = judgeGoals(define('>= 3x'), sweep);
    expect(far?.note).toMatch(/^workers=4 reached 3\.92x \[.*\], n=3$/);
    expect(far?.best?.low).toBeGreaterThan(3);
  });

  it('says that one replicate tells nothing of certainty', () => {
    const [goal] = judgeGoals(define('>= 3x'), [
      finishRun({ workers: 1 }, { throughput: 100 }),
      finishRun({ workers: 4 }, { throughput: 350 }),
    ]);
    expect(goal).toMatchObject({ met: true, best: { low: null, high: null } });
    expect(goal?.note).toContain('cannot be assessed at n=1');
  });

  it.each<[string, ComparableRun[], string]>([
    ['no baseline run', sweep.slice(3), 'no completed run of the baseline workers=1 has throughput'],
    ['only the baseline', sweep.slice(0, 3), 'no completed run of another treatment has throughput'],
    [
      'only failed others',
      [...sweep.slice(0, 3), finishRun({ workers: 4 }, { throughput: 900 }, { outcome: 'failed' })],
      'no completed run of another treatment has throughput',
    ],
  ])('has nothing to judge with %s', (_name, runs, note) => {
    expect(judgeGoals(define('>= 3x'), runs)).toEqual([
      { measurement: 'throughput', target: '>= 3x', met: null, best: null, note },
    ]);
  });

  it('needs a baseline', () => {
    expect(judgeGoals({ ...define('>= 3x'), baseline: null }, sweep)[0]).toMatchObject({
      met: null,
      note: 'the experiment has no baseline',
    });
  });
});

describe('judgeSweep', () => {
  const passed = finishRun({}, {}, { verdict: 'pass', slos: [sloResult(true)] });
  const failed = finishRun({}, {}, { verdict: 'fail', slos: [sloResult(false)] });
  const open = finishRun({}, {}, { verdict: 'inconclusive', slos: [sloResult(null)] });
  const plain = finishRun({}, {}, { verdict: 'none' });
  const broken = finishRun({}, {}, { verdict: 'none', outcome: 'failed' });
  it.each([
    ['nothing to judge', [plain, plain], [], 'none'],
    ['all met', [passed, passed], [true], 'pass'],
    ['a goal alone', [plain], [true], 'pass'],
    ['a breach', [passed, failed], [true], 'fail'],
    ['a goal not met', [passed], [true, false], 'fail'],
    ['a breach outweighs what is open', [failed, open], [null], 'fail'],
    ['an open objective', [passed, open], [true], 'inconclusive'],
    ['an open goal', [passed], [null], 'inconclusive'],
    ['a run that failed', [passed, broken], [true], 'inconclusive'],
    ['a failed run without objectives', [broken], [], 'none'],
  ] as const)('%s', (_name, runs, goals, verdict) => {
    expect(
      judgeSweep(
        runs,
        goals.map((met) => ({ met })),
      ),
    ).toBe(verdict);
  });
});
