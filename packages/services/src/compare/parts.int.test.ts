import { evaluateRun } from '@proofload/analysis';
import {
  balanceSchema,
  breakdownSchema,
  entitiesSchema,
  latencySchema,
  runLabelsSchema,
} from '@proofload/contracts';
import { createPool, createRepositories, createSampleStore } from '@proofload/db';
import { requireDefinition } from '@proofload/domain';
import { Rollup } from '@proofload/series';
import { createTestDatabase, type TestDatabase } from '@proofload/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ServiceContext } from '../context.ts';
import { openRunData } from '../series/run-data.ts';
import { listRunLabels } from './list-run-labels.ts';
import type { PartsContext } from './open-compared.ts';
import { readBalance } from './read-balance.ts';
import { readBreakdown } from './read-breakdown.ts';
import { readEntities } from './read-entities.ts';
import { readLatency } from './read-latency.ts';

const source = `apiVersion: proofload/v1
kind: Experiment
metadata: {name: sharding}
spec:
  objective: Which placement balances shards?
  factors: [{algorithm: [legacy, greedy]}]
  baseline: {algorithm: legacy}
  replicates: 2
  workload: {executor: external}
  windows: {sync: {phase: sync}}
  measurements:
    cpu_range: {metric: cpu, over: sync, aggregate: avg, balance: shard, unit: cores, better: lower}
    cpu_total: {metric: cpu, over: sync, aggregate: sum, unit: cores}
    traffic_stated: {reported: true, unit: kB/s}
`;
const { definition } = requireDefinition(source);
const startMs = Date.UTC(2026, 0, 15, 12);
const projectId = 'project1';
const seconds = 60;
/** Cores of each shard from the tenth second on; before, nothing is synced. */
const loads: Record<string, number[]> = { legacy: [0.55, 0.4, 0.23], greedy: [0.41, 0.39, 0.35] };

let database: TestDatabase;
let pool: ReturnType<typeof createPool>;
let ctx: PartsContext;

/** Samples as Prometheus and a load generator would have left them. */
function fillRollup(rollup: Rollup, cores: readonly number[], replicate: number): void {
  const gauge = (metric: string, labels: Record<string, string>) =>
    rollup.series({ metric, kind: 'gauge', unit: null, labels });
  const observed = (verb: string) =>
    rollup.series({ metric: 'request_duration', kind: 'distribution', unit: 'ms', labels: { verb } });
  const shards = cores.map((_, index) => gauge('cpu', { shard: `${index}`, job: 'controller' }));
  const sent = rollup.series({ metric: 'bytes', kind: 'cumulative', unit: 'B', labels: { pod: 'a' } });
  const events = rollup.series({ metric: 'moves', kind: 'delta', unit: null, labels: { shard: '0' } });
  const [get, list] = [observed('get'), observed('list')];
  const buckets = ['0.1', '0.5', '+Inf'].map((le) =>
    rollup.series({
      metric: 'apply_seconds_bucket',
      kind: 'cumulative',
      unit: null,
      labels: { verb: 'apply', le },
    }),
  );
  const parts = [
    ['endpoints', 'watch', 50],
    ['endpointslices', 'watch', 240],
    ['services', 'watch', 25],
    ['services', 'list', 5],
  ] as const;
  const traffic = parts.map(([resource, verb]) => gauge('traffic', { resource, verb }));
  for (let second = 0; second < seconds; second++) {
    const atMs = startMs + second * 1000;
    const isSync = second >= 10;
    shards.forEach((series, index) => {
      rollup.add(series, atMs, isSync ? (cores[index] ?? 0) + replicate / 1000 : 0);
    });
    parts.forEach(([, , value], index) => {
      const series = traffic[index];
      if (series !== undefined) rollup.add(series, atMs, second === 30 ? value * 2 : value);
    });
    buckets.forEach((series, index) => {
      rollup.add(series, atMs, second * ([5, 9, 10][index] ?? 0));
    });
    rollup.add(sent, atMs, second * 1000);
    if (second === 20) rollup.add(events, atMs, 3);
    rollup.add(get, atMs, 10);
    rollup.add(list, atMs, second % 10 === 0 ? 900 : 100);
  }
}

async function executeRun(id: string, algorithm: string, replicate: number): Promise<void> {
  const samples = createSampleStore(pool);
  const run = await ctx.repos.runs.find(id);
  if (run === null) throw new Error(`${id} was not inserted`);
  const rollup = new Rollup({
    maxSeries: 100,
    maxOpenPoints: 1e5,
    chunkPoints: 1000,
    gaugeResolutionMs: 1000,
  });
  fillRollup(rollup, loads[algorithm] ?? [], replicate);
  const named = { name: 'prometheus:all', source: 'prometheus', format: 'openmetrics', isStaged: true };
  const origin = await samples.openOrigin(run.key, named);
  await samples.write(origin, rollup, rollup.takeDirty());
  await samples.closeOrigin(origin, named.name, {
    format: named.format,
    sha256: null,
    samples: rollup.samples,
    lines: 0,
    bytes: 0,
    warnings: [],
    isComplete: true,
  });
  const facts = {
    startedAtMs: startMs,
    finishedAtMs: startMs + seconds * 1000,
    phases: [{ name: 'sync', startMs: startMs + 10_000, endMs: startMs + seconds * 1000 }],
    outcome: 'completed' as const,
    reported: {
      traffic_stated: { amount: { kind: 'exact' as const, value: 0.3 }, unit: 'kB/s', note: null },
    },
  };
  const results = await evaluateRun(definition, facts, openRunData(samples, run.key));
  await ctx.repos.runs.saveResults({ id, projectId }, { ...results, evaluatedVersion: 1 });
  await database.prisma.run.update({
    where: { id },
    data: {
      status: 'finished',
      outcome: replicate === 3 ? 'failed' : 'completed',
      startedAt: new Date(startMs),
      finishedAt: new Date(facts.finishedAtMs),
      phases: facts.phases,
    },
  });
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
  ctx = {
    actor,
    repos,
    samples: createSampleStore(pool),
    config: { baseUrl: 'http://127.0.0.1:3000', localK6: false },
  };
  const experimentId = 'experiment1';
  const saved = { id: experimentId, projectId, name: 'sharding', source, definition, createdBy: 'test' };
  await repos.experiments.saveVersion(saved);
  const runs = ['legacy', 'greedy'].flatMap((algorithm) =>
    [1, 2, 3].map((replicate) => ({
      id: `${algorithm}${replicate}0000`,
      projectId,
      experimentId,
      experimentVersion: 1,
      sweepId: 'sweep00001',
      name: `sharding ${algorithm} #${replicate}`,
      executor: 'external',
      params: { algorithm },
      labels: {},
      treatment: `algorithm=${algorithm}`,
      replicate,
      position: replicate,
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
  for (const { id, params, replicate } of runs) await executeRun(id, params.algorithm, replicate);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const query = { sweep: 'sweep00001', by: 'treatment' };

describe('labels of runs', () => {
  it('are told with how many values they have, and what to look at first', async () => {
    const found = await listRunLabels(ctx, { runs: 'legacy10000,greedy10000' });
    expect(runLabelsSchema.safeParse(found).error).toBeUndefined();
    expect(found.metrics.find(({ metric }) => metric === 'traffic')?.labels).toEqual([
      { name: 'resource', values: 3 },
      { name: 'verb', values: 2 },
    ]);
    expect(found.metrics.find(({ metric }) => metric === 'cpu')).toMatchObject({ unit: 'cores' });
    expect(found.windows).toEqual(['sync']);
    expect(found.defaults).toEqual({
      balance: { metric: 'cpu', label: 'shard' },
      breakdown: { metric: 'traffic', label: 'resource' },
      latency: { metric: 'request_duration', label: 'verb' },
    });
  });
});

describe('balance', () => {
  it('is that of each run, averaged over the replicates that completed, against the baseline', async () => {
    const found = await readBalance(ctx, { ...query, over: 'sync', combination: 'sum' });
    expect(balanceSchema.safeParse(found).error).toBeUndefined();
    expect(found).toMatchObject({ baseline: 'algorithm=legacy', why: null, reported: [] });
    const { samples } = found;
    expect(samples).toMatchObject({
      metric: 'cpu',
      label: 'shard',
      unit: 'cores',
      kind: 'gauge',
      aggregate: 'avg',
      over: 'sync',
    });
    const [legacy, greedy] = samples?.groups ?? [];
    expect(legacy?.entities.map(({ entity, n }) => [entity, n])).toEqual([
      ['0', 2],
      ['1', 2],
      ['2', 2],
    ]);
    expect(legacy?.entities[0]).toMatchObject({ mean: expect.closeTo(0.5515, 9) });
    expect(legacy?.figures.range).toMatchObject({ n: 2, mean: expect.closeTo(0.32, 9), ratio: 1 });
    expect(greedy?.figures.range.ratio).toBeCloseTo(0.06 / 0.32, 9);
    expect(greedy?.figures.jain.mean).toBeGreaterThan(legacy?.figures.jain.mean ?? 1);
    expect(samples?.runs).toHaveLength(6);
    expect(samples?.runs.find(({ run }) => run === 'legacy30000')).toMatchObject({ isCounted: false });
    expect(samples?.runs[0]).toMatchObject({ greatest: '0', least: '2', idle: [], absent: [] });
    // The measurement of the definition says the same.
    const run = await ctx.repos.runs.find('legacy10000');
    expect(samples?.runs[0]?.figures?.range).toBeCloseTo(run?.measurements.cpu_range?.value ?? 0, 9);
  });

  it('counts where it is told to, and puts series of an entity together', async () => {
    const asked = { ...query, metric: 'traffic', label: 'resource', combination: 'max' } as const;
    const found = await readBalance(ctx, asked);
    const services = found.samples?.groups[0]?.entities.find(({ entity }) => entity === 'services');
    expect(services?.mean).toBeCloseTo((25 * 61) / 60, 6);
    const summed = await readBalance(ctx, { ...asked, combination: 'sum', select: 'verb="watch"' });
    expect(summed.samples?.groups[0]?.entities.map(({ entity }) => entity)).toEqual([
      'endpointslices',
      'endpoints',
      'services',
    ]);
  });

  it('says why there is nothing', async () => {
    const found = await readBalance(ctx, { ...query, metric: 'cpu', label: 'node', combination: 'sum' });
    expect(found).toMatchObject({
      samples: null,
      why: 'No run has such data: no series of cpu has the label node',
    });
    const nowhere = await readBalance(ctx, { ...query, over: 'ramp', combination: 'sum' });
    expect(nowhere.why).toContain('the run has no phase ramp');
  });

  it.each([
    [{ metric: 'cpu' }, 'label'],
    [{ metric: 'cpu', label: 'shard', aggregate: 'median' }, 'aggregate'],
    [{ metric: 'cpu', label: 'shard', select: 'shard=' }, 'select'],
  ])('refuses %j, naming %s', async (input, field) => {
    await expect(readBalance(ctx, { ...query, combination: 'sum', ...input })).rejects.toMatchObject({
      code: 'invalid',
      fields: [{ field }],
    });
  });

  it('shows nothing of another project', async () => {
    const stranger = { ...ctx, actor: { ...ctx.actor, projectId: 'project2' } };
    await expect(readBalance(stranger, { ...query, combination: 'sum' })).rejects.toMatchObject({
      code: 'not-found',
    });
    await expect(listRunLabels(stranger, { runs: 'legacy10000' })).rejects.toMatchObject({
      code: 'not-found',
    });
  });
});

describe('entities over time', () => {
  it('have a value a step, the greatest first', async () => {
    const asked = { metric: 'cpu', label: 'shard', combination: 'sum', points: 6 } as const;
    const found = await readEntities(ctx as ServiceContext, { runId: 'legacy10000', ...asked });
    expect(entitiesSchema.safeParse(found).error).toBeUndefined();
    expect(found).toMatchObject({ stepMs: 10_000, unit: 'cores', omitted: 0, note: null });
    expect(found.entities.map(({ entity }) => entity)).toEqual(['0', '1', '2']);
    expect(found.times.slice(0, 3)).toEqual([0, 10_000, 20_000]);
    expect(found.entities[0]?.values.slice(0, 2)).toEqual([0, expect.closeTo(0.551, 9)]);
  });

  it('of a counter are rates, and nothing counted is zero', async () => {
    const asked = { label: 'shard', combination: 'sum', points: 6 } as const;
    const found = await readEntities(ctx as ServiceContext, {
      runId: 'legacy10000',
      metric: 'moves',
      ...asked,
    });
    expect(found.entities[0]?.values.every((value) => value !== null)).toBe(true);
    const grown = await readEntities(ctx as ServiceContext, {
      runId: 'legacy10000',
      metric: 'bytes',
      ...asked,
      label: 'pod',
    });
    expect(grown).toMatchObject({ kind: 'cumulative', aggregate: 'rate', unit: 'B/s' });
    expect(grown.entities[0]?.values[1]).toBeCloseTo(1000, 6);
  });
});

describe('a breakdown', () => {
  it('ranks resource and verb at the peak of all of them, the same parts for every group', async () => {
    const asked = { ...query, metric: 'traffic', labels: 'resource,verb', moment: 'peak', top: 2 } as const;
    const found = await readBreakdown(ctx, asked);
    expect(breakdownSchema.safeParse(found).error).toBeUndefined();
    const [legacy] = found.samples?.groups ?? [];
    expect(legacy).toMatchObject({
      n: 2,
      total: { n: 2, mean: 640 },
      parts: [
        { labels: ['endpointslices', 'watch'], n: 2, mean: 480, share: 0.75 },
        { labels: ['endpoints', 'watch'], mean: 100 },
      ],
      others: { count: 2, value: 60 },
    });
    expect(found.samples?.runs[0]).toMatchObject({ atSeconds: 30, missing: 0 });
  });

  it('is on average or at an instant as well, and is held against what is stated', async () => {
    const asked = { ...query, metric: 'traffic', labels: 'resource', top: 10 } as const;
    const instant = await readBreakdown(ctx, { ...asked, moment: 'instant', at: 31 });
    expect(instant.samples?.groups[0]?.total.mean).toBe(320);
    const average = await readBreakdown(ctx, { ...asked, moment: 'average', total: 'cpu_total' });
    expect(average.samples?.groups[0]?.total.mean).toBeCloseTo((320 * 61) / 60, 6);
    // Traffic without a unit takes any; cores are stated far less.
    expect(average.samples?.groups[0]?.stated).toMatchObject({ addsUp: false });
    const summed = await readBreakdown(ctx, {
      ...query,
      metric: 'cpu',
      labels: 'shard',
      moment: 'average',
      over: 'sync',
      top: 10,
      total: 'cpu_total',
    });
    expect(summed.samples?.groups[0]?.stated).toMatchObject({ addsUp: true });
  });

  it.each([
    [{ moment: 'instant' }, 'at'],
    [{ metric: 'traffic', labels: 'a,b,c' }, 'labels'],
    [{ metric: 'traffic', labels: 'verb', aggregate: 'p95' }, 'aggregate'],
    [{ total: 'nothing' }, 'total'],
  ] as const)('refuses %j, naming %s', async (input, field) => {
    await expect(
      readBreakdown(ctx, { ...query, moment: 'average', top: 10, ...input }),
    ).rejects.toMatchObject({ code: 'invalid', fields: [{ field }] });
  });
});

describe('latency by a label', () => {
  it('has percentiles of the observations of each value, never averaged', async () => {
    const found = await readLatency(ctx, { ...query, top: 20 });
    expect(latencySchema.safeParse(found).error).toBeUndefined();
    expect(found.samples).toMatchObject({
      metric: 'request_duration',
      label: 'verb',
      unit: 'ms',
      omitted: 0,
    });
    const list = found.samples?.values.find(({ value }) => value === 'list')?.groups[0];
    expect(list).toMatchObject({ n: 2, count: 120 });
    expect(list?.percentiles.p50.median).toBeCloseTo(100, -1);
    expect(list?.percentiles.p95.median).toBeCloseTo(900, -2);
    const one = await readLatency(ctx, { ...query, top: 1 });
    expect(one.samples?.omitted).toBe(1);
  });

  it('is reckoned from buckets of classic histograms, as far as they tell', async () => {
    const asked = { metric: 'apply_seconds_bucket', label: 'verb', top: 1 };
    const { samples } = await readLatency(ctx, { ...query, ...asked });
    expect(samples).toMatchObject({ unit: 's', notes: [expect.stringContaining('buckets')] });
    const cell = samples?.values[0]?.groups[0];
    expect(cell).toMatchObject({ n: 2, count: 2 * 59 * 10 });
    expect(cell?.percentiles.p50.median).toBeCloseTo(0.1, 9);
    expect(cell?.percentiles.p95.median).toBeNull();
  });

  it('says why there is nothing', async () => {
    const found = await readLatency(ctx, { ...query, metric: 'cpu', label: 'shard', top: 1 });
    expect(found.why).toContain('cpu is no distribution of durations');
  });
});
