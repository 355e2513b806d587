import { createHash } from 'node:crypto';
import type { Sketch } from '@proofload/series';
import { sketchOfHistogram } from '@proofload/series';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createSampleDatabase, type SampleDatabase } from './fixtures/sample-database.ts';
import { createSampleStore, type SampleStore } from './sample-store.ts';

let database: SampleDatabase;
let pool: pg.Pool;
let runKey: bigint;

/** Stores of processes of their own. */
let [one, other]: SampleStore[] = [];

const stream = { name: 'write:default', source: 'remote-write', format: 'remote-write-1.0' };

/** Observations of about the given values since the start of a process. */
const counted = (...values: readonly number[]): Sketch =>
  sketchOfHistogram(
    values.map((value) => ({ low: value, high: value * 1.005, count: 1 })),
    values.reduce((sum, value) => sum + value, 0),
  );

const send = (
  store: SampleStore | undefined,
  samples: readonly (readonly [timeMs: number, sketch: Sketch])[],
) =>
  store?.appendSamples(runKey, stream, {
    dictionary: [{ metric: 'rpc_seconds', kind: 'distribution', unit: 's', labels: { method: 'get' } }],
    columns: {
      series: [],
      times: [],
      values: [],
      sketches: [],
      counted: samples.map(([timeMs, sketch]) => ({ series: 0, timeMs, sketch })),
    },
    digest: createHash('sha256').update(JSON.stringify(samples)).digest(),
  });

async function read(store: SampleStore | undefined) {
  const series = (await store?.listSeries(runKey)) ?? [];
  const points = await store?.readPoints(runKey, series, 0, 1e15);
  const [first] = series;
  const own = points?.get(first?.seriesId ?? -1);
  const sketches = own?.kind === 'distribution' ? own.sketches : [];
  return {
    count: first?.count,
    sum: first?.sum,
    p100: first?.sketch?.quantile(1),
    times: own?.times,
    counts: sketches.map(({ count }) => count),
  };
}

beforeAll(async () => {
  database = await createSampleDatabase();
  ({ pool } = database);
  one = createSampleStore(pool);
  other = createSampleStore(pool);
});
afterAll(() => database.close());
beforeEach(async () => {
  runKey = await database.openRun();
});

it('counts what came between samples, whoever accepts and merges them', async () => {
  await send(one, [
    [1000, counted(5, 5)],
    [2000, counted(5, 5, 1)],
  ]);
  expect(await read(one)).toMatchObject({ count: 1, sum: 1, times: [2000], counts: [1] });
  await send(other, [[3000, counted(5, 5, 1, 2, 2)]]);
  await send(one, [[4500, counted(5, 5, 1, 2, 2)]]);
  await send(other, [[5700, counted(5, 5, 1, 2, 2, 3)]]);
  const all = await read(other);
  expect(all).toMatchObject({ count: 4, times: [2000, 3000, 5000], counts: [1, 2, 1] });
  expect(all.sum).toBeCloseTo(1 + 2 + 2 + 3, 9);
  expect(all.p100).toBeCloseTo(3, 1);
});

it('takes a process that began anew for one that had counted nothing', async () => {
  await send(one, [[1000, counted(5, 5, 5)]]);
  await send(one, [[2000, counted(7)]]);
  await send(one, [[3000, counted(7, 8)]]);
  expect(await read(one)).toMatchObject({ count: 2, sum: 15, times: [2000, 3000] });
});

it('counts nothing twice: not the same request again, nor a sample that is late', async () => {
  await send(one, [[1000, counted(5)]]);
  await send(one, [[3000, counted(5, 6, 7)]]);
  await send(other, [[3000, counted(5, 6, 7)]]);
  await read(one);
  await send(other, [[2000, counted(5, 6)]]);
  expect(await read(one)).toMatchObject({ count: 2, sum: 13, times: [3000], counts: [2] });
});

it('of a single sample nothing is known', async () => {
  await send(one, [[1000, counted(5)]]);
  expect(await read(one)).toMatchObject({ count: undefined, times: undefined });
});
