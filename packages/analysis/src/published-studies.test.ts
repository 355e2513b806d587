import { type Amount, convertUnit, createRandom, exactly } from '@proofload/domain';
import { describe, expect, it } from 'vitest';
import { countNodes } from './address-range.ts';
import { adviseReplicates, assessEffect } from './assess-effect.ts';
import { measureBalance } from './balance.ts';
import { checkSum } from './break-down.ts';
import { compareProjection } from './compare-projection.ts';
import type { CurveLevel } from './curve-level.ts';
import { findConfounding } from './find-confounding.ts';
import { findCovariates } from './find-covariates.ts';
import { findFirstLimit } from './first-limit.ts';
import { finishRun } from './fixtures/finished-run.ts';
import { groupRuns } from './group-runs.ts';
import { judgeGoals } from './judge-goals.ts';
import { normaliseValue } from './normalise-value.ts';
import { findParetoFront } from './pareto-front.ts';
import { describeCurve } from './response-curve.ts';
import { fitScaling } from './scaling.ts';

/** Figures as five public studies print them. What the methods find in them is not told to them. */
const lower = () => ({ better: 'lower' as const, random: createRandom(1) });
const percent = (change: number | undefined) => Math.round((change ?? Number.NaN) * 1000) / 10;
const digits = (value: number | null | undefined) => Math.round((value ?? Number.NaN) * 100) / 100;

describe('Argo CD, part 2: client QPS and burst', () => {
  const levels = [
    [50, 100, 61.5],
    [100, 200, 29.5],
    [150, 300, 19],
    [200, 400, 18],
    [250, 500, 17.5],
    [300, 600, 18],
  ].map(
    ([qps = 0, burst, minutes = 0]): CurveLevel => ({
      name: `qps=${qps}, burst=${burst}`,
      amount: qps,
      values: [minutes],
    }),
  );
  const curve = describeCurve(levels, lower());

  it('falls by steps to a knee at 150/300, from where on it is level', () => {
    expect(curve.points.slice(1).map(({ step }) => percent(step?.change))).toEqual([
      -52, -35.6, -5.3, -2.8, 2.9,
    ]);
    expect(curve.knee).toMatchObject({
      kind: 'knee',
      level: 'qps=150, burst=300',
      plateau: { from: 'qps=150, burst=300', to: 'qps=300, burst=600' },
      best: 'qps=250, burst=500',
      range: null,
    });
  });

  it('takes 3.5 times as long with the default as at the best level', () => {
    expect(curve.points.find(({ name }) => name === curve.knee.best)?.gain?.ratio).toBeCloseTo(3.5, 1);
  });
});

describe('Argo CD, part 2: shards', () => {
  const levels = [
    [3, 75],
    [6, 37],
    [9, 21],
  ].map(
    ([shards = 0, minutes = 0]): CurveLevel => ({ name: `${shards}`, amount: shards, values: [minutes] }),
  );

  it('speed up more than in proportion at nine, which is flagged', () => {
    const { points, knee } = describeCurve(levels, lower());
    expect(points.map(({ gain }) => digits(gain?.ratio))).toEqual([1, 2.03, 3.57]);
    expect(points.map(({ efficiency }) => digits(efficiency?.value))).toEqual([1, 1.01, 1.19]);
    expect(points.map(({ efficiency }) => efficiency?.isSuperLinear)).toEqual([false, false, true]);
    expect(knee).toMatchObject({ kind: 'open', level: null });
    expect(fitScaling(levels, 'lower').note).toContain('grows faster than the amount');
  });
});

describe('Argo CD, part 2: the ladder of applications', () => {
  const rows = [
    { applications: 15_000, nodes: 1, reason: 'unhealthy, CPU and memory near 100 %' },
    { applications: 15_000, nodes: 2, minutes: 9 },
    { applications: 20_000, nodes: 2, minutes: 12 },
    { applications: 25_000, nodes: 2, minutes: 11 },
    { applications: 30_000, nodes: 2, minutes: 19 },
    { applications: 50_000, nodes: 2, reason: 'unhealthy, 100 % CPU once the sync starts' },
    { applications: 50_000, nodes: 3, minutes: 22 },
  ];
  const runs = rows.map(({ applications, nodes, minutes, reason }, index) =>
    finishRun(
      { applications },
      { sync_duration: minutes ?? null },
      {
        id: `run-${index}`,
        environment: { nodes: String(nodes) },
        outcome: minutes === undefined ? 'failed' : 'completed',
        reason: reason ?? null,
      },
    ),
  );
  const groups = groupRuns(runs, 'treatment');

  it('handles about as many a minute on each node', () => {
    const rates = rows.flatMap(({ applications, nodes, minutes }) => {
      if (minutes === undefined) return [];
      const found = normaliseValue(applications / minutes, 'applications/min', [
        { noun: 'node', count: nodes },
      ]);
      expect(found?.unit).toBe('applications/min/node');
      return [Math.round(found?.value ?? 0)];
    });
    expect(rates).toEqual([833, 833, 1136, 789, 758]);
  });

  it('has the number of nodes as a covariate, which withholds the verdict on 50 000', () => {
    const covariates = findCovariates(runs, 'treatment');
    expect(covariates.map(({ name }) => name)).toEqual(['nodes']);
    const completed = groups.map(({ key, included }) => ({ key, runs: included }));
    const found = findConfounding(completed, covariates, 'applications=15000');
    expect(found.map(({ group, reason }) => [group, reason !== null])).toEqual([
      ['applications=20000', false],
      ['applications=25000', false],
      ['applications=30000', false],
      ['applications=50000', true],
    ]);
    expect(found.at(-1)).toMatchObject({
      covariates: ['nodes'],
      reason: expect.stringContaining('confounded: nodes'),
    });
  });

  it('shows the two unhealthy runs as such', () => {
    const levels = groups.map(({ key, runs: members }): CurveLevel => {
      const own = members.map(({ id }) => rows[Number(id.slice(4))]);
      return {
        name: key,
        amount: own[0]?.applications ?? null,
        values: own.flatMap((row) => (row?.minutes === undefined ? [] : [row.minutes])),
        unfinished: own.flatMap((row) => (row?.reason === undefined ? [] : [row.reason])),
      };
    });
    const unfinished = describeCurve(levels, lower()).points.flatMap((point) => point.unfinished);
    expect(unfinished).toHaveLength(2);
    expect(unfinished.every((reason) => reason.startsWith('unhealthy'))).toBe(true);
  });
});

describe('Argo CD, part 2: processors', () => {
  it('has a factor of 1.5 between single runs, which is not assessable, beside a run that stalled', () => {
    const found = assessEffect([45], [30], { better: 'lower' });
    expect(found).toMatchObject({
      ratio: 1.5,
      verdict: 'not-assessable',
      ratioInterval: null,
      n: 1,
      baselineN: 1,
    });
    expect(found.advice.every(({ isAssumed, replicates }) => isAssumed && replicates !== null)).toBe(true);
    const levels: CurveLevel[] = [
      {
        name: 'qps=50',
        amount: null,
        values: [],
        unfinished: ['stalled: operation queue at 10 000 for 39 min'],
      },
      { name: '25/50 processors', amount: 25, values: [45] },
      { name: '50/100 processors', amount: 50, values: [30] },
    ];
    const { points } = describeCurve(levels, lower());
    expect(points.map(({ n, unfinished }) => [n, unfinished.length])).toEqual([
      [0, 1],
      [1, 0],
      [1, 0],
    ]);
    expect(points[2]?.gain?.ratio).toBeCloseTo(1.5, 12);
  });

  it('the completed runs differ in one factor, the stalled one in the rate limits as well', () => {
    const settings = [
      { qps: 50, burst: 100, processors: 'default' },
      { qps: 100, burst: 200, processors: '25/50' },
      { qps: 100, burst: 200, processors: '50/100' },
    ];
    const differing = (a: number, b: number) =>
      Object.entries(settings[a] ?? {}).filter(([name, value]) => settings[b]?.[name as 'qps'] !== value)
        .length;
    expect([differing(1, 2), differing(0, 1)]).toEqual([1, 3]);
  });
});

describe('Argo CD, part 2: sharding algorithms', () => {
  it('has the ranges of the legacy one', () => {
    const cpu = measureBalance([
      { entity: 'greatest', value: 0.55 },
      { entity: 'least', value: 0.23 },
    ]);
    const memory = measureBalance([
      { entity: 'greatest', value: 452 },
      { entity: 'least', value: 225 },
    ]);
    expect(cpu.range).toBeCloseTo(0.32, 12);
    expect(memory.range).toBe(227);
  });

  it('names no winner between balance and moves', () => {
    const above75: Amount = { kind: 'above', low: 75 };
    const front = findParetoFront(
      [
        { name: 'greedy-minimum', values: [exactly(0.06), above75] },
        { name: 'weighted-ring-hash', values: [exactly(0.12), exactly(48)] },
        { name: 'bounded-loads', values: [exactly(0.17), exactly(15)] },
      ],
      ['lower', 'lower'],
    );
    expect(front).toEqual({
      front: ['greedy-minimum', 'weighted-ring-hash', 'bounded-loads'],
      dominated: [],
      unsure: [],
    });
  });
});

describe('Open Service Mesh: scale and limits', () => {
  // Memory at the start: 40 to 46 MB, so 43; 1 MB is 1000 kB here.
  it.each([
    [256, 787, 260, 'oom-killed', 271, 'resource', 'out of memory'],
    [512, 968, 440, 'timeout', 485, 'something-else', 'timeout'],
    [512, 982, 460, 'timeout', 478, 'something-else', 'timeout'],
  ] as const)(
    '%d MB at %d kB a pod: failed at %d by %s',
    (limitMb, perPodKb, failedAt, failure, at, boundBy, said) => {
      const perUnit = convertUnit(perPodKb, 'kB', 'MB') ?? 0;
      const found = compareProjection(
        { name: 'memory', base: 43, perUnit, limit: limitMb },
        { failedAt, failure },
        { noun: 'pods' },
      );
      expect(Math.round(found.projected ?? 0)).toBe(at);
      expect(found).toMatchObject({ boundBy, failedAt, failure });
      expect(found.sentence).toContain(`${at} pods; failed at ${failedAt} pods: ${said}`);
    },
  );
});

describe('hush-house: streaming throughput', () => {
  const network = { name: 'network', limit: 10, unit: 'Gbps' };
  const standard = [
    { name: 'bytes a second', limit: 120, unit: 'MB/s' },
    { name: 'operations a second', limit: 1500, unit: 'operations/s' },
  ];
  const solid = [
    { name: 'bytes a second', limit: 480, unit: 'MB/s' },
    { name: 'operations a second', limit: 1500, unit: 'operations/s' },
  ];
  // The size of a write is not published. Between 80 and 320 kB, where the caps of either disk cross, the answer is the same.
  const write = { size: 256, unit: 'KiB' };

  it.each([
    ['no disk', [network], 'network', 10_000],
    ['a persistent disk', [network, ...standard], 'bytes a second', 960],
    ['a persistent SSD', [network, ...solid], 'operations a second', 3146],
  ] as const)('%s is bound by its %s', (_disk, caps, binding, mbps) => {
    const found = findFirstLimit(caps, 'Mbps', write);
    expect(found.binding).toBe(binding);
    expect(found.order[0]?.allows).toBeCloseTo(mbps, 0);
  });

  it('the bytes of the SSD are close to its limit as well', () => {
    expect(findFirstLimit([network, ...solid], 'Mbps', write).close).toEqual(['bytes a second']);
  });

  it('says caps in other units', () => {
    expect(convertUnit(120, 'MB/s', 'Mbps')).toBeCloseTo(960, 9);
    expect(convertUnit(480, 'MB/s', 'Gbps')).toBeCloseTo(3.84, 9);
  });
});

describe('YurtHub: traffic by resource and verb', () => {
  it('while deploying adds up to more than the text says, which is flagged', () => {
    const found = checkSum([240, 50, 25, 24, 3], 320, { unit: 'kB/s' });
    expect(found).toMatchObject({ sum: 342, difference: 22, addsUp: false });
    expect(found.sentence).toContain('22\u00a0kB/s more');
  });

  it('while deleting adds up', () => {
    expect(checkSum([540, 140, 100], 780, { unit: 'kB/s' })).toMatchObject({ sum: 780, addsUp: true });
  });
});

describe('Achievers: Istio concurrency, the goal, and addresses', () => {
  const throughputs = [4519.1, 4434.11, 4230.42];
  const latencies = [100.75, 114.67, 98.3];

  it('is not assessable with one run each', () => {
    const changes = (values: readonly number[]) =>
      values.map((value) =>
        percent((assessEffect([value], [values[0] ?? 0], { better: 'none' }).ratio ?? 0) - 1),
      );
    expect(changes(throughputs)).toEqual([0, -1.9, -6.4]);
    expect(changes(latencies)).toEqual([0, 13.8, -2.4]);
    for (const [value, baseline] of [
      [4434.11, 4519.1],
      [98.3, 100.75],
    ] as const)
      expect(assessEffect([value], [baseline], { better: 'higher' }).verdict).toBe('not-assessable');
    // A change of 1.9 % among runs that vary by 5 % is beyond what anybody repeats.
    expect(adviseReplicates(-0.019, 0.05)[0]?.replicates).toBeGreaterThan(100);
  });

  it('reaches the goal of four times the baseline, which one run each cannot assess', () => {
    const goal = { baseline: { tuned: 'before' }, goals: [{ measurement: 'throughput', target: '>= 4x' }] };
    const [judged] = judgeGoals(goal, [
      finishRun({ tuned: 'before' }, { throughput: 1 }),
      finishRun({ tuned: 'after' }, { throughput: 4 }),
    ]);
    expect(judged).toMatchObject({
      met: true,
      best: { treatment: 'tuned=after', ratio: 4, n: 1, low: null },
    });
    expect(judged?.note).toContain('cannot be assessed at n=1');
  });

  it('eight nodes fit a /21 of which each takes a /24', () => {
    expect(countNodes({ prefix: 21, nodePrefix: 24 })).toBe(8);
  });
});
