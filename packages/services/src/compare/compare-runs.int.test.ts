import { evaluateRun } from '@proofload/analysis';
import { type CompareQuery, comparisonSchema, type ScalingQuery, scalingSchema } from '@proofload/contracts';
import { createPool, createRepositories, createSampleStore } from '@proofload/db';
import { requireDefinition } from '@proofload/domain';
import { Rollup } from '@proofload/series';
import { createTestDatabase, type TestDatabase } from '@proofload/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRunData } from '../series/run-data.ts';
import type { CompareContext } from './compare-context.ts';
import { compareRuns } from './compare-runs.ts';
import { readScaling } from './read-scaling.ts';

const source = `apiVersion: proofload/v1
kind: Experiment
metadata: {name: pool-size}
spec:
  objective: Does a larger worker pool buy throughput?
  factors: [{workers: [1, 2, 4]}]
  baseline: {workers: 1}
  replicates: 3
  workload: {executor: external}
  windows: {steady: {phase: load, skipFirst: 2s}}
  measurements:
    requests: {metric: http_reqs, aggregate: count, unit: requests}
    throughput: {metric: http_reqs, aggregate: rate, over: steady, unit: requests/s, better: higher}
    p95: {metric: http_req_duration, aggregate: p95, unit: ms, better: lower}
  slos: [{name: fast, measurement: p95, objective: "< 120ms"}]
  goals: [{measurement: throughput, target: ">= 3x"}]
`;
const { definition } = requireDefinition(source);
const startMs = Date.UTC(2026, 0, 15, 12);
const projectId = 'project1';
const runIds: string[] = [];

let database: TestDatabase;
let pool: ReturnType<typeof createPool>;
let ctx: CompareContext;

/** Ten seconds of requests at a rate, stored, evaluated and saved as a worker does it. */
async function executeRun(id: string, requestsPerSecond: number, latencyMs: number): Promise<void> {
  const samples = createSampleStore(pool);
  const run = await ctx.repos.runs.find(id);
  if (run === null) throw new Error(`${id} was not inserted`);
  const rollup = new Rollup({
    maxSeries: 100,
    maxOpenPoints: 1e5,
    chunkPoints: 1000,
    gaugeResolutionMs: 1000,
  });
  const requests = rollup.series({ metric: 'http_reqs', kind: 'delta', unit: null, labels: {} });
  const durations = rollup.series({
    metric: 'http_req_duration',
    kind: 'distribution',
    unit: 'ms',
    labels: {},
  });
  const stepMs = 1000 / requestsPerSecond;
  for (let atMs = startMs; atMs < startMs + 10_000; atMs += stepMs) {
    rollup.add(requests, atMs, 1);
    rollup.add(durations, atMs, latencyMs);
  }
  const origin = await samples.openOrigin(run.key, {
    name: 'k6:default',
    source: 'k6',
    format: 'k6-ndjson',
    isStaged: true,
  });
  await samples.write(origin, rollup, rollup.takeDirty());
  const end = {
    format: 'k6-ndjson',
    sha256: null,
    samples: rollup.samples,
    lines: 0,
    bytes: 0,
    warnings: [],
    isComplete: true,
  };
  await samples.closeOrigin(origin, 'k6:default', end);
  const facts = {
    startedAtMs: startMs,
    finishedAtMs: startMs + 10_000,
    phases: [{ name: 'load', startMs, endMs: startMs + 10_000 }],
    outcome: 'completed' as const,
  };
  const results = await evaluateRun(definition, facts, openRunData(samples, run.key));
  await ctx.repos.runs.saveResults({ id, projectId }, { ...results, evaluatedVersion: 1 });
  await database.prisma.run.update({ where: { id }, data: { status: 'finished', outcome: 'completed' } });
}

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool({ connectionString: database.connectionString }, (error) => {
    throw error;
  });
  await database.prisma.project.create({ data: { id: projectId, name: projectId } });
  await database.prisma.project.create({ data: { id: 'project2', name: 'project2' } });
  const repos = createRepositories(database.prisma);
  const actor = {
    kind: 'token',
    id: 'token1',
    name: 'test',
    projectId,
    scopes: new Set(['read'] as const),
  } as const;
  ctx = { actor, repos, config: { baseUrl: 'http://127.0.0.1:3000', localK6: false } };
  const experimentId = 'experiment1';
  await repos.experiments.saveVersion({
    id: experimentId,
    projectId,
    name: 'pool-size',
    source,
    definition,
    createdBy: 'test',
  });
  const runs = [4, 1, 2].flatMap((workers) =>
    [1, 2, 3].map((replicate) => ({
      id: `run${workers}${replicate}0000`,
      projectId,
      experimentId,
      experimentVersion: 1,
      sweepId: 'sweep00001',
      name: `pool-size workers=${workers} #${replicate}`,
      executor: 'external',
      params: { workers },
      labels: { branch: 'main' },
      treatment: `workers=${workers}`,
      replicate,
      position: runIds.push(`run${workers}${replicate}0000`),
      status: 'running' as const,
      createdAtMs: startMs,
    })),
  );
  const sweep = {
    id: 'sweep00001',
    projectId,
    experimentId,
    experimentVersion: 1,
    order: 'random',
    seed: 1,
    labels: {},
  } as const;
  await repos.sweeps.insert({ ...sweep, createdAtMs: startMs, createdBy: 'test' }, runs);
  for (const { id, params, replicate } of runs) {
    if (id === 'run430000') continue;
    await executeRun(id, 50 * params.workers * (1 + replicate / 100), 200 / params.workers);
  }
  await database.prisma.run.update({
    where: { id: 'run430000' },
    data: { status: 'finished', outcome: 'failed', reason: 'k6 was killed' },
  });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const compare = (query: Partial<CompareQuery>) => compareRuns(ctx, { by: 'treatment', ...query });

describe('compareRuns', () => {
  it('compares the treatments of a sweep, in the order of the definition', async () => {
    const found = await compare({ sweep: 'sweep00001' });
    expect(comparisonSchema.safeParse(found).error).toBeUndefined();
    expect(found).toMatchObject({ experiment: 'pool-size', baseline: 'workers=1' });
    expect(found.groups.map(({ key, n }) => [key, n])).toEqual([
      ['workers=1', 3],
      ['workers=2', 3],
      ['workers=4', 2],
    ]);
    expect(found.groups[2]?.excluded).toEqual([
      { run: 'run430000', outcome: 'failed', reason: 'failed: k6 was killed' },
    ]);
    expect(found.measurements.map(({ name }) => name)).toEqual(['requests', 'throughput', 'p95']);
    const throughput = found.measurements[1]?.cells ?? [];
    expect(throughput[1]?.ratio).toBeCloseTo(2, 1);
    expect(throughput[2]).toMatchObject({ n: 2, difference: 'better' });
    expect(throughput[2]?.ratio).toBeCloseTo(3.98, 1);
    expect(found.goals).toMatchObject([{ met: true, best: { treatment: 'workers=4', n: 2, baselineN: 3 } }]);
    expect(found.slos[0]?.cells.filter(({ result }) => result?.met === false)).toHaveLength(3);
    expect(found.summary).toMatch(
      /^workers=4 against workers=1: throughput 3\.9\d*x \[.*\], n=2 against 3; p95 −75.*; SLO met in 2 of 3 runs$/,
    );
  });

  it('finds the same runs by experiment, and keeps treatments', async () => {
    const found = await compare({
      experiment: 'pool-size',
      treatments: 'workers=4; workers=1',
      measurements: 'p95,requests',
    });
    expect(found.groups.map(({ key }) => key)).toEqual(['workers=1', 'workers=4']);
    expect(found.measurements.map(({ name }) => name)).toEqual(['p95', 'requests']);
  });

  it('keeps the order of runs given by id, each once', async () => {
    const found = await compare({ runs: 'run410000,run110000,run410000', by: 'run', baseline: 'run110000' });
    expect(found.runs.map(({ id }) => id)).toEqual(['run410000', 'run110000']);
    expect(found.measurements[1]?.cells[0]).toMatchObject({ difference: 'not-assessable' });
    expect(found.summary).toContain('not assessable at n=1');
  });

  it.each<[string, Partial<CompareQuery>, string, string]>([
    [
      'unknown runs, by name',
      { runs: 'run110000,nosuchrun1,nosuchrun2' },
      'not-found',
      'there is no run nosuchrun1, nosuchrun2',
    ],
    ['an unknown sweep', { sweep: 'nosuchsweep' }, 'not-found', 'There is no sweep nosuchsweep'],
    ['an unknown experiment', { experiment: 'nothing' }, 'not-found', 'There is no experiment nothing'],
    [
      'too many runs',
      { runs: Array.from({ length: 201 }, (_, index) => `run${index}`).join(',') },
      'invalid',
      'expected at most 200 runs, not 201',
    ],
    [
      'an unknown factor',
      { sweep: 'sweep00001', by: 'shards' },
      'invalid',
      'expected treatment, run or label.<name>, or one of the factors workers, not shards',
    ],
    [
      'an unknown measurement',
      { sweep: 'sweep00001', measurements: 'p95,p96' },
      'invalid',
      'expected measurements of these runs (requests, throughput, p95), not p96',
    ],
  ])('refuses %s', async (_name, query, code, message) => {
    await expect(compare(query)).rejects.toMatchObject({ code, message: expect.stringContaining(message) });
  });

  it('leaves a run that was found to be limited out of means, and counts it when asked to', async () => {
    const finding = {
      kind: 'coverage',
      limits: true,
      message: 'scrape:api covers 40 % of the load',
    } as const;
    const stored = await ctx.repos.runs.find('run420000');
    if (stored === null) throw new Error('run420000 is there');
    const { measurements, slos } = stored;
    const results = { measurements, slos, verdict: 'pass', evaluatedVersion: 1 } as const;
    const target = { id: 'run420000', projectId };
    await ctx.repos.runs.saveResults(target, { ...results, validity: [finding] });
    const found = await compare({ sweep: 'sweep00001' });
    expect(found.groups[2]?.n).toBe(1);
    expect(found.groups[2]?.excluded).toContainEqual({
      run: 'run420000',
      outcome: 'completed',
      reason: 'limited: scrape:api covers 40 % of the load',
    });
    const counted = await compare({ sweep: 'sweep00001', limited: 'include' });
    expect(counted.groups[2]?.n).toBe(2);
    expect(counted.runs.find(({ id }) => id === 'run420000')?.validity).toEqual([finding]);
    // What says nothing of it leaves it as it was.
    await ctx.repos.runs.saveResults(target, results);
    expect((await ctx.repos.runs.find('run420000'))?.validity).toEqual([finding]);
    await ctx.repos.runs.saveResults(target, { ...results, validity: [] });
  });

  it('shows nothing of another project and needs the scope to read', async () => {
    const stranger = { ...ctx, actor: { ...ctx.actor, projectId: 'project2' } };
    await expect(compareRuns(stranger, { by: 'treatment', runs: 'run110000' })).rejects.toMatchObject({
      code: 'not-found',
    });
    await expect(compareRuns(stranger, { by: 'treatment', sweep: 'sweep00001' })).rejects.toMatchObject({
      code: 'not-found',
    });
    const ingester = { ...ctx, actor: { ...ctx.actor, scopes: new Set(['ingest'] as const) } };
    await expect(compareRuns(ingester, { by: 'treatment', runs: 'run110000' })).rejects.toMatchObject({
      code: 'forbidden',
    });
  });
});

describe('readScaling', () => {
  const scale = (query: Partial<ScalingQuery>) => readScaling(ctx, { by: 'treatment', ...query });

  it('follows the factor of a sweep, with runs, intervals and efficiency', async () => {
    const found = await scale({ sweep: 'sweep00001', measurements: 'throughput' });
    expect(scalingSchema.safeParse(found).error).toBeUndefined();
    expect(found.factors).toEqual([{ name: 'workers', label: 'workers', levels: ['1', '2', '4'] }]);
    const [curve] = found.panels[0]?.curves ?? [];
    expect(curve?.points.map(({ level, n }) => [level, n])).toEqual([
      ['1', 3],
      ['2', 3],
      ['4', 2],
    ]);
    expect(curve?.points[1]?.gain?.ratio).toBeCloseTo(2, 1);
    expect(curve?.points[2]?.leftOut).toMatchObject([{ run: 'run430000', reason: 'failed: k6 was killed' }]);
    const shared = await scale({ sweep: 'sweep00001', measurements: 'throughput', per: 'workers' });
    expect(shared.panels[0]?.curves[0]).toMatchObject({ unit: 'requests/s/worker' });
  });

  it.each<[string, Partial<ScalingQuery>, string]>([
    [
      'an unknown factor',
      { factor: 'nodes' },
      'factor: expected a factor that differs between these runs (workers), not nodes',
    ],
    ['a held factor that is none', { hold: 'nodes=2' }, 'hold: expected a factor that differs'],
    [
      'a held factor without a level',
      { hold: 'workers' },
      'hold: expected levels such as `qps=100;nodes=2`, not workers',
    ],
    [
      'a divisor that is no number',
      { per: 'branch' },
      'per: expected a factor or fact of these runs that is a number (workers), not branch',
    ],
    ['work that nobody knows', { work: 'apps' }, 'work: expected a factor or fact'],
    ['too many divisors', { per: 'workers,a,b,c' }, 'per: expected at most 3 names'],
  ])('refuses %s', async (_name, query, message) => {
    await expect(scale({ sweep: 'sweep00001', ...query })).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringContaining(message),
    });
  });

  it('shows nothing of another project', async () => {
    const stranger = { ...ctx, actor: { ...ctx.actor, projectId: 'project2' } };
    await expect(readScaling(stranger, { by: 'treatment', sweep: 'sweep00001' })).rejects.toMatchObject({
      code: 'not-found',
    });
  });
});
