import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import {
  type IngestResultsQuery,
  ingestReportSchema,
  openRunSchema,
  seriesQuerySchema,
} from '@proofload/contracts';
import { ProofloadError, parseSelector } from '@proofload/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportRun } from '../export/index.ts';
import { createTestContext, type TestContext } from '../fixtures/test-context.ts';
import { finishRun, openRun, readRun } from '../runs/index.ts';
import { listMetrics, readSeries } from '../series/index.ts';
import { ingestK6, ingestResults } from './index.ts';

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext();
});
afterAll(() => test.close());

const fixture = (path: string): Buffer =>
  readFileSync(new URL(`../../../sources/src/${path}`, import.meta.url));

async function* bodyOf(content: string | Uint8Array): AsyncGenerator<Uint8Array> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  for (let at = 0; at < bytes.length; at += 10_000) yield bytes.subarray(at, at + 10_000);
}

const open = async (): Promise<string> =>
  (await openRun(test.ctx, openRunSchema.parse({ name: 'results', startedAt: '2026-11-21T20:00:00Z' }))).id;

const upload = (runId: string, content: string | Uint8Array, query: IngestResultsQuery = {}) =>
  ingestResults(test.ctx, { runId, body: bodyOf(content), ...query });

async function metricsOf(runId: string) {
  const { metrics } = await listMetrics(test.ctx, { runId });
  return new Map(metrics.map((metric) => [metric.metric, metric]));
}

async function failureOf(work: Promise<unknown>): Promise<ProofloadError> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof ProofloadError) return error;
  throw error ?? new Error('expected a failure');
}

it("stores iperf3's intervals and its own figures beside them", async () => {
  const runId = await open();
  const content = fixture('iperf3/fixtures/tcp-bidir.json');
  const { end, start } = JSON.parse(content.toString());
  const report = ingestReportSchema.parse(await upload(runId, content, { part: 'a.json' }));
  expect(report).toMatchObject({ format: 'iperf3', unchanged: false, warnings: [] });
  expect(report.notes[0]).toContain('iperf 3.12, TCP');
  expect(report.from).toBe(new Date(start.timestamp.timesecs * 1000).toISOString());
  const metrics = await metricsOf(runId);
  expect(metrics.get('iperf3_bits_per_second')).toMatchObject({
    source: 'iperf3',
    kind: 'gauge',
    unit: 'bit/s',
    series: 2,
    isReported: false,
  });
  expect(metrics.get('iperf3_sum_sent_bits_per_second')).toMatchObject({
    isReported: true,
    totals: { avg: end.sum_sent.bits_per_second, max: end.sum_sent.bits_per_second },
  });
  expect(metrics.get('iperf3_sum_received_bytes')?.totals.sum).toBe(end.sum_received.bytes);
  expect(metrics.get('iperf3_stream_sender_rtt')?.isReported).toBe(true);
  // Samples and reported figures are rows of one origin, and none may take the place of another.
  const rows = await test.ctx.samples.listSeries((await test.ctx.repos.runs.find(runId))?.key ?? 0n);
  expect(new Set(rows.map(({ seriesId }) => seriesId)).size).toBe(report.series);
  const { lines } = await readSeries(test.ctx, {
    runId,
    ...seriesQuerySchema.parse({ metric: 'iperf3_bits_per_second', labels: 'direction="sent"' }),
  });
  expect(lines[0]?.columns.mean?.filter((value) => value !== null)).toHaveLength(3);
});

it('measures a run without an experiment by what iperf3 and kube-burner say', async () => {
  const runId = await open();
  const content = fixture('iperf3/fixtures/udp.json');
  const { end } = JSON.parse(content.toString());
  await upload(runId, content);
  await upload(runId, fixture('kube-burner/fixtures/podLatencyMeasurement-kubelet-density.json.gz'));
  await finishRun(test.ctx, { id: runId, outcome: 'completed', finishedAt: '2026-11-21T20:10:00Z' });
  const { measurements } = await readRun(test.ctx, { id: runId });
  expect(measurements.iperf3_throughput?.value).toBe(end.sum_received.bits_per_second);
  expect(measurements.iperf3_jitter?.value).toBe(end.sum_received.jitter_ms);
  expect(measurements.iperf3_lost).toMatchObject({ value: 0, unit: '%' });
  expect(measurements.pod_ready_p99?.value).toBeGreaterThan(2000);
  expect(measurements).not.toHaveProperty('requests');
});

it('keeps intervals that are shorter than a second', async () => {
  const runId = await open();
  await upload(runId, fixture('iperf3/fixtures/tcp-short-intervals.json'));
  const key = (await test.ctx.repos.runs.find(runId))?.key ?? 0n;
  const [series] = await test.ctx.samples.listSeries(key, parseSelector('iperf3_bits_per_second'));
  const points = await test.ctx.samples.readPoints(key, series ? [series] : [], 0, 4e12);
  expect([...points.values()][0]?.times).toHaveLength(10);
});

it('takes the files of a kube-burner run as parts of it', async () => {
  const runId = await open();
  const files = [
    'podLatencyMeasurement-kubelet-density.json.gz',
    'podLatencyQuantilesMeasurement-kubelet-density.json',
    'jobSummary.json',
    'alert.json',
  ];
  for (const part of files) await upload(runId, fixture(`kube-burner/fixtures/${part}`), { part });
  const metrics = await metricsOf(runId);
  const own = metrics.get('podLatency_podReadyLatency');
  const told = metrics.get('podLatencyQuantiles_Ready');
  expect(own).toMatchObject({ source: 'kube-burner', unit: 'ms', samples: 240 });
  for (const name of ['p50', 'p95', 'p99', 'max'] as const) {
    const [value, other] = [own?.totals[name] ?? 0, told?.totals[name] ?? 0];
    expect(Math.abs(value - other)).toBeLessThanOrEqual(other * 0.05);
  }
  expect(told?.totals.avg).toBe(Math.trunc(own?.totals.avg ?? 0));
  expect(metrics.get('jobSummary_elapsedTime')?.totals.max).toBe(41.2);
  const run = await readRun(test.ctx, { id: runId });
  expect(run.startedAt).toBe('2026-11-21T09:30:00.000Z');
  expect(run.warnings.join(' ')).toContain('Alert of kube-burner (warning): etcd 99th');
});

it('names the metrics of a ClusterLoader2 summary after its file', async () => {
  const runId = await open();
  const part = 'PodStartupLatency_load_2026-11-21T09-41-07Z.json';
  const report = await upload(runId, gzipSync(fixture('clusterloader2/fixtures/pod-startup.json')), { part });
  expect(report).toMatchObject({ format: 'clusterloader2', samples: 0, series: 3, from: null });
  expect((await metricsOf(runId)).get('PodStartupLatency_load_pod_startup')?.totals).toMatchObject({
    p50: 987.114,
    p90: 1603.221,
    p99: 2304.901,
    avg: null,
  });
});

describe('CSV', () => {
  it('says how its times were read', async () => {
    const report = await upload(await open(), 'at,shard,latency [ms]\n1795240602123,0,5\n', {
      time: 'at',
      labels: 'shard, ',
      kind: 'distribution',
    });
    expect(report).toMatchObject({
      format: 'csv',
      samples: 1,
      notes: ['Times in at were read as unix milliseconds'],
    });
  });

  it("brings Proofload's own export back", async () => {
    const first = await open();
    await ingestK6(test.ctx, { runId: first, body: bodyOf(fixture('k6/fixtures/small.ndjson.gz')) });
    await upload(first, 'time,depth,node\n1795240602,5,a\n1795240603.5,7,b\n');
    const pieces: Uint8Array[] = [];
    const { body } = await exportRun(test.ctx, { runId: first, format: 'csv' });
    for await (const piece of body) pieces.push(piece);
    const second = await open();
    const report = await upload(second, Buffer.concat(pieces));
    expect(report.warnings).toEqual([]);
    const [before, after] = [await metricsOf(first), await metricsOf(second)];
    expect(after.get('http_reqs')).toMatchObject({
      kind: 'delta',
      series: before.get('http_reqs')?.series,
      totals: { sum: before.get('http_reqs')?.totals.sum },
    });
    expect(after.get('depth')?.totals).toEqual(before.get('depth')?.totals);
    const failed = before.get('http_req_failed')?.totals;
    expect(after.get('http_req_failed_hits')?.totals.sum).toBe(failed?.sum);
    expect(after.get('http_req_failed_observations')?.totals.sum).toBe(failed?.count);
    const duration = before.get('http_req_duration')?.totals;
    expect(after.get('http_req_duration_sum')?.totals.sum).toBeCloseTo(duration?.sum ?? 0, 6);
    expect(after.get('http_req_duration_max')?.totals.max).toBe(duration?.max);
  });
});

describe('uploading again', () => {
  const csv = 'time,a\n1795240602,1\n1795240603,2\n';

  it('changes nothing with the same bytes, replaces with others, and leaves other programs alone', async () => {
    const runId = await open();
    const iperf = fixture('iperf3/fixtures/udp.json');
    expect((await upload(runId, csv)).unchanged).toBe(false);
    expect((await upload(runId, csv)).unchanged).toBe(true);
    await upload(runId, iperf);
    expect((await upload(runId, 'time,a\n1795240602,5\n')).unchanged).toBe(false);
    const metrics = await metricsOf(runId);
    expect(metrics.get('a')?.totals).toMatchObject({ count: 1, sum: 5 });
    expect(metrics.has('iperf3_bytes')).toBe(true);
    expect((await upload(runId, iperf)).unchanged).toBe(true);
  });

  it('keeps what came before a broken line, unless a whole upload was there', async () => {
    const runId = await open();
    const broken = `${csv}1795240604,fast\n`;
    const failure = await failureOf(upload(runId, broken));
    expect(failure).toMatchObject({
      code: 'invalid',
      fields: [{ field: 'line 4', line: 4, message: 'expected a number in a, found fast' }],
      kept: { lines: 3, samples: 2 },
    });
    expect((await metricsOf(runId)).get('a')?.totals.sum).toBe(3);
    await upload(runId, csv, { part: 'other' });
    expect((await failureOf(upload(runId, `${csv}1795240604\n`, { part: 'other' }))).kept).toMatchObject({
      samples: 0,
    });
    expect((await metricsOf(runId)).get('a')?.totals.sum).toBe(6);
  });
});

it.each([
  ['nothing', '', 'invalid'],
  ['k6 output', '{"type":"Metric"}\n', 'unsupported'],
  ['an error of iperf3', fixture('iperf3/fixtures/refused.json'), 'invalid'],
  ['no time', 'a,b\n1,2\n', 'invalid'],
  ['a bomb', gzipSync(Buffer.alloc(64 * 1024 ** 2)), 'too-large'],
  ['an element without an end', `[{"a":"${'x'.repeat(5e6)}"}]`, 'too-large'],
  [
    'too many metrics',
    `time,${Array.from({ length: 6000 }, (_, index) => `m${index}`).join(',')}\n`,
    'invalid',
  ],
])('refuses %s and stores nothing', async (_name, content, code) => {
  const runId = await open();
  expect((await failureOf(upload(runId, content))).code).toBe(code);
  expect((await metricsOf(runId)).size).toBe(0);
});

it('needs the scope and the project', async () => {
  const runId = await open();
  const body = () => bodyOf('time,a\n1795240602,1\n');
  const reader = test.as({ scopes: ['read'] });
  const other = test.as({ projectId: 'project2' });
  expect((await failureOf(ingestResults(reader, { runId, body: body() }))).code).toBe('forbidden');
  expect((await failureOf(ingestResults(other, { runId, body: body() }))).code).toBe('not-found');
});
