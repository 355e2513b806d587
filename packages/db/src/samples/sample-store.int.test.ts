import { Rollup, type SeriesIdentity } from '@proofload/series';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSampleDatabase, type SampleDatabase } from './fixtures/sample-database.ts';
import { createSampleStore, type OriginEnd, type SampleStore } from './sample-store.ts';

let database: SampleDatabase;
let pool: pg.Pool;
let store: SampleStore;
let runKey: bigint;

beforeAll(async () => {
  database = await createSampleDatabase();
  pool = database.pool;
  store = createSampleStore(pool);
});
afterAll(() => database.close());
beforeEach(async () => {
  runKey = await database.openRun();
});

const options = { maxSeries: 100, maxOpenPoints: 10_000, chunkPoints: 4, gaugeResolutionMs: 0 };
const requests = (shard: string): SeriesIdentity => ({
  metric: 'requests',
  kind: 'delta',
  unit: 'requests',
  labels: { shard },
});
const end: OriginEnd = {
  format: 'test',
  sha256: 'aa',
  samples: 1,
  lines: 1,
  bytes: 1,
  warnings: [],
  isComplete: true,
};
const origin = (name: string, isStaged = true) => ({ name, source: 'test', format: 'test', isStaged });

function rollupOf(values: readonly (readonly [shard: string, timeMs: number, value: number])[]): Rollup {
  const rollup = new Rollup(options);
  for (const [shard, timeMs, value] of values) rollup.add(rollup.series(requests(shard)), timeMs, value);
  return rollup;
}

async function upload(name: string, rollup: Rollup, sha256: string): Promise<boolean> {
  const handle = await store.openOrigin(runKey, origin(name));
  await store.write(handle, rollup, rollup.takeDirty());
  return store.closeOrigin(handle, name, { ...end, sha256 });
}

it('gives back points and totals, selected by labels and time', async () => {
  await upload(
    'k6:default',
    rollupOf([
      ['1', 1000, 1],
      ['1', 2500, 4],
      ['2', 1000, 7],
    ]),
    'aa',
  );
  const [one, ...rest] = await store.listSeries(runKey, {
    metric: 'requests',
    matchers: [{ name: 'shard', op: '=~', value: '1|3' }],
  });
  expect(rest).toEqual([]);
  expect(one).toMatchObject({
    labels: { shard: '1' },
    count: 2,
    sum: 5,
    min: 1,
    max: 4,
    firstMs: 1000,
    lastMs: 2500,
    origin: 'k6:default',
  });
  const points = await store.readPoints(runKey, one ? [one] : [], 1500, 9000);
  expect(points.get(one?.seriesId ?? -1)).toEqual({ kind: 'delta', times: [2000], sums: [4], counts: [1] });
  expect(await store.readSpans(runKey)).toEqual({ 'k6:default': { fromMs: 1000, toMs: 2500 } });
});

it('puts the chunks of a stream together, with late samples in their place', async () => {
  const handle = await store.openOrigin(runKey, origin('k6:live', false));
  const rollup = new Rollup(options);
  const ref = rollup.series(requests('1'));
  for (const [index, time] of [1000, 2000, 3000, 4000, 5000, 2000, 6000].entries()) {
    rollup.add(ref, time, index + 1);
    await store.write(handle, rollup, rollup.takeDirty());
  }
  const series = await store.listSeries(runKey);
  const points = await store.readPoints(runKey, series, 0, 1e6);
  expect(points.get(series[0]?.seriesId ?? -1)).toEqual({
    kind: 'delta',
    times: [1000, 2000, 3000, 4000, 5000, 6000],
    sums: [1, 2 + 6, 3, 4, 5, 7],
    counts: [1, 2, 1, 1, 1, 1],
  });
});

describe('uploading again', () => {
  it('changes nothing with the same bytes', async () => {
    const rollup = () => rollupOf([['1', 1000, 1]]);
    expect(await upload('k6:default', rollup(), 'aa')).toBe(true);
    const before = await pool.query('SELECT * FROM "SeriesOrigin" WHERE "runKey" = $1', [runKey]);
    expect(await upload('k6:default', rollup(), 'aa')).toBe(false);
    const after = await pool.query('SELECT * FROM "SeriesOrigin" WHERE "runKey" = $1', [runKey]);
    expect(after.rows).toEqual(before.rows);
    expect(await store.listSeries(runKey)).toHaveLength(1);
  });

  it('replaces the origin with other bytes, and leaves other origins alone', async () => {
    await upload(
      'k6:default',
      rollupOf([
        ['1', 1000, 1],
        ['2', 1000, 1],
      ]),
      'aa',
    );
    await upload('k6:second', rollupOf([['9', 1000, 1]]), 'cc');
    await upload('k6:default', rollupOf([['3', 1000, 1]]), 'bb');
    expect((await store.listSeries(runKey)).map(({ labels }) => labels.shard).sort()).toEqual(['3', '9']);
    const { rows } = await pool.query(
      'SELECT count(*)::int AS chunks FROM "SeriesChunk" WHERE "runKey" = $1',
      [runKey],
    );
    expect(rows).toEqual([{ chunks: 2 }]);
  });

  it('shows nothing of an upload that has not ended, and removes it when it is stale', async () => {
    const handle = await store.openOrigin(runKey, origin('k6:default'));
    const rollup = rollupOf([['1', 1000, 1]]);
    await store.write(handle, rollup, rollup.takeDirty());
    expect(await store.listSeries(runKey)).toEqual([]);
    expect(await store.dropStaleStaged(3_600_000)).toBe(0);
    expect(await store.dropStaleStaged(-1000)).toBe(1);
    expect((await pool.query('SELECT 1 FROM "SeriesChunk" WHERE "runKey" = $1', [runKey])).rowCount).toBe(0);
  });
});

it('keeps two writers of one run apart', async () => {
  const uploads = ['a', 'b', 'c', 'd'].map((name) =>
    upload(
      name,
      rollupOf([
        [name, 1000, 1],
        [name, 2000, 2],
      ]),
      name,
    ),
  );
  expect(await Promise.all(uploads)).toEqual([true, true, true, true]);
  expect((await store.listSeries(runKey)).map(({ labels, sum }) => [labels.shard, sum]).sort()).toEqual([
    ['a', 3],
    ['b', 3],
    ['c', 3],
    ['d', 3],
  ]);
});

it('keeps sketches of a distribution for the whole run', async () => {
  const rollup = new Rollup(options);
  const ref = rollup.series({ metric: 'latency', kind: 'distribution', unit: 'ms', labels: {} });
  for (let value = 1; value <= 1000; value++) rollup.add(ref, value * 10, value);
  await upload('k6:default', rollup, 'aa');
  const [series] = await store.listSeries(runKey, { metric: 'latency' });
  expect(Math.abs((series?.sketch?.quantile(0.95) ?? 0) - 950.05)).toBeLessThan(950 * 0.005);
});

it('goes with its run in one statement', async () => {
  await upload('k6:default', rollupOf([['1', 1000, 1]]), 'aa');
  await pool.query('DELETE FROM "Run" WHERE "key" = $1', [runKey]);
  for (const table of ['SeriesOrigin', 'Series', 'SeriesChunk']) {
    expect((await pool.query(`SELECT 1 FROM "${table}" WHERE "runKey" = $1`, [runKey])).rowCount).toBe(0);
  }
});

describe('a writer whose origin was replaced', () => {
  it('fails with a conflict and leaves the newer data alone', async () => {
    const older = await store.openOrigin(runKey, origin('k6:default', false));
    const newer = await store.openOrigin(runKey, origin('k6:default', false));
    const rollup = rollupOf([['1', 1000, 5]]);
    await store.write(newer, rollup, rollup.takeDirty());
    const late = rollupOf([['1', 1000, 9]]);
    await expect(store.write(older, late, late.takeDirty())).rejects.toMatchObject({ code: 'conflict' });
    await expect(store.closeOrigin(older, 'k6:default', end)).rejects.toMatchObject({ code: 'conflict' });
    expect((await store.listSeries(runKey)).map(({ sum }) => sum)).toEqual([5]);
  });
});

describe('a worker that has lost its run', () => {
  it('does not begin to read in the place of its successor', async () => {
    await pool.query('UPDATE "Run" SET "leaseOwner" = $2 WHERE "key" = $1', [runKey, 'successor']);
    const newer = await store.openOrigin(runKey, { ...origin('k6:default', false), owner: 'successor' });
    const late = store.openOrigin(runKey, { ...origin('k6:default', false), owner: 'cut off' });
    await expect(late).rejects.toMatchObject({ code: 'conflict' });
    const rollup = rollupOf([['1', 1000, 5]]);
    await store.write(newer, rollup, rollup.takeDirty());
    expect((await store.listSeries(runKey)).map(({ sum }) => sum)).toEqual([5]);
  });
});

describe('an upload that broke off', () => {
  const broken = { ...end, sha256: null, isComplete: false };
  const uploadBroken = async (rollup: Rollup) => {
    const handle = await store.openOrigin(runKey, origin('k6:default'));
    await store.write(handle, rollup, rollup.takeDirty());
    return store.closeOrigin(handle, 'k6:default', broken);
  };
  const sums = async () => (await store.listSeries(runKey)).map(({ sum }) => sum);

  it('is kept until a whole one comes', async () => {
    expect(await uploadBroken(rollupOf([['1', 1000, 1]]))).toBe(true);
    expect(await sums()).toEqual([1]);
    expect(await upload('k6:default', rollupOf([['1', 1000, 2]]), 'aa')).toBe(true);
    expect(await sums()).toEqual([2]);
  });

  it('does not take the place of a whole one', async () => {
    await upload('k6:default', rollupOf([['1', 1000, 2]]), 'aa');
    expect(await uploadBroken(rollupOf([['1', 1000, 1]]))).toBe(false);
    expect(await sums()).toEqual([2]);
  });
});

describe('an addition', () => {
  const goroutines = (pod: string): SeriesIdentity => ({
    metric: 'goroutines',
    kind: 'gauge',
    unit: null,
    labels: { pod },
  });
  const addScrape = async (timeMs: number, values: Record<string, number>, sha256: string) => {
    const rollup = new Rollup(options);
    for (const [pod, value] of Object.entries(values))
      rollup.add(rollup.series(goroutines(pod)), timeMs, value);
    const handle = await store.openOrigin(runKey, origin('openmetrics:default'));
    await store.write(handle, rollup, rollup.takeDirty());
    return store.closeOrigin(handle, 'openmetrics:default', { ...end, sha256, isAddition: true });
  };

  it('adds samples to the series that are there and keeps new ones apart', async () => {
    expect(await addScrape(1000, { a: 4 }, 's1')).toBe(true);
    expect(await addScrape(2000, { a: 2, b: 7 }, 's2')).toBe(true);
    expect(await addScrape(2000, { a: 2, b: 7 }, 's2')).toBe(false);
    const series = await store.listSeries(runKey);
    expect(
      series.map(({ labels, count, sum, min, max, last, lastMs }) => [
        labels.pod,
        count,
        sum,
        min,
        max,
        last,
        lastMs,
      ]),
    ).toEqual([
      ['a', 2, 6, 2, 4, 2, 2000],
      ['b', 1, 7, 7, 7, 7, 2000],
    ]);
    const points = await store.readPoints(runKey, series, 0, 1e6);
    expect(series.map(({ seriesId }) => points.get(seriesId))).toEqual([
      { kind: 'gauge', times: [1000, 2000], values: [4, 2] },
      { kind: 'gauge', times: [2000], values: [7] },
    ]);
    const { rows } = await pool.query(
      'SELECT "name", "samples"::int FROM "SeriesOrigin" WHERE "runKey" = $1',
      [runKey],
    );
    expect(rows).toEqual([{ name: 'openmetrics:default', samples: 2 }]);
  });
});

describe('figures without samples', () => {
  const reported = { quantiles: { p95: 42 }, rate: null, thresholds: {}, isPart: false };
  const nothing = {
    count: 0,
    sum: 0,
    min: Number.NaN,
    max: Number.NaN,
    last: Number.NaN,
    firstMs: Number.NaN,
    lastMs: Number.NaN,
    sketch: null,
  };
  const row = (labels: Record<string, string>) => ({
    identity: { metric: 'latency', kind: 'distribution' as const, unit: 'ms', labels },
    totals: nothing,
    reported: { ...reported, isPart: Object.keys(labels).length > 0 },
  });
  const uploadSummary = async () => {
    const handle = await store.openOrigin(runKey, origin('k6-summary:default'));
    await store.writeTotals(handle, [
      row({}),
      row({ scenario: 'burst' }),
      row({ scenario: 'burst', status: '200' }),
    ]);
    await store.closeOrigin(handle, 'k6-summary:default', end);
  };
  const labelsOf = async (...values: [name: string, value: string][]) => {
    const matchers = values.map(([name, value]) => ({ name, op: '=' as const, value }));
    return (await store.listSeries(runKey, { metric: 'latency', matchers })).map(({ labels }) => labels);
  };

  it('are selected with a sub-metric only when it is asked for exactly', async () => {
    await uploadSummary();
    expect(await labelsOf()).toEqual([{}]);
    expect(await labelsOf(['scenario', 'burst'])).toEqual([{ scenario: 'burst' }]);
    expect(await labelsOf(['status', '200'])).toEqual([]);
    expect((await store.listSeries(runKey)).map(({ reported }) => reported?.quantiles)).toEqual([
      { p95: 42 },
    ]);
  });

  it('give way to the samples themselves', async () => {
    await uploadSummary();
    const rollup = new Rollup(options);
    rollup.add(
      rollup.series({ metric: 'latency', kind: 'distribution', unit: 'ms', labels: { scenario: 'burst' } }),
      1000,
      7,
    );
    await upload('k6:default', rollup, 'aa');
    expect((await store.listSeries(runKey)).map(({ reported, sum }) => [reported, sum])).toEqual([[null, 7]]);
  });
});
