import { experimentListSchema, experimentSchema, versionDiffSchema } from '@proofload/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { poolSize } from '../fixtures/definitions.ts';
import { createTestContext, type TestContext } from '../fixtures/test-context.ts';
import { checkExperiment, diffVersions, listExperiments, readExperiment, saveExperiment } from './index.ts';

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext();
});
afterAll(() => test.close());

const named = (name: string): string => poolSize.replace('name: pool-size', `name: ${name}`);

describe('saving', () => {
  it('makes a version for every change, and none for the same text', async () => {
    expect(await saveExperiment(test.ctx, { source: poolSize })).toEqual({
      name: 'pool-size',
      version: 1,
      url: 'http://proofload.test/experiments/pool-size',
      unchanged: false,
      warnings: [],
      evaluation: null,
    });
    expect(await saveExperiment(test.ctx, { source: poolSize })).toMatchObject({
      version: 1,
      unchanged: true,
    });
    const changed = poolSize.replace('replicates: 2', 'replicates: 3');
    expect(await saveExperiment(test.ctx, { source: changed })).toMatchObject({
      version: 2,
      unchanged: false,
    });
    const experiment = experimentSchema.parse(await readExperiment(test.ctx, { name: 'pool-size' }));
    expect(experiment).toMatchObject({
      version: 2,
      latestVersion: 2,
      replicates: 3,
      treatments: 6,
      labels: { team: 'platform' },
    });
    expect(experiment.versions.map(({ version, createdBy }) => [version, createdBy])).toEqual([
      [2, 'Ada'],
      [1, 'Ada'],
    ]);
    expect(experiment.treatmentList.filter(({ baseline }) => baseline).map(({ key }) => key)).toEqual([
      'cached=false,workers=1',
    ]);
    expect(await readExperiment(test.ctx, { name: 'pool-size', version: 1 })).toMatchObject({
      version: 1,
      latestVersion: 2,
      source: poolSize,
    });
  });

  it('gives every one of ten simultaneous changes its own version', async () => {
    const saves = Array.from({ length: 10 }, (_, index) =>
      saveExperiment(test.ctx, {
        source: named('busy').replace('replicates: 2', `replicates: ${index + 3}`),
      }),
    );
    const versions = (await Promise.all(saves)).map(({ version }) => version);
    expect([...versions].sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it.each<[string, string, string, string]>([
    [
      'an unknown setting of k6',
      poolSize.replace('vus: 2', 'vusers: 2'),
      'spec.workload.with.vusers',
      'expected no setting of this name for k6',
    ],
    [
      'a variable that steers k6',
      poolSize.replace('vus: 2', 'env: {K6_OUT: cloud}'),
      'spec.workload.with.env.K6_OUT',
      'expected a name that does not begin with K6_',
    ],
    [
      'a level that the setting cannot have',
      poolSize.replace('vus: 2', 'vus: "${cached}"'),
      'spec.workload.with.vus',
      'expected a whole number',
    ],
    ['a name that is an address', named('check'), 'metadata.name', 'expected another name'],
    [
      'a broken definition',
      poolSize.replace('aggregate: count', 'aggregate: most'),
      'spec.measurements.requests.aggregate',
      'expected count',
    ],
  ])('refuses %s and names the field', async (_, source, field, message) => {
    await expect(saveExperiment(test.ctx, { source })).rejects.toMatchObject({
      code: 'invalid',
      fields: [{ field, message: expect.stringContaining(message) }],
    });
  });

  it('takes an executor that does not exist here, with a warning', async () => {
    const source = named('later').replace('executor: k6', 'executor: argocd');
    const { warnings } = await saveExperiment(test.ctx, { source });
    expect(warnings).toEqual([
      expect.stringMatching(
        /^The executor argocd does not exist here, so this cannot be launched; known are k6, .* and external$/,
      ),
    ]);
  });

  it('needs the scope launch', async () => {
    await expect(
      saveExperiment(test.as({ scopes: ['read', 'ingest'] }), { source: poolSize }),
    ).rejects.toMatchObject({ code: 'forbidden' });
  });
});

describe('checking', () => {
  it('tells errors with their lines, and saves nothing', async () => {
    const source = named('unsaved').replace('aggregate: count', 'aggregate: most');
    const checked = await checkExperiment(test.ctx, { source });
    expect(checked.errors).toMatchObject([{ field: 'spec.measurements.requests.aggregate', line: 19 }]);
    await expect(readExperiment(test.ctx, { name: 'unsaved' })).rejects.toMatchObject({ code: 'not-found' });
  });

  it('tells what would be launched', async () => {
    const { errors, treatments } = await checkExperiment(test.as({ scopes: ['read'] }), { source: poolSize });
    expect(errors).toEqual([]);
    expect(treatments).toHaveLength(6);
    expect(treatments[0]).toEqual({
      key: 'cached=true,workers=1',
      params: { workers: 1, cached: true },
      baseline: false,
    });
  });
});

describe('listing', () => {
  it('goes page by page by name, within the project', async () => {
    const other = test.as({ projectId: 'project2' });
    for (const name of ['c', 'a', 'b']) await saveExperiment(other, { source: named(name) });
    const first = experimentListSchema.parse(await listExperiments(other, { limit: 2 }));
    expect(first.items.map(({ name }) => name)).toEqual(['a', 'b']);
    const second = await listExperiments(other, { limit: 2, cursor: first.nextCursor ?? '' });
    expect(second.items.map(({ name }) => name)).toEqual(['c']);
    expect(second.nextCursor).toBeNull();
    await expect(readExperiment(test.ctx, { name: 'a' })).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('the diff of two versions', () => {
  it('has the lines with their numbers and the values that changed', async () => {
    await saveExperiment(test.ctx, { source: named('diffed') });
    await saveExperiment(test.ctx, { source: named('diffed').replace('replicates: 2', 'replicates: 5') });
    const diff = versionDiffSchema.parse(await diffVersions(test.ctx, { name: 'diffed', from: 1, to: 2 }));
    expect(diff.changes).toEqual([{ path: 'replicates', before: 2, after: 5 }]);
    expect(diff.lines.filter(({ kind }) => kind !== 'same')).toEqual([
      { kind: 'removed', text: '  replicates: 2', fromLine: 12, toLine: null },
      { kind: 'added', text: '  replicates: 5', fromLine: null, toLine: 12 },
    ]);
    await expect(diffVersions(test.ctx, { name: 'diffed', from: 1, to: 3 })).rejects.toMatchObject({
      code: 'not-found',
      message: 'There is no version 3 of an experiment diffed',
    });
  });
});
