import { comparisonSchema } from '@proofload/contracts';
import { requireDefinition } from '@proofload/domain';
import { describe, expect, it } from 'vitest';
import { type CompareInput, compareGroups } from './compare-groups.ts';
import { finishRun, sloResult } from './fixtures/finished-run.ts';

const { definition } = requireDefinition(`apiVersion: proofload/v1
kind: Experiment
metadata: {name: pool-size}
spec:
  objective: Does a larger worker pool buy throughput?
  factors: [{workers: [1, 2, 4]}]
  baseline: {workers: 1}
  workload: {executor: external}
  measurements:
    throughput: {metric: http_reqs, aggregate: rate, better: higher}
    p95: {metric: http_req_duration, aggregate: p95, better: lower}
  slos: [{name: fast, measurement: p95, objective: "< 120ms"}]
  goals: [{measurement: throughput, target: ">= 3x"}]
`);

const slow = {
  slos: [
    sloResult(false, {
      value: 200,
      breaches: [{ from: '2026-01-31T12:00:00Z', to: '2026-01-31T12:00:05Z', worst: 210 }],
    }),
  ],
  verdict: 'fail',
} as const;
const fast = { slos: [sloResult(true)] };
const runs = [
  ...[99, 100, 101].map((throughput, index) =>
    finishRun({ workers: 1 }, { throughput, p95: 200 + index }, { ...slow, slos: [...slow.slos] }),
  ),
  ...[198, 200, 202].map((throughput, index) =>
    finishRun({ workers: 2 }, { throughput, p95: 118 - index }, fast),
  ),
  ...[388, 392, 396].map((throughput, index) =>
    finishRun({ workers: 4 }, { throughput, p95: 58 + index }, fast),
  ),
  finishRun(
    { workers: 4 },
    { throughput: 3, p95: 9000 },
    { outcome: 'stalled', reason: 'no request for 30 s', verdict: 'inconclusive' },
  ),
];

const compare = (changes: Partial<CompareInput> = {}) =>
  compareGroups({ runs, definition, by: 'treatment', baseline: null, measurements: null, ...changes });

describe('compareGroups', () => {
  const comparison = compare();

  it('has the shape of the contract', () => {
    expect(comparisonSchema.safeParse(comparison).error).toBeUndefined();
    expect(comparisonSchema.safeParse(compare({ runs: [], definition: null })).error).toBeUndefined();
  });

  it('says it in a sentence', () => {
    expect(comparison.summary).toMatch(
      /^workers=4 against workers=1: throughput 3\.92x \[3\.8\d, 4\.0\d\], n=3; p95 −70\.6\u00a0%; SLO met in 3 of 4 runs$/,
    );
  });

  it('takes ratios to the baseline of the definition, with intervals', () => {
    expect(comparison.baseline).toBe('workers=1');
    const [throughput, p95] = comparison.measurements;
    expect(
      throughput?.cells.map(({ group, n, mean, ratio, difference }) => [group, n, mean, ratio, difference]),
    ).toEqual([
      ['workers=1', 3, 100, 1, 'baseline'],
      ['workers=2', 3, 200, 2, 'better'],
      ['workers=4', 3, 392, 3.92, 'better'],
    ]);
    expect(throughput?.cells[2]).toMatchObject({ median: 392, min: 388, max: 396, stddev: 4 });
    expect(p95).toMatchObject({ name: 'p95', unit: 'ms', better: 'lower' });
    expect(p95?.cells[1]?.difference).toBe('better');
  });

  it('shows a stalled run and leaves it out of averages', () => {
    expect(comparison.groups[2]).toMatchObject({
      n: 3,
      excluded: [{ outcome: 'stalled', reason: 'stalled: no request for 30 s' }],
    });
    expect(comparison.groups[2]?.runs).toHaveLength(4);
    expect(comparison.runs).toHaveLength(10);
    expect(comparison.warnings).toContain(
      '1 of 10 runs did not complete or were limited and are left out of averages',
    );
  });

  it('gives every run a cell in every objective', () => {
    expect(comparison.slos).toMatchObject([{ name: 'fast', objective: '< 120ms', unit: 'ms' }]);
    expect(comparison.slos[0]?.cells.map(({ result }) => result?.met ?? null)).toEqual([
      false,
      false,
      false,
      true,
      true,
      true,
      true,
      true,
      true,
      null,
    ]);
  });

  it('judges the goals', () =>
    expect(comparison.goals).toMatchObject([
      { measurement: 'throughput', met: true, best: { treatment: 'workers=4' } },
    ]));

  it('switches the baseline and the measurements', () => {
    const switched = compare({ baseline: 'workers=4', measurements: ['p95'] });
    expect(switched.measurements.map(({ name }) => name)).toEqual(['p95']);
    expect(switched.measurements[0]?.cells[0]).toMatchObject({ group: 'workers=1', difference: 'worse' });
    expect(compare({ baseline: 'workers=9' }).warnings).toContain(
      'No run belongs to the baseline workers=9; workers=1 takes its place',
    );
  });

  it('is not assessable run by run', () => {
    const single = compare({ by: 'run', runs: runs.slice(2, 5) });
    expect(single.groups.map(({ n }) => n)).toEqual([1, 1, 1]);
    expect(single.measurements[0]?.cells[1]).toMatchObject({
      difference: 'not-assessable',
      low: null,
      high: null,
    });
    expect(single.summary).toContain(
      'run 5 against run 3: throughput: difference of +98\u00a0%, not assessable at n=1',
    );
  });

  it.each([
    ['a factor', 'workers', ['workers=1', 'workers=2', 'workers=4']],
    ['a label', 'label.branch', ['label.branch=main', 'no label.branch']],
  ])('groups by %s', (_name, by, keys) => {
    const labelled = runs.map((run, index) => (index < 3 ? { ...run, labels: { branch: 'main' } } : run));
    expect(compare({ by, runs: labelled }).groups.map(({ key }) => key)).toEqual(keys);
  });

  it('tells covariates, and those that cannot be told apart from the groups', () => {
    const environment = (workers: unknown, index: number) => ({
      'k6.version': '1.8.1',
      node: workers === 1 ? 'small' : 'large',
      kernel: `6.${index % 2}`,
    });
    const varied = runs.map((run, index) => ({
      ...run,
      environment: environment(run.params.workers, index),
    }));
    const found = compare({ runs: varied });
    expect(found.covariates.map(({ name }) => name)).toEqual(['node', 'kernel']);
    expect(found.covariates[0]?.values.slice(2, 4).map(({ value }) => value)).toEqual(['small', 'large']);
    expect(found.warnings).toContain(
      'The verdict on workers=2, workers=4 is withheld: node cannot be told apart from the treatment',
    );
    expect(found.measurements[0]?.cells[2]).toMatchObject({
      difference: 'confounded',
      ratio: 3.92,
      effect: { confounders: ['node'] },
      sentence: expect.stringMatching(/^3\.92x \[.*\], n=3: verdict withheld, confounded: node differs/),
    });
    expect(found.summary).toContain('throughput 3.92x');
    expect(found.summary).toContain('(verdict withheld: node)');
    expect(comparison.covariates).toEqual([]);
  });

  it('withholds no verdict for what a run itself makes of its treatment', () => {
    const varied = runs.map((run) => ({
      ...run,
      environment: {
        'kubernetes.pods': String(run.params.workers),
        'image.app': `app@${run.params.workers}`,
      },
    }));
    const found = compare({ runs: varied });
    expect(found.covariates).toHaveLength(2);
    expect(found.measurements[0]?.cells[2]?.difference).toBe('better');
  });

  it('judges all measurements together, so that chance alone is no difference', () => {
    // One of twenty measurements differs by as much as one in twenty does without any effect.
    const values = (differs: boolean, noise: readonly number[]) =>
      Object.fromEntries(
        Array.from({ length: 20 }, (_, index) => {
          const shift = differs && index === 0 ? 3.2 : 0;
          return [`m${index}`, 100 + shift + (noise[index % 3] ?? 0)];
        }),
      );
    const noises = [
      [0, 1, -1],
      [1, -1, 0],
      [-1, 0, 1],
    ];
    const many = [false, true].flatMap((differs) =>
      noises.map((noise) => finishRun({ workers: differs ? 2 : 1 }, values(differs, noise))),
    );
    const alone = compare({ runs: many, definition: null, measurements: ['m0'] });
    expect(alone.multiplicity).toMatchObject({ comparisons: 1 });
    expect(alone.measurements[0]?.cells[1]?.difference).toBe('better');
    const together = compare({ runs: many, definition: null });
    expect(together.multiplicity).toMatchObject({ comparisons: 20, method: 'benjamini-hochberg' });
    const cell = together.measurements[0]?.cells[1];
    expect(cell?.difference).toBe('no-difference');
    expect(cell?.sentence).toMatch(
      /no difference shown among 20 comparisons \(p=0\.0\d+ alone, p=0\.\d+ adjusted\)$/,
    );
    expect(cell?.effect?.adjusted).toBeGreaterThan(0.05);
    expect(cell?.effect?.holm).toBeGreaterThanOrEqual(cell?.effect?.adjusted ?? 1);
  });

  it('says where a single further run is expected, from three runs on, and what would tell', () => {
    const [throughput] = comparison.measurements;
    const next = throughput?.cells[1]?.effect?.nextRun;
    expect(next?.low).toBeLessThan(198);
    expect(next?.high).toBeGreaterThan(202);
    expect(throughput?.cells[0]?.effect).toMatchObject({
      probability: null,
      nextRun: { low: expect.any(Number) },
    });
    const single = compare({ runs: [...runs.slice(0, 1), ...runs.slice(3, 4)] }).measurements[0]?.cells[1];
    expect(single).toMatchObject({ difference: 'not-assessable', effect: { nextRun: null } });
    expect(single?.effect?.advice).toMatch(/^replicates a side that would tell: \d+ if runs vary by 2 %/);
  });

  it('leaves limited runs out of averages, unless they are asked for, and names them', () => {
    const limits = { kind: 'coverage', limits: true, message: 'samples cover 50 % of the load' } as const;
    const note = { kind: 'gap', limits: false, message: 'a gap of 1 s' } as const;
    const limited = runs.map((run, index) =>
      index === 3 ? { ...run, validity: [limits] } : { ...run, validity: [note] },
    );
    const found = compare({ runs: limited });
    expect(found.groups[1]).toMatchObject({
      n: 2,
      excluded: [{ outcome: 'completed', reason: 'limited: samples cover 50 % of the load' }],
    });
    expect(found.runs[3]?.validity).toEqual([limits]);
    const included = compare({ runs: limited, countsLimited: true });
    expect(included.groups[1]).toMatchObject({ n: 3, excluded: [] });
    expect(included.runs[3]?.validity).toEqual([limits]);
    expect(included.warnings).toContainEqual(
      expect.stringMatching(/^1 of 10 runs were limited and take part in averages all the same: run \d+$/),
    );
  });

  it('converts units of another definition version, and says that versions differ', () => {
    const mixed = runs.map((run, index) => {
      const p95 = run.measurements.p95;
      return index !== 3 || p95 === undefined
        ? run
        : {
            ...run,
            experimentVersion: 2,
            measurements: { ...run.measurements, p95: { ...p95, value: 0.118, unit: 's' } },
          };
    });
    const found = compare({ runs: mixed });
    expect(found.measurements[1]?.cells[1]?.values[0]?.value).toBeCloseTo(118, 9);
    expect(found.warnings).toContain('The runs were made by different versions of the definition');
  });

  it.each([
    ['no runs', [], 'There are no runs to compare'],
    [
      'only running ones',
      [finishRun({ workers: 1 }, {}, { status: 'running', outcome: null })],
      'No run has completed, so there is nothing to compare',
    ],
    [
      'one group',
      runs.slice(0, 3),
      'workers=1: throughput 100\u00a0requests/s, p95 201\u00a0ms, n=3; there is nothing to compare it with',
    ],
  ])('has a sentence for %s', (_name, few, summary) => {
    expect(compare({ runs: few }).summary).toBe(summary);
  });

  it('compares 200 runs of 20 measurements within a second', () => {
    const names = Array.from({ length: 20 }, (_, index) => `m${index}`);
    const many = Array.from({ length: 200 }, (_, run) =>
      finishRun(
        { workers: run % 20 },
        Object.fromEntries(names.map((name, index) => [name, 100 + index + (run % 7)])),
      ),
    );
    const started = performance.now();
    expect(compare({ runs: many, definition: null }).measurements).toHaveLength(20);
    expect(performance.now() - started).toBeLessThan(1000);
  });
});
