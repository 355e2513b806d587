import { createHash } from 'node:crypto';
import {
  catalogQuerySchema,
  openRunSchema,
  runSeriesQuerySchema,
  seriesQuerySchema,
  seriesSearchQuerySchema,
  statisticsQuerySchema,
} from '@proofload/contracts';
import { ProofloadError } from '@proofload/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestContext, type TestContext } from '../fixtures/test-context.ts';
import { openRun } from '../runs/index.ts';
import {
  findRunsWithSeries,
  listCatalog,
  readMetricsOfRuns,
  readSeries,
  readSeriesOfRuns,
  readStatistics,
} from './index.ts';

let test: TestContext;
let runId: string;
const startMs = Date.UTC(2026, 0, 15, 6);
const seconds = 9_000;
/** A level with one spike in each direction, and a counter that begins again once. */
const levelAt = (second: number): number => (second === 4_321 ? 500 : second === 7_000 ? -80 : second % 60);
const countAt = (second: number): number => (second < 5_000 ? second * 3 : (second - 5_000) * 2);

beforeAll(async () => {
  test = await createTestContext();
  runId = await openLong(0);
});
afterAll(() => test.close());

/** Opens a run with two and a half hours of samples. */
async function openLong(offset: number): Promise<string> {
  const { id } = await openRun(test.ctx, openRunSchema.parse({ startedAt: new Date(startMs).toISOString() }));
  const dictionary = [
    { metric: 'depth', kind: 'gauge' as const, unit: null, labels: { shard: '1', pod: 'web-1' } },
    { metric: 'depth', kind: 'gauge' as const, unit: null, labels: { shard: '2', pod: 'web-2' } },
    { metric: 'synced_total', kind: 'cumulative' as const, unit: null, labels: { shard: '1' } },
  ];
  const columns = {
    series: [] as number[],
    times: [] as number[],
    values: [] as number[],
    sketches: [],
    counted: [],
  };
  for (let second = 0; second < seconds; second++) {
    for (const [series, value] of [levelAt(second) + offset, 1, countAt(second)].entries()) {
      columns.series.push(series);
      columns.times.push(startMs + second * 1000);
      columns.values.push(value);
    }
  }
  const digest = createHash('sha256').update(`${id}${offset}`).digest();
  const stream = { name: 'write:default', source: 'remote-write', format: 'remote-write-1.0' };
  const { key } = await keyOf(id);
  await test.ctx.samples.appendSamples(key, stream, { dictionary, columns, digest });
  return id;
}

async function keyOf(id: string) {
  const run = await test.ctx.repos.runs.find(id, 'project1');
  if (!run) throw new Error('The run is gone');
  return run;
}

const read = (query: Record<string, unknown>) =>
  readSeries(test.ctx, { runId, ...seriesQuerySchema.parse(query) });

describe('a long series', () => {
  it('keeps its extremes in few points, and is the same from its overview', async () => {
    const before = await read({ metric: 'depth,synced_total', by: '*', points: 900 });
    await test.ctx.samples.settleRun((await keyOf(runId)).key);
    const after = await read({ metric: 'depth,synced_total', by: '*', points: 900 });
    expect(before.stepMs).toBe(10_000);
    expect(after.stepMs, 'two steps of the overview').toBe(18_000);
    for (const { lines } of [before, after]) {
      expect(lines.map(({ metric }) => metric)).toEqual(['depth', 'depth', 'synced_total']);
      const [depth, , synced] = lines;
      expect(depth?.times.length).toBeLessThanOrEqual(900);
      expect(Math.max(...numbers(depth?.columns.max))).toBe(500);
      expect(Math.min(...numbers(depth?.columns.min))).toBe(-80);
      expect(numbers(synced?.columns.max)).toContain(3);
      expect(Math.min(...numbers(synced?.columns.min)), 'the counter begins again').toBe(0);
    }
    const exact = await read({ metric: 'depth', by: '*', points: 500, from: after.from, to: after.to });
    expect(exact.stepMs).toBe(18_000);
    const [ours, theirs] = [after.lines[0], exact.lines[0]];
    const means = new Map(theirs?.times.map((time, index) => [time, theirs.columns.mean?.[index]]));
    expect(
      ours?.times.map((time) => means.get(time)),
      'the steps begin at the same moments',
    ).toEqual(ours?.columns.mean?.map((mean) => expect.closeTo(mean ?? Number.NaN, 9)));
  });

  it('is read from its samples where the overview is too coarse', async () => {
    const fine = await read({ metric: 'depth', by: '*', points: 4000 });
    expect(fine.stepMs).toBe(3000);
    expect(Math.max(...numbers(fine.lines[0]?.columns.max))).toBe(500);
    const zoomed = await read({
      metric: 'depth',
      labels: 'shard="1"',
      from: new Date(startMs + 4_300_000).toISOString(),
      to: new Date(startMs + 4_400_000).toISOString(),
    });
    expect(zoomed.lines).toHaveLength(1);
    expect(zoomed.lines[0]?.columns.max?.filter((value) => value === 500)).toHaveLength(1);
  });
});

const numbers = (column: readonly (number | null)[] | undefined): number[] =>
  (column ?? []).filter((value) => value !== null);

it('reads several runs at once, in the order asked for', async () => {
  const second = await openLong(1000);
  const { series } = await readSeriesOfRuns(
    test.ctx,
    runSeriesQuerySchema.parse({ runs: `${second},${runId}`, metric: 'depth', labels: 'shard="1"' }),
  );
  expect(series.map(({ run }) => run)).toEqual([second, runId]);
  expect(series.map(({ lines }) => Math.max(...numbers(lines[0]?.columns.max)))).toEqual([1500, 500]);
  const { runs } = await readMetricsOfRuns(test.ctx, { runs: `${second},${runId}` });
  expect(runs.map(({ metrics }) => metrics.map(({ metric, series: count }) => [metric, count]))).toEqual(
    Array.from({ length: 2 }, () => [
      ['depth', 2],
      ['synced_total', 1],
    ]),
  );
});

it('shows several runs to nobody outside of their project', async () => {
  const outside = test.as({ projectId: 'project2' });
  const query = runSeriesQuerySchema.parse({ runs: runId, metric: 'depth' });
  await expect(readSeriesOfRuns(outside, query)).rejects.toMatchObject({ code: 'not-found' });
  await expect(readMetricsOfRuns(outside, { runs: runId })).rejects.toMatchObject({ code: 'not-found' });
});

describe('the catalog', () => {
  const list = (query: Record<string, unknown>) =>
    listCatalog(test.ctx, { runId, ...catalogQuerySchema.parse(query) });

  it('finds series by words and by selectors, page by page', async () => {
    expect((await list({ search: 'DEPTH web-2' })).items.map(({ labels }) => labels.shard)).toEqual(['2']);
    expect((await list({ labels: 'shard=~"1"' })).items.map(({ metric }) => metric)).toEqual([
      'depth',
      'synced_total',
    ]);
    const first = await list({ limit: 2 });
    expect(first).toMatchObject({ total: 3, items: [{ samples: seconds, max: 500 }, {}] });
    const rest = await list({ limit: 2, cursor: first.nextCursor });
    expect(rest).toMatchObject({
      nextCursor: null,
      items: [{ metric: 'synced_total', last: countAt(8_999) }],
    });
    expect((await list({ search: 'nothing' })).items).toEqual([]);
    expect((await list({ search: '{pod="WEB-2",SHARD' })).total).toBe(1);
    expect((await list({ search: 'dépth' })).total).toBe(0);
    expect((await list({ search: 'depth', labels: 'shard!="2"' })).total).toBe(1);
    await expect(list({ cursor: '99' })).rejects.toBeInstanceOf(ProofloadError);
  });

  it('gives ids that are drawn one by one', async () => {
    const { items } = await list({ search: 'shard="2"' });
    const { lines } = await read({ metric: 'depth', series: items.map(({ id }) => id).join(',') });
    expect(lines.map(({ labels }) => labels)).toEqual([{ shard: '2', pod: 'web-2' }]);
  });

  it('gives the series of given ids, and says which ids are none', async () => {
    const ids = (await list({})).items.map(({ id }) => id);
    const chosen = await list({ series: `${ids[2]},${ids[0]},12345` });
    expect(chosen).toMatchObject({ total: 2, items: [{ id: ids[0] }, { id: ids[2] }] });
    for (const series of ['4294967296', Array.from({ length: 201 }, (_, id) => id).join(',')]) {
      await expect(list({ series })).rejects.toMatchObject({ fields: [{ field: 'series' }] });
    }
  });
});

describe('runs by their series', () => {
  const find = (query: Record<string, unknown>, ctx = test.ctx) =>
    findRunsWithSeries(ctx, seriesSearchQuerySchema.parse(query));

  it('are found by labels, newest first, page by page, in their own project', async () => {
    const newest = await openLong(5);
    await test.ctx.samples.settleRun((await keyOf(newest)).key);
    const all = await find({ metric: 'depth', labels: 'shard=~"1|2"' });
    expect(all.items[0]).toMatchObject({ id: newest, series: 2 });
    expect(all.items.map(({ id }) => id)).toContain(runId);
    expect(all.nextCursor).toBeNull();
    const pages = [await find({ metric: 'depth', labels: 'pod="web-2"', limit: 1 })];
    for (let page = pages[0]; page?.nextCursor; page = pages.at(-1)) {
      pages.push(await find({ metric: 'depth', labels: 'pod="web-2"', limit: 1, cursor: page.nextCursor }));
    }
    expect(pages.flatMap(({ items }) => items)).toEqual(all.items.map((item) => ({ ...item, series: 1 })));
    expect((await find({ metric: 'depth', labels: 'pod="none"' })).items).toEqual([]);
    expect((await find({ metric: 'depth' }, test.as({ projectId: 'project2' }))).items).toEqual([]);
  });
});

describe('statistics', () => {
  const figures = async (query: Record<string, unknown>) => {
    const { groups } = await readStatistics(test.ctx, { runId, ...statisticsQuerySchema.parse(query) });
    return groups.map(({ labels, figures: all }) => ({
      labels,
      ...Object.fromEntries(Object.entries(all).map(([name, { value }]) => [name, value])),
    }));
  };

  it('are of the samples in the stretch', async () => {
    const stretch = {
      from: new Date(startMs + 60_000).toISOString(),
      to: new Date(startMs + 120_000).toISOString(),
    };
    expect(
      await figures({ metric: 'depth', by: 'shard', aggregates: 'count,avg,min,max,p50', ...stretch }),
    ).toEqual([
      { labels: { shard: '1' }, count: 60, avg: 29.5, min: 0, max: 59, p50: 29.5 },
      { labels: { shard: '2' }, count: 60, avg: 1, min: 1, max: 1, p50: 1 },
    ]);
    expect(await figures({ metric: 'synced_total', aggregates: 'increase,rate', ...stretch })).toEqual([
      { labels: {}, increase: 60 * 3, rate: 3 },
    ]);
  });

  it('hold the last sample of all, though it lies on a second', async () => {
    const count = async (to: object) =>
      (await figures({ metric: 'depth', labels: 'shard="1"', aggregates: 'count', ...to }))[0];
    const lastMs = startMs + (seconds - 1) * 1000;
    expect(await count({})).toMatchObject({ count: seconds });
    expect(await count({ to: new Date(lastMs).toISOString() })).toMatchObject({ count: seconds });
    expect(await count({ to: new Date(lastMs - 1000).toISOString() })).toMatchObject({ count: seconds - 2 });
  });

  it.each([
    [{ metric: 'depth', aggregates: 'mode' }, 'aggregates'],
    [{ metric: 'depth', phase: 'none' }, 'phase'],
    [{ metric: 'depth', from: '2026-01-15T07:00:00Z', to: '2026-01-15T06:00:00Z' }, 'to'],
  ])('say which field of %o is wrong', async (query, field) => {
    await expect(figures(query)).rejects.toMatchObject({ code: 'invalid', fields: [{ field }] });
  });
});
