import { compareQuerySchema, type LoadStudy } from '@proofload/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareRuns } from '../compare/index.ts';
import { evaluateDraft } from '../drafts/index.ts';
import { saveExperiment } from '../experiments/index.ts';
import { readShippedStudies } from '../fixtures/shipped-studies.ts';
import { createTestContext, type TestContext } from '../fixtures/test-context.ts';
import { listRuns } from '../runs/index.ts';
import { deleteStudy, listStudies, loadStudy } from './index.ts';

let test: TestContext;
let shipped: Map<string, LoadStudy>;
beforeAll(async () => {
  [test, shipped] = await Promise.all([createTestContext(), readShippedStudies()]);
  for (const [name, texts] of shipped) await loadStudy(test.ctx, { name, ...texts });
});
afterAll(() => test.close());

const compare = (experiment: string, by = 'treatment') =>
  compareRuns(test.ctx, compareQuerySchema.parse({ experiment, by }));

async function cellsOf(experiment: string, measurement: string) {
  const { measurements } = await compare(experiment);
  return measurements.find(({ name }) => name === measurement)?.cells ?? [];
}

describe('the shipped studies', () => {
  it('are five, each with its citation and all its experiments', async () => {
    const { items } = await listStudies(test.ctx);
    expect(items.map(({ name }) => name).sort()).toEqual([
      'achievers-load-testing',
      'argocd-scalability',
      'hush-house-streaming',
      'osm-scale-limits',
      'yurthub-performance',
    ]);
    const argo = items.find(({ name }) => name === 'argocd-scalability');
    expect(argo?.citation.publisher).toBe('CNOE');
    expect(argo?.experiments.map(({ name, runs }) => [name, runs])).toEqual([
      ['argocd-qps-burst', 6],
      ['argocd-processors', 3],
      ['argocd-cluster-count', 3],
      ['argocd-application-count', 7],
      ['argocd-shard-count', 3],
      ['argocd-sharding', 6],
    ]);
  });

  it('have their figures as finished runs that are marked as published', async () => {
    const { items } = await listRuns(test.ctx, {
      limit: 100,
      filter: 'experiment="argocd-qps-burst" and published=true',
      sort: 'qps',
    });
    expect(items.map(({ measurements }) => measurements.sync_duration?.value)).toEqual([
      61.5, 29.5, 19, 18, 17.5, 18,
    ]);
    expect(items[0]).toMatchObject({
      outcome: 'completed',
      verdict: 'pass',
      citation: { url: 'https://cnoe.io/blog/argo-cd-application-scalability' },
      labels: { study: 'argocd-scalability', system: 'argocd' },
    });
    expect((await listRuns(test.ctx, { limit: 1, filter: 'published=false' })).total).toBe(0);
  });

  it('compare with the baseline, never as certain with one run a treatment', async () => {
    const cells = await cellsOf('argocd-qps-burst', 'sync_duration');
    const best = cells.find(({ group }) => group.includes('qps=250'));
    expect(1 / (best?.ratio ?? 0)).toBeCloseTo(3.514, 3);
    expect(best?.difference).toBe('not-assessable');
    const workers = await cellsOf('achievers-istio-concurrency', 'throughput');
    expect(workers.map(({ ratio }) => ((ratio ?? 0) - 1) * 100).map((change) => change.toFixed(1))).toEqual([
      '0.0',
      '-1.9',
      '-6.4',
    ]);
    expect(workers.slice(1).map(({ difference }) => difference)).toEqual([
      'not-assessable',
      'not-assessable',
    ]);
  });

  it('keep stalled and unhealthy runs, with their reason and without a part in averages', async () => {
    const { groups, runs } = await compare('argocd-application-count');
    expect(groups.map(({ key, n, excluded }) => [key, n, excluded.length])).toEqual([
      ['applications=15000', 1, 1],
      ['applications=20000', 1, 0],
      ['applications=25000', 1, 0],
      ['applications=30000', 1, 0],
      ['applications=50000', 1, 1],
    ]);
    expect(runs).toHaveLength(7);
    const { groups: processors, measurements } = await compare('argocd-processors');
    expect(processors.flatMap(({ excluded }) => excluded.map(({ outcome }) => outcome))).toEqual(['stalled']);
    expect(
      measurements.find(({ name }) => name === 'sync_duration')?.cells.map(({ ratio }) => ratio),
    ).toContain(30 / 45);
  });

  it('tell node counts as what differed besides the factors', async () => {
    const { covariates } = await compare('argocd-application-count');
    expect(covariates.map(({ name }) => name)).toContain('nodes');
  });

  it('keep ranges and bounds as what they are', async () => {
    const cells = await cellsOf('osm-capacity', 'convergence_at_400');
    expect(cells.map(({ amount }) => amount)).toEqual([
      undefined,
      { kind: 'at-least', low: 150 },
      { kind: 'at-least', low: 90 },
    ]);
    const updates = await cellsOf('osm-capacity', 'update_at_200');
    expect(updates.map(({ sentence }) => sentence.replaceAll('\u00a0', ' '))).toEqual([
      '10 to 20 s, n=1: the baseline',
      '10 to 20 s, n=1: 0.5 to 2x, not assessable from ranges',
      '5 to 10 s, n=1: 0.25 to 1x, not assessable from ranges',
    ]);
    const moves = await cellsOf('argocd-sharding', 'moves');
    expect(moves.map(({ amount, mean }) => amount ?? mean)).toEqual([
      null,
      null,
      null,
      { kind: 'above', low: 75 },
      48,
      15,
    ]);
    const { slos } = await compare('osm-capacity');
    expect(
      slos.find(({ name }) => name === 'converges-at-400')?.cells.map(({ result }) => result?.met),
    ).toEqual([null, false, null]);
  });

  it('convert what is published to the unit of the definition', async () => {
    const cells = await cellsOf('hush-house-receiver', 'promised_network');
    expect(cells.flatMap(({ values }) => values.map(({ value }) => value))).toEqual(Array(6).fill(10_000));
  });
});

describe.each([
  'argocd-scalability',
  'osm-scale-limits',
  'yurthub-performance',
  'hush-house-streaming',
  'achievers-load-testing',
])('the report on %s', (name) => {
  it('has a number for every expression, and claims that hold but for the one that is kept to say so', async () => {
    const { problems, numbers, claims, views } = await evaluateDraft(test.ctx, { name });
    expect(problems).toEqual([]);
    expect(
      numbers.flatMap(({ expression, result }) => (result.problem ? [[expression, result.problem]] : [])),
    ).toEqual([]);
    expect(views.flatMap(({ line, problem }) => (problem ? [[line, problem]] : []))).toEqual([]);
    const open = claims
      .filter(({ state }) => state !== 'holds')
      .map(({ claim, state, message }) => [claim, state, message]);
    const parts = 'They are the whole that the text gives, within 5 %';
    expect(
      open.map(([claim, state]) => [claim, state]),
      JSON.stringify(open),
    ).toEqual(name === 'yurthub-performance' ? [[parts, 'drifted']] : []);
    expect(claims.length).toBeGreaterThan(3);
  });
});

describe('loading a study again', () => {
  it('changes nothing when it is the same', async () => {
    const before = await listRuns(test.ctx, { limit: 500, sort: 'createdAt' });
    for (const [name, texts] of shipped)
      expect(await loadStudy(test.ctx, { name, ...texts })).toMatchObject({ unchanged: true });
    const after = await listRuns(test.ctx, { limit: 500, sort: 'createdAt' });
    expect(after.items.map(({ id }) => id)).toEqual(before.items.map(({ id }) => id));
  });

  it('replaces the runs whose figures have changed, and no others', async () => {
    const name = 'achievers-load-testing';
    const texts = shipped.get(name) as LoadStudy;
    const list = () => listRuns(test.ctx, { limit: 100, filter: `label.study="${name}"`, sort: 'createdAt' });
    const before = (await list()).items.map(({ id }) => id);
    const study = texts.study.replace('4434.11', '4434.12');
    expect(await loadStudy(test.ctx, { name, ...texts, study })).toMatchObject({ unchanged: false });
    const after = (await list()).items;
    expect(after.filter(({ id }) => !before.includes(id))).toMatchObject([
      { measurements: { throughput: { value: 4434.12 } } },
    ]);
    expect(after).toHaveLength(before.length);
    await loadStudy(test.ctx, { name, ...texts });
  });

  it('leaves a version that a user made as the newest one', async () => {
    const name = 'achievers-load-testing';
    const texts = shipped.get(name) as LoadStudy;
    const source = texts.experiments.find((text) => text.includes('achievers-platform')) ?? '';
    const own = source.replace('>= 4x', '>= 5x');
    const { version } = await saveExperiment(test.ctx, { source: own });
    expect(await loadStudy(test.ctx, { name, ...texts })).toMatchObject({ unchanged: true });
    expect((await saveExperiment(test.ctx, { source: own })).version).toBe(version);
  });

  it('brings each run once, however many load it at the same time', async () => {
    const name = 'yurthub-performance';
    const texts = shipped.get(name) as LoadStudy;
    await deleteStudy(test.ctx, { name });
    expect((await listRuns(test.ctx, { limit: 1, filter: `label.study="${name}"` })).total).toBe(0);
    await Promise.all([1, 2, 3].map(() => loadStudy(test.ctx, { name, ...texts })));
    const { items } = await listRuns(test.ctx, { limit: 100, filter: `label.study="${name}"` });
    expect(items).toHaveLength(13);
    expect(new Set(items.map(({ status }) => status))).toEqual(new Set(['finished']));
  });
});

describe('a study that is wrong is refused with the place, before anything is changed', () => {
  it.each([
    ['a measurement that is none', 'throughput: 4519.10', 'thruput: 1', 'measurements.thruput'],
    ['a unit that does not convert', 'p95: 100.75 ms', 'p95: 100.75 kg', 'measurements.p95'],
    ['a factor that is none', 'params: { workers: 2 }', 'params: { threads: 2 }', 'params.threads'],
    [
      'an experiment that does not come with it',
      'experiment: achievers-platform',
      'experiment: other',
      'experiment',
    ],
    ['a value that nobody can read', 'p95: 100.75 ms', 'p95: about a second', 'measurements.p95'],
  ])('%s', async (_, from, to, field) => {
    const name = 'achievers-load-testing';
    const texts = shipped.get(name) as LoadStudy;
    const study = texts.study.replace(from, to);
    expect(study).not.toBe(texts.study);
    const before = (await listRuns(test.ctx, { limit: 1 })).total;
    await expect(loadStudy(test.ctx, { name, ...texts, study })).rejects.toMatchObject({
      code: 'invalid',
      fields: [{ field: expect.stringContaining(field), line: expect.any(Number) }],
    });
    expect((await listRuns(test.ctx, { limit: 1 })).total).toBe(before);
  });
});
