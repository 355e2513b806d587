import { scalingSchema } from '@proofload/contracts';
import { formatStep } from '@proofload/domain';
import { describe, expect, it } from 'vitest';
import type { ComparableRun } from './comparable-run.ts';
import { compareScaling, type ScalingInput } from './compare-scaling.ts';
import { finishRun } from './fixtures/finished-run.ts';

const scale = (runs: readonly ComparableRun[], changes: Partial<ScalingInput> = {}) => {
  const found = compareScaling({
    runs,
    definition: null,
    factor: null,
    hold: new Map(),
    per: [],
    work: null,
    measurements: null,
    ...changes,
  });
  expect(scalingSchema.safeParse(found).error).toBeUndefined();
  return found;
};

const duration = (minutes: number): ComparableRun['measurements'] => ({
  sync_duration: {
    value: minutes,
    unit: 'min',
    better: 'lower',
    samples: 1,
    spread: null,
    window: null,
    note: null,
  },
});
const timed = (
  params: ComparableRun['params'],
  minutes: number | null,
  changes: Partial<ComparableRun> = {},
) => finishRun(params, {}, { measurements: minutes === null ? {} : duration(minutes), ...changes });

describe('client QPS and burst, which move together', () => {
  const runs = [
    [50, 100, 61.5],
    [100, 200, 29.5],
    [150, 300, 19],
    [200, 400, 18],
    [250, 500, 17.5],
    [300, 600, 18],
  ].map(([qps = 0, burst = 0, minutes = 0]) => timed({ qps, burst }, minutes));
  const found = scale(runs);
  const curve = found.panels[0]?.curves[0];

  it('are one factor, with steps, knee and plateau', () => {
    expect(found.factors).toMatchObject([{ name: 'qps', label: 'qps/burst' }]);
    expect(curve?.points.map(({ level }) => level)).toEqual([
      '50/100',
      '100/200',
      '150/300',
      '200/400',
      '250/500',
      '300/600',
    ]);
    expect(
      curve?.points.map(({ step }) => step && formatStep(step.change).replaceAll('\u00a0', ' ')),
    ).toEqual([null, '−52.0 %', '−35.6 %', '−5.3 %', '−2.8 %', '+2.9 %']);
    expect(curve?.knee).toMatchObject({
      kind: 'knee',
      level: '150/300',
      plateau: { to: '300/600' },
      range: null,
    });
    expect(curve?.findings).toContain('Knee at 150/300. Plateau: 150/300 to 300/600.');
    expect(curve?.findings.join(' ')).toContain(
      'At the best level, 250/500, it is 3.51x as good as at the baseline 50/100',
    );
  });

  it('cannot be assessed with one run each, and says what would tell', () => {
    expect(curve?.points[1]?.difference).toBe('not-assessable');
    expect(curve?.findings.at(-1)).toBe(
      'Differences are not assessable at n=1; a finding opens to how many replicates would tell.',
    );
    expect(curve?.points[1]?.advice).toMatch(/^replicates a side that would tell: 2 if runs vary by 2 %/);
  });
});

describe('the ladder of applications', () => {
  const rows = [
    { applications: 15_000, nodes: 1, reason: 'unhealthy' },
    { applications: 15_000, nodes: 2, minutes: 9 },
    { applications: 20_000, nodes: 2, minutes: 12 },
    { applications: 25_000, nodes: 2, minutes: 11 },
    { applications: 30_000, nodes: 2, minutes: 19 },
    { applications: 50_000, nodes: 2, reason: 'unhealthy' },
    { applications: 50_000, nodes: 3, minutes: 22 },
  ];
  const runs = rows.map(({ applications, nodes, minutes, reason }) =>
    timed({ applications }, minutes ?? null, {
      environment: { nodes: String(nodes) },
      ...(reason === undefined ? {} : { outcome: 'failed' as const, reason }),
    }),
  );

  it('has rates for each node, and withholds the verdict where nodes differ', () => {
    const found = scale(runs, { per: ['nodes'], work: 'applications' });
    expect(found.divisors).toEqual(['applications', 'nodes']);
    const [curve] = found.panels[0]?.curves ?? [];
    expect(curve).toMatchObject({ unit: 'applications/min/node', better: 'higher', laws: [] });
    expect(curve?.points.every(({ efficiency }) => efficiency === null)).toBe(true);
    expect(curve?.findings.join(' ')).not.toContain('at no level');
    expect(curve?.points.map(({ mean }) => Math.round(mean ?? 0))).toEqual([833, 833, 1136, 789, 758]);
    expect(curve?.points.at(-1)).toMatchObject({ difference: 'confounded', confounders: ['nodes'] });
    expect(curve?.findings).toContain(
      'The verdict on 50000 is withheld: nodes cannot be told apart from it.',
    );
    expect(found.panels[0]?.note).toBe('Besides applications, these runs differ in nodes.');
  });

  it('shows the unhealthy runs, and finds no efficiency in a load', () => {
    const [curve] = scale(runs).panels[0]?.curves ?? [];
    expect(curve?.points.flatMap(({ leftOut }) => leftOut.map(({ reason }) => reason))).toEqual([
      'failed: unhealthy',
      'failed: unhealthy',
    ]);
    expect(curve?.points.every(({ efficiency }) => efficiency === null)).toBe(true);
    expect(curve?.laws).toEqual([]);
    expect(curve?.findings.join(' ')).toContain('applications makes it better at no level');
  });

  it('says which runs have no number to be divided by', () => {
    const few = [...runs.slice(1, 3), timed({ applications: 60_000 }, 30)];
    const [curve] = scale(few, { per: ['nodes'] }).panels[0]?.curves ?? [];
    expect(curve?.points.at(-1)).toMatchObject({
      n: 0,
      leftOut: [{ reason: 'the run has no number for nodes' }],
    });
  });
});

describe('several factors', () => {
  const stalled = timed({ qps: 50, burst: 100 }, null, {
    outcome: 'stalled',
    reason: '10 000 operations in the queue',
    measurements: { queue: { ...duration(1).sync_duration, value: 10_000, unit: 'operations' } as never },
  });
  const runs = [
    stalled,
    timed({ qps: 100, burst: 200, processors: 25 }, 45),
    timed({ qps: 100, burst: 200, processors: 50 }, 30),
  ];

  it('are small multiples, of the factor with most levels that completed', () => {
    const found = scale(runs);
    expect(found.factor).toBe('processors');
    expect(found.panels.map(({ held }) => held)).toEqual([
      [{ factor: 'qps/burst', level: '50/100' }],
      [{ factor: 'qps/burst', level: '100/200' }],
    ]);
    const [queue] = found.panels[0]?.curves ?? [];
    expect(queue?.points[0]?.leftOut).toMatchObject([
      { value: 10_000, reason: 'stalled: 10 000 operations in the queue' },
    ]);
    const [time] = found.panels[1]?.curves ?? [];
    expect(time?.points[1]?.gain?.ratio).toBe(1.5);
    expect(time?.points[1]?.sentence).toBe('difference of −33.3\u00a0%, not assessable at n=1');
    expect(found.panels[1]?.note).toBe('These runs differ in processors alone, as far as it is known.');
  });

  it('can be held at a level', () => {
    const held = scale(runs, { factor: 'processors', hold: new Map([['qps', '100/200']]) });
    expect(held.panels).toHaveLength(1);
    expect(scale(runs, { factor: 'processors', hold: new Map([['qps', '7']]) }).notes).toEqual([
      'No run has qps=7',
    ]);
  });

  it('needs a factor', () => {
    expect(scale([timed({ qps: 1 }, 2)])).toMatchObject({
      factor: null,
      notes: ['No parameter differs between these runs, so there is no factor to follow'],
    });
    expect(scale([]).notes).toEqual(['There are no runs, so there is no factor to follow']);
  });
});

describe('shards', () => {
  it('have speed-up and efficiency, and what is beyond scaling is said', () => {
    const runs = [
      [3, 75],
      [6, 37],
      [9, 21],
    ].map(([shards = 0, minutes = 0]) => timed({ shards }, minutes));
    const [curve] = scale(runs).panels[0]?.curves ?? [];
    expect(curve?.points.map(({ gain }) => gain?.ratio.toFixed(2))).toEqual(['1.00', '2.03', '3.57']);
    expect(curve?.points.map(({ efficiency }) => efficiency?.value.toFixed(2))).toEqual([
      '1.00',
      '1.01',
      '1.19',
    ]);
    expect(curve?.findings.join(' ')).toContain('Super-linear at 9 (efficiency 1.19)');
    expect(curve?.laws[0]).toMatchObject({
      law: 'amdahl',
      line: [],
      misfit: expect.stringContaining('faster than'),
    });
  });

  it('that follow a law have its line', () => {
    const time = (shards: number) => 100 * (0.1 + 0.9 / shards);
    const runs = [1, 2, 4, 8].flatMap((shards) =>
      [0.99, 1, 1.01].map((scatter) => timed({ shards }, time(shards) * scatter)),
    );
    const [curve] = scale(runs).panels[0]?.curves ?? [];
    const [amdahl] = curve?.laws ?? [];
    expect(amdahl).toMatchObject({ misfit: null });
    expect(amdahl?.parameters[0]?.value).toBeCloseTo(0.1, 2);
    expect(amdahl?.line.at(-1)?.value).toBeCloseTo(time(8), 0);
    expect(amdahl?.said).toMatch(
      /^Amdahl's law: serial share 0\.1 \(95 % interval 0\.\d+ to 0\.\d+\), which ends the speed-up at 10/,
    );
  });
});
