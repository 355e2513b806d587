import { openRunSchema, seriesQuerySchema } from '@proofload/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestContext, type TestContext } from '../fixtures/test-context.ts';
import { ingestK6 } from '../ingest/index.ts';
import { findRun } from '../runs/find-run.ts';
import { finishRun, openRun, readRun } from '../runs/index.ts';
import { readSeries } from '../series/index.ts';

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext();
});
afterAll(() => test.close());

const startMs = Date.parse('2026-11-21T06:00:00Z');

async function* hourOfRequests(): AsyncGenerator<Uint8Array> {
  for (let second = 0; second < 3600; second++) {
    const time = new Date(startMs + second * 1000).toISOString();
    const point = { metric: 'http_reqs', type: 'Point', data: { time, value: 1 + (second % 7), tags: {} } };
    yield Buffer.from(`${JSON.stringify(point)}\n`);
  }
}

async function overviewsOf(runId: string): Promise<number[]> {
  const { key } = await findRun(test.ctx, runId);
  const series = await test.ctx.samples.listSeries(key);
  const found = await test.ctx.samples.readOverviews(
    series.map(({ seriesId }) => ({ runKey: key, seriesId })),
  );
  return [...(found.get(key)?.values() ?? [])].map(({ stepMs }) => stepMs);
}

it('leaves the overviews of a run whose closer dies as soon as it is finished', async () => {
  const { id } = await openRun(test.ctx, openRunSchema.parse({ startedAt: '2026-11-21T06:00:00Z' }));
  await ingestK6(test.ctx, { runId: id, body: hourOfRequests() });
  const samples = {
    ...test.ctx.samples,
    settleRun: () => Promise.reject(new Error('killed')),
  };
  const closing = finishRun(
    { ...test.ctx, samples },
    { id, outcome: 'completed', finishedAt: '2026-11-21T07:00:00Z' },
  );
  await expect(closing).rejects.toThrow('killed');
  expect((await readRun(test.ctx, { id })).status).toBe('finished');
  expect(await overviewsOf(id)).toEqual([4000]);
  const query = seriesQuerySchema.parse({ metric: 'http_reqs', points: 900 });
  expect((await readSeries(test.ctx, { runId: id, ...query })).stepMs, 'charts read them').toBe(4000);
});

it('finishes a run whose overviews cannot be made', async () => {
  const { id } = await openRun(test.ctx, openRunSchema.parse({}));
  const samples = { ...test.ctx.samples, makeOverviews: () => Promise.reject(new Error('damaged')) };
  await finishRun({ ...test.ctx, samples }, { id, outcome: 'completed' });
  expect((await readRun(test.ctx, { id })).status).toBe('finished');
});
