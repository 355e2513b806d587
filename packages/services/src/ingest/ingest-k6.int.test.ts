import { readFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { ingestReportSchema, openRunSchema, seriesQuerySchema } from '@proofload/contracts';
import { ProofloadError } from '@proofload/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestContext, type TestContext } from '../fixtures/test-context.ts';
import { finishRun, openRun, readRun } from '../runs/index.ts';
import { listMetrics, readSeries } from '../series/index.ts';
import { ingestK6, ingestOpenMetrics } from './index.ts';

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext();
});
afterAll(() => test.close());

const fixture = (name: string): Buffer =>
  readFileSync(new URL(`../../../sources/src/k6/fixtures/${name}`, import.meta.url));
const small = fixture('small.ndjson.gz');
const summary = JSON.parse(fixture('handle-summary.json').toString()) as {
  metrics: Record<string, { type: string; values: Record<string, number> }>;
};
const startMs = Date.parse('2026-11-21T05:56:42.016Z');

async function* bodyOf(content: string | Uint8Array, pieceBytes = 10_000): AsyncGenerator<Uint8Array> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}

async function open(): Promise<string> {
  return (await openRun(test.ctx, openRunSchema.parse({ name: 'upload', startedAt: '2026-11-21T05:56:40Z' })))
    .id;
}
const upload = (runId: string, content: string | Uint8Array, part?: string) =>
  ingestK6(test.ctx, { runId, body: bodyOf(content), part });
const failureOf = async (work: Promise<unknown>): Promise<ProofloadError> => {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof ProofloadError) return error;
  throw error ?? new Error('expected a failure');
};
const point = (seconds: number, value = 1, metric = 'http_reqs'): string =>
  `${JSON.stringify({ metric, type: 'Point', data: { time: new Date(startMs + seconds * 1000).toISOString(), value, tags: {} } })}\n`;
const totalsOf = async (runId: string, metric = 'http_reqs') =>
  (await listMetrics(test.ctx, { runId })).metrics.find((one) => one.metric === metric)?.totals;

describe('an NDJSON upload', () => {
  it('answers with what is stored, and the numbers are those of k6', async () => {
    const runId = await open();
    const report = ingestReportSchema.parse(await upload(runId, small));
    expect(report).toMatchObject({
      format: 'k6-ndjson',
      samples: 3362,
      lines: 3384,
      bytes: small.length,
      unchanged: false,
      warnings: [],
    });
    const { metrics } = await listMetrics(test.ctx, { runId });
    const trends = Object.entries(summary.metrics).filter(
      ([name, { type }]) => type === 'trend' && !name.includes('{'),
    );
    expect(trends.length).toBeGreaterThan(10);
    for (const [name, { values }] of trends) {
      const totals = metrics.find(({ metric }) => metric === name)?.totals;
      expect(totals?.count).toBe(values.count);
      expect(Math.abs((totals?.avg ?? 0) - (values.avg ?? 1))).toBeLessThanOrEqual(
        Math.abs(values.avg ?? 0) * 0.001,
      );
      for (const [own, theirs] of [
        ['p90', 'p(90)'],
        ['p95', 'p(95)'],
        ['p99', 'p(99)'],
      ] as const) {
        const expected = values[theirs] ?? Number.NaN;
        expect(Math.abs((totals?.[own] ?? 0) - expected)).toBeLessThanOrEqual(expected * 0.01);
      }
    }
    expect(metrics.find(({ metric }) => metric === 'http_reqs')?.totals.sum).toBe(212);
  });

  it('gives a line per second, merged over labels or kept apart', async () => {
    const runId = await open();
    await upload(runId, small);
    const query = (changes: object) =>
      readSeries(test.ctx, { runId, ...seriesQuerySchema.parse({ metric: 'http_reqs', ...changes }) });
    const merged = await query({});
    expect(merged.lines).toHaveLength(1);
    // The first second begins with the first request, at 42.054, and the last one ends with the last, at 45.969.
    const rates = [42 / 0.946, 50, 58, 62 / 0.969];
    expect(merged.lines[0]?.columns.rate).toEqual(rates.map((rate) => expect.closeTo(rate, 6)));
    const apart = await query({ by: 'status' });
    expect(apart.lines.map(({ labels }) => labels.status).sort()).toEqual(['200', '503']);
    const burst = await query({ labels: 'scenario="burst"' });
    const burstRates = [8 / 0.804, 16, 20 / 0.969].map((rate) => expect.closeTo(rate, 6));
    expect(burst.lines[0]?.columns.rate).toEqual(burstRates);
  });

  it('moves the start of a run to its first sample', async () => {
    const opened = await openRun(test.ctx, openRunSchema.parse({ startedAt: '2026-11-21T06:00:00Z' }));
    await upload(opened.id, small);
    expect(Math.abs(Date.parse((await readRun(test.ctx, opened)).startedAt ?? '') - startMs)).toBeLessThan(2);
  });
});

describe('uploading again', () => {
  it('changes nothing with the same bytes, replaces with others, adds with another part', async () => {
    const runId = await open();
    expect((await upload(runId, point(0) + point(1))).unchanged).toBe(false);
    expect((await upload(runId, point(0) + point(1))).unchanged).toBe(true);
    expect((await totalsOf(runId))?.sum).toBe(2);
    expect((await upload(runId, point(0))).unchanged).toBe(false);
    expect((await totalsOf(runId))?.sum).toBe(1);
    await upload(runId, point(5) + point(6), 'second');
    expect((await totalsOf(runId))?.sum).toBe(3);
  });

  it('keeps samples when a summary of the run is uploaded too', async () => {
    const runId = await open();
    await upload(runId, small);
    const report = await upload(runId, fixture('handle-summary.json'));
    expect(report).toMatchObject({ format: 'k6-handle-summary', from: null });
    expect(report.warnings).toHaveLength(2);
    const { metrics } = await listMetrics(test.ctx, { runId });
    expect(metrics.filter(({ metric }) => metric === 'http_reqs')).toHaveLength(1);
    expect((await totalsOf(runId))?.sum).toBe(212);
  });

  it('does the same when several upload at once', async () => {
    const runId = await open();
    const lines = Array.from({ length: 50 }, (_, index) => point(index)).join('');
    const reports = await Promise.all([1, 2, 3, 4].map(() => upload(runId, lines)));
    expect(reports.filter(({ unchanged }) => !unchanged)).toHaveLength(1);
    expect((await totalsOf(runId))?.sum).toBe(50);
  });
});

it.each([
  ['handle-summary.json', 'k6-handle-summary'],
  ['summary-export.json', 'k6-summary-export'],
  ['handle-summary-machine.json', 'k6-machine-summary'],
])('takes the totals of %s', async (name, format) => {
  const runId = await open();
  expect((await upload(runId, gzipSync(fixture(name)))).format).toBe(format);
  const totals = await totalsOf(runId, 'http_req_duration');
  expect(totals?.p95).toBeGreaterThan(40);
  expect(totals?.max).toBeGreaterThan(40);
});

it('takes CSV', async () => {
  const runId = await open();
  const report = await upload(runId, fixture('small.csv.gz'));
  expect(report).toMatchObject({ format: 'k6-csv', samples: 3362 });
  expect(report.warnings[0]).toContain('queue_depth');
  expect((await totalsOf(runId))?.sum).toBe(212);
});

describe('bad input', () => {
  it('keeps what came before a broken line and names the line', async () => {
    const runId = await open();
    const lines = Array.from({ length: 2000 }, (_, index) => point(index % 60)).join('');
    const failure = await failureOf(upload(runId, `${lines}{"metric":"http\n${point(1)}`));
    expect(failure).toMatchObject({
      code: 'invalid',
      fields: [{ field: 'line 2001', message: 'expected a JSON object', line: 2001 }],
      kept: { lines: 2000, samples: 2000 },
    });
    expect((await totalsOf(runId))?.sum).toBe(2000);
    expect((await upload(runId, lines)).unchanged).toBe(false);
    expect((await totalsOf(runId))?.sum).toBe(2000);
  });

  it('keeps what came before the end of truncated gzip', async () => {
    const runId = await open();
    const plain = gunzipSync(small);
    const packed = gzipSync(Buffer.concat([plain, plain, plain]));
    const failure = await failureOf(upload(runId, packed.subarray(0, packed.length - 3000)));
    expect(failure).toMatchObject({ code: 'invalid', fields: [{ field: 'body' }] });
    const samples = Number(failure.kept?.samples);
    expect(samples).toBeGreaterThan(3000);
    const { metrics } = await listMetrics(test.ctx, { runId });
    expect(metrics.reduce((sum, metric) => sum + metric.samples, 0)).toBe(samples);
  });

  it('keeps what came before the connection broke', async () => {
    const runId = await open();
    async function* cut(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(point(0) + point(1));
      throw Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
    }
    const failure = await failureOf(ingestK6(test.ctx, { runId, body: cut() }));
    expect(failure).toMatchObject({ code: 'invalid', kept: { samples: 2 } });
    expect((await totalsOf(runId))?.sum).toBe(2);
  });

  it('leaves a whole upload in place of a broken one', async () => {
    const runId = await open();
    await upload(runId, point(0) + point(1) + point(2));
    const failure = await failureOf(upload(runId, `${point(0)}broken\n`));
    expect(failure.kept).toMatchObject({ samples: 0, earlier: expect.stringContaining('stays') });
    expect((await totalsOf(runId))?.sum).toBe(3);
  });

  it.each([
    ['nothing', '', 'invalid'],
    ['a text', 'hello\n', 'unsupported'],
    ['a broken first line', '{"metric":"x\n', 'invalid'],
    ['a bomb', gzipSync(Buffer.alloc(64 * 1024 * 1024)), 'too-large'],
    ['other JSON', '{"a":1}', 'invalid'],
  ])('refuses %s and stores nothing', async (_name, content, code) => {
    const runId = await open();
    expect((await failureOf(upload(runId, content as string))).code).toBe(code);
    expect((await listMetrics(test.ctx, { runId })).metrics).toEqual([]);
  });

  it('folds more series than there may be, with exact totals', async () => {
    const runId = await open();
    const lines = Array.from({ length: 10_500 }, (_, index) =>
      point(index % 30).replace('"tags":{}', `"tags":{"id":"${index}"}`),
    );
    const report = await upload(runId, lines.join(''));
    expect(report.series).toBe(10_001);
    expect(report.warnings[0]).toContain('more than 10000 series');
    expect((await totalsOf(runId))?.sum).toBe(10_500);
  });

  it('stores what text PostgreSQL cannot hold, and values that are too long', async () => {
    const runId = await open();
    const odd = JSON.stringify({ nul: 'a\0b', long: 'x'.repeat(5000), half: 'a\uD800' });
    await upload(runId, point(0).replace('"tags":{}', `"tags":${odd}`));
    const [series] = await test.ctx.samples.listSeries((await test.ctx.repos.runs.find(runId))?.key ?? 0n);
    expect(series?.labels).toMatchObject({ nul: 'a\uFFFDb', half: 'a\uFFFD' });
    expect(series?.labels.long).toHaveLength(1024);
  });
});

describe('who may upload where', () => {
  it('needs the scope, the run, and a run that is open', async () => {
    const runId = await open();
    const body = () => bodyOf(point(0));
    const other = test.as({ projectId: 'project2' });
    expect((await failureOf(ingestK6(test.as({ scopes: ['read'] }), { runId, body: body() }))).code).toBe(
      'forbidden',
    );
    expect((await failureOf(ingestK6(other, { runId, body: body() }))).code).toBe('not-found');
    expect((await failureOf(ingestK6(test.ctx, { runId, part: 'a b', body: body() }))).fields[0]?.field).toBe(
      'part',
    );
    await ingestK6(test.ctx, { runId, body: body() });
    await finishRun(test.ctx, { id: runId, outcome: 'completed', finishedAt: '2026-11-21T05:57:00Z' });
    expect((await failureOf(ingestK6(test.ctx, { runId, body: body() }))).code).toBe('conflict');
  });
});

describe('OpenMetrics', () => {
  const push = (runId: string, text: string) => ingestOpenMetrics(test.ctx, { runId, body: bodyOf(text) });

  it('replaces a text with timestamps', async () => {
    const runId = await open();
    await push(runId, 'depth 5 1795240602\ndepth 7 1795240603\n# EOF\n');
    await push(runId, 'depth 5 1795240602\ndepth 7 1795240603\ndepth 9 1795240604\n# EOF\n');
    const { metrics } = await listMetrics(test.ctx, { runId });
    expect(metrics).toMatchObject([
      { metric: 'depth', source: 'scrape', kind: 'gauge', samples: 3, totals: { max: 9 } },
    ]);
  });

  it('adds scrapes without timestamps, each of its moment', async () => {
    const runId = await open();
    const fromMs = test.nowMs();
    for (const depth of [5, 7, 6]) {
      expect(
        (await push(runId, `# TYPE reqs_total counter\nreqs_total ${depth * 10}\ndepth ${depth}\n`))
          .unchanged,
      ).toBe(false);
      test.advance(15_000);
    }
    const { lines } = await readSeries(test.ctx, { runId, ...seriesQuerySchema.parse({ metric: 'depth' }) });
    expect(lines[0]?.columns.mean?.filter((value) => value !== null)).toEqual([5, 7, 6]);
    const { metrics } = await listMetrics(test.ctx, { runId });
    expect(metrics.map(({ metric, kind, samples }) => [metric, kind, samples])).toEqual([
      ['depth', 'gauge', 3],
      ['reqs_total', 'cumulative', 3],
    ]);
    expect(test.nowMs() - fromMs).toBe(45_000);
  });

  it('names a broken line', async () => {
    const failure = await failureOf(push(await open(), 'depth 5\ndepth five\n'));
    expect(failure).toMatchObject({ code: 'invalid', fields: [{ field: 'line 2' }], kept: { samples: 1 } });
  });
});
