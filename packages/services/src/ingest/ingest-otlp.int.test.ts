import { readFileSync } from 'node:fs';
import { openRunSchema, seriesQuerySchema } from '@proofload/contracts';
import { createPool } from '@proofload/db';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { evaluateStoredRun } from '../execution/evaluate-stored-run.ts';
import { createTestContext, type TestContext } from '../fixtures/test-context.ts';
import { findRun } from '../runs/find-run.ts';
import { openRun, readRun } from '../runs/index.ts';
import { listMetrics, readSeries } from '../series/index.ts';
import { ingestOtlp, type OtlpEncoding } from './index.ts';

let test: TestContext;
let pool: ReturnType<typeof createPool>;
beforeAll(async () => {
  test = await createTestContext();
  pool = createPool({ connectionString: test.connectionString }, () => undefined);
});
afterAll(async () => {
  await pool.end();
  await test.close();
});

const fixture = (name: string): Buffer =>
  readFileSync(new URL(`../../../sources/src/otlp/fixtures/${name}`, import.meta.url));
const ofK6 = fixture('k6-1.8.1.pb');
const ofK6Delta = fixture('k6-1.8.1-delta.pb');

async function* bodyOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000);
}
const open = async (startedAt = '2026-11-21T13:45:10Z'): Promise<string> =>
  (await openRun(test.ctx, openRunSchema.parse({ name: 'otlp', startedAt }))).id;
const push = (runId: string, body: Uint8Array, encoding: OtlpEncoding = 'protobuf', part?: string) =>
  ingestOtlp(test.ctx, { runId, body: bodyOf(body), encoding, part });
const metricOf = async (runId: string, metric: string) =>
  (await listMetrics(test.ctx, { runId })).metrics.find((one) => one.metric === metric);
/** As a run that belongs to no experiment is measured when it is closed. */
async function measure(runId: string) {
  const run = await findRun(test.ctx, runId);
  const { measurements } = await evaluateStoredRun(test.ctx, run, null);
  return Object.fromEntries(Object.entries(measurements).map(([name, { value }]) => [name, value]));
}

it('stores what k6 sends by itself, once, and counts requests from the beginning of its counters', async () => {
  const runId = await open();
  expect(await push(runId, ofK6)).toMatchObject({ points: 26, rejectedPoints: 0, unchanged: false });
  expect(await push(runId, ofK6)).toMatchObject({ points: 26, unchanged: true });
  expect(await metricOf(runId, 'http_reqs')).toMatchObject({ kind: 'cumulative', source: 'otlp', series: 2 });
  // As its summary says; the sample itself is the only one of its series.
  expect(await measure(runId)).toMatchObject({ requests: 143, iterations: 143 });
});

it('stores the delta temporality of k6 in the kinds of its own metrics, with percentiles and shares', async () => {
  const runId = await open('2026-11-21T13:45:15Z');
  await push(runId, ofK6Delta);
  expect(await metricOf(runId, 'http_req_duration')).toMatchObject({ kind: 'distribution', unit: 'ms' });
  expect(await metricOf(runId, 'http_req_failed')).toMatchObject({ kind: 'ratio' });
  const measured = await measure(runId);
  expect(measured).toMatchObject({ requests: 71, iterations: 72 });
  expect(measured.failures).toBeCloseTo((7 / 72) * 100, 6);
  expect(measured.p95).toBeGreaterThan(45);
  expect(measured.p95).toBeLessThan(51);
  const query = { metric: 'http_req_duration', labels: 'status="200",job="k6"' };
  const { lines } = await readSeries(test.ctx, { runId, ...seriesQuerySchema.parse(query) });
  expect(lines[0]?.columns.p95?.[0]).toBeGreaterThan(45);
});

it('adds up requests that come one after another, and keeps parts apart', async () => {
  const runId = await open('2026-11-21T13:00:00Z');
  await push(runId, fixture('go-1.43-delta.pb.gz'));
  await push(runId, fixture('js-3.1-delta.json'), 'json');
  await push(runId, fixture('js-3.1-delta.json'), 'json', 'other');
  const metric = await metricOf(runId, 'http.server.request.duration');
  expect(metric).toMatchObject({ kind: 'distribution', unit: 's', totals: { count: 3000 } });
  expect(metric?.totals.p95).toBeCloseTo(0.95, 1);
  expect(await metricOf(runId, 'orders')).toMatchObject({ kind: 'delta', totals: { sum: 9000 } });
});

it('keeps the points that can be stored, and answers how many cannot', async () => {
  for (const [name, encoding] of [
    ['reference.pb', 'protobuf'],
    ['reference.json', 'json'],
  ] as const) {
    const runId = await open('2026-11-21T05:56:39Z');
    const { answer, ...accepted } = await push(runId, fixture(name), encoding);
    expect(accepted).toEqual({ points: 17, rejectedPoints: 6, unchanged: false });
    expect(Buffer.from(answer).toString()).toMatch(/timeless: a point without a time/);
    const query = seriesQuerySchema.parse({ metric: 'queue.depth', labels: 'http.route="/a"' });
    expect((await readSeries(test.ctx, { runId, ...query })).lines).toHaveLength(1);
    expect(await metricOf(runId, 'drift')).toMatchObject({ totals: { count: 10, min: -0.9, max: 15 } });
  }
});

it('moves the beginning of the run to the first sample, not to the beginning of its counters', async () => {
  const runId = await open('2026-11-21T13:45:20Z');
  await push(runId, ofK6);
  const { startedAt } = await readRun(test.ctx, { id: runId });
  expect(startedAt).toBe('2026-11-21T13:45:14.201Z');
  expect((await measure(runId)).requests).toBeUndefined();
});

it('says again when counters were zero after the database was away', async () => {
  const runId = await open();
  await push(await open(), ofK6);
  await pool.query('ALTER TABLE "SamplePiece" RENAME TO "Away"');
  await expect(push(runId, ofK6)).rejects.toThrow();
  await pool.query('ALTER TABLE "Away" RENAME TO "SamplePiece"');
  expect(await push(runId, ofK6)).toMatchObject({ unchanged: false });
  expect(await measure(runId)).toMatchObject({ requests: 143 });
});

it('stores nothing of a request that is malformed, without the scope, or for a run of others', async () => {
  const runId = await open();
  await expect(push(runId, ofK6.subarray(0, 5000))).rejects.toMatchObject({ code: 'invalid' });
  expect((await listMetrics(test.ctx, { runId })).metrics).toEqual([]);
  const reader = test.as({ scopes: ['read'] });
  const refused = ingestOtlp(reader, { runId, body: bodyOf(ofK6), encoding: 'protobuf' });
  await expect(refused).rejects.toMatchObject({ code: 'forbidden' });
  const stranger = test.as({ projectId: 'project2' });
  const unseen = ingestOtlp(stranger, { runId, body: bodyOf(ofK6), encoding: 'protobuf' });
  await expect(unseen).rejects.toMatchObject({ code: 'not-found' });
});
