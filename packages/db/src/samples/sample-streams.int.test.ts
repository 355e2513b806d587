import { createHash } from 'node:crypto';
import type { SeriesKind } from '@proofload/series';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createPool } from '../client.ts';
import { createSampleDatabase, type SampleDatabase } from './fixtures/sample-database.ts';
import { createSampleStore, type SampleStore } from './sample-store.ts';

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

type Sample = readonly [series: string, timeMs: number, value: number];

const stream = { name: 'write:default', source: 'remote-write', format: 'remote-write-1.0' };

function send(
  samples: readonly Sample[],
  kind: SeriesKind = 'gauge',
  name = stream.name,
  into = store,
): Promise<boolean> {
  const names = [...new Set(samples.map(([series]) => series))];
  return into.appendSamples(
    runKey,
    { ...stream, name },
    {
      dictionary: names.map((series) => ({ metric: 'm', kind, unit: null, labels: { series } })),
      columns: {
        series: samples.map(([series]) => names.indexOf(series)),
        times: samples.map(([, timeMs]) => timeMs),
        values: samples.map(([, , value]) => value),
        sketches: [],
        counted: [],
      },
      digest: createHash('sha256').update(JSON.stringify({ kind, samples })).digest(),
    },
  );
}

async function readAll() {
  const series = await store.listSeries(runKey);
  const points = await store.readPoints(runKey, series, -1e15, 1e15);
  return series.map(({ seriesId, labels, count, sum, min, max, last, firstMs, lastMs, source }) => {
    const own = points.get(seriesId);
    const values = own && 'values' in own ? own.values : [];
    return {
      name: labels.series,
      count,
      sum,
      min,
      max,
      last,
      firstMs,
      lastMs,
      source,
      times: own?.times,
      values,
    };
  });
}

const countRows = async (table: 'SeriesChunk' | 'SamplePiece'): Promise<number> => {
  const { rows } = await pool.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM "${table}" WHERE "runKey" = $1`,
    [runKey],
  );
  return rows[0]?.n ?? 0;
};

it('puts pieces together, whatever their order', async () => {
  await send([
    ['a', 2000, 5],
    ['a', 3000, 7],
  ]);
  await send([
    ['a', 1000, 9],
    ['b', 2000, 1],
  ]);
  const [a, b, ...rest] = await readAll();
  expect(rest).toEqual([]);
  expect(a).toEqual({
    name: 'a',
    count: 3,
    sum: 21,
    min: 5,
    max: 9,
    last: 7,
    firstMs: 1000,
    lastMs: 3000,
    source: 'remote-write',
    times: [1000, 2000, 3000],
    values: [9, 5, 7],
  });
  expect(b).toMatchObject({ name: 'b', count: 1, values: [1] });
});

it('counts a piece that is sent again once, before it was merged and afterwards', async () => {
  const piece: Sample[] = [['a', 1000, 1]];
  expect(await send(piece)).toBe(true);
  expect(await send(piece)).toBe(false);
  expect(await readAll()).toMatchObject([{ count: 1 }]);
  expect(await send(piece)).toBe(false);
  expect(await readAll()).toMatchObject([{ count: 1, values: [1] }]);
});

it('reads what waits from another process, so that nothing accepted is lost with the one that accepted it', async () => {
  await send([['a', 1000, 4]]);
  expect(await countRows('SeriesChunk')).toBe(0);
  const later = createSampleStore(pool);
  expect(await later.readSpans(runKey)).toEqual({ 'write:default': { fromMs: 1000, toMs: 1000 } });
  expect(await later.listSeries(runKey)).toMatchObject([{ count: 1, last: 4 }]);
});

it('goes on with a server that lacks the newest, as a standby may', async () => {
  const { connectionString } = database;
  const lost = createPool({ connectionString }, () => undefined);
  const noticed = new Promise((settle) => lost.once('error', settle));
  const { rows } = await lost.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const own = createSampleStore(lost);
  await send([['a', 1000, 1]], 'gauge', stream.name, own);
  for (const table of ['Series', 'SeriesOrigin', 'SamplePiece'])
    await pool.query(`DELETE FROM "${table}" WHERE "runKey" = $1`, [runKey]);
  await pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
  await noticed;
  await send([['b', 2000, 2]], 'gauge', stream.name, own);
  expect(await readAll()).toMatchObject([{ name: 'b', count: 1, values: [2] }]);
  await lost.end();
});

it('fills chunks up instead of making one of each piece', async () => {
  for (let piece = 0; piece < 300; piece++) {
    await send(Array.from({ length: 4 }, (_, index): Sample => ['a', (piece * 4 + index) * 1000, piece]));
    if (piece % 3 === 0) await store.listSeries(runKey);
  }
  const [series] = await readAll();
  expect(series?.times).toEqual(Array.from({ length: 1200 }, (_, index) => index * 1000));
  expect(series).toMatchObject({ count: 1200, lastMs: 1_199_000 });
  expect(await countRows('SeriesChunk')).toBeLessThanOrEqual(3);
});

it('leaves chunks that are full enough alone when much is added', async () => {
  for (let piece = 0; piece < 6; piece++) {
    await send(Array.from({ length: 100 }, (_, at): Sample => ['a', (piece * 100 + at) * 1000, piece]));
    await store.listSeries(runKey);
  }
  const { rows } = await pool.query<{ points: number }>(
    'SELECT "points" FROM "SeriesChunk" WHERE "runKey" = $1 ORDER BY "chunk"',
    [runKey],
  );
  expect(rows.map(({ points }) => points)).toEqual([300, 300]);
  expect((await readAll())[0]?.times).toHaveLength(600);
});

it('takes every piece of many writers at once, while others read', async () => {
  const writers = Array.from({ length: 6 }, async (_, writer) => {
    for (let piece = 0; piece < 40; piece++) {
      const samples = [0, 1, 2].map((index): Sample => [`w${writer}`, piece * 3000 + index * 1000, 1]);
      await send([...samples, ['all', (piece * 6 + writer) * 10, 1]], 'gauge');
    }
  });
  let isDone = false;
  const reader = (async () => {
    while (!isDone) await store.listSeries(runKey);
  })();
  await Promise.all(writers);
  isDone = true;
  await reader;
  const all = await readAll();
  expect(all.find(({ name }) => name === 'all')).toMatchObject({ count: 240, sum: 240 });
  for (let writer = 0; writer < 6; writer++) {
    const own = all.find(({ name }) => name === `w${writer}`);
    expect(own).toMatchObject({ count: 120, sum: 120 });
    expect(own?.times).toHaveLength(120);
  }
});

it('merges distributions as sketches', async () => {
  await send(
    Array.from({ length: 99 }, (): Sample => ['a', 1000, 10]),
    'distribution',
  );
  await send([['a', 1500, 1000]], 'distribution');
  const [series] = await store.listSeries(runKey);
  expect(series).toMatchObject({ count: 100, max: 1000 });
  expect(series?.sketch?.quantile(0.5)).toBeCloseTo(10, 0);
  expect(series?.sketch?.quantile(1)).toBe(1000);
});

it('keeps streams of two names apart', async () => {
  await send([['a', 1000, 1]], 'gauge', 'write:one');
  await send([['a', 1000, 2]], 'gauge', 'write:two');
  expect((await store.listSeries(runKey)).map(({ origin, last }) => [origin, last])).toEqual([
    ['write:one', 1],
    ['write:two', 2],
  ]);
});

it('folds series past the bound into one, with exact totals', async () => {
  const series = (from: number, to: number): Sample[] =>
    Array.from({ length: to - from }, (_, index): Sample => [`s${from + index}`, 1000, 1]);
  await send(series(0, 9_990));
  await send(series(9_980, 10_030));
  const all = await store.listSeries(runKey);
  expect(all).toHaveLength(10_001);
  expect(all.reduce((sum, { count }) => sum + count, 0)).toBe(10_040);
  expect(all.find(({ labels }) => labels.proofload_overflow === 'true')).toMatchObject({ count: 30 });
});

it('forgets what was accepted when told so, and everything with the run', async () => {
  await send([['a', 1000, 1]]);
  await store.settleRun(runKey);
  expect(await countRows('SamplePiece')).toBe(0);
  expect(await readAll()).toMatchObject([{ count: 1 }]);
  await send([['a', 2000, 1]]);
  await database.deleteRun(runKey);
  expect([await countRows('SamplePiece'), await countRows('SeriesChunk')]).toEqual([0, 0]);
});
