import { describe, expect, it } from 'vitest';
import { readFixture } from '../fixtures/bodies.ts';
import { MemorySink } from '../fixtures/memory-sink.ts';
import type { Fetch } from '../stream/fetch-bytes.ts';
import { collectQueries } from './collect-queries.ts';
import { planRanges } from './plan-ranges.ts';
import { createPrometheusClient } from './prometheus-client.ts';

describe('planRanges', () => {
  it.each([
    ['aligns both ends inwards', [1_234, 20_100, 5_000], [[5_000, 20_000]]],
    ['gives nothing between two steps', [1_001, 1_999, 1_000], []],
    ['takes a single point', [5_000, 5_000, 5_000], [[5_000, 5_000]]],
  ] as const)('%s', (_name, [fromMs, toMs, stepMs], expected) => {
    expect(planRanges(fromMs, toMs, stepMs).map(({ startMs, endMs }) => [startMs, endMs])).toEqual(expected);
  });

  it('keeps every request under the limit and evaluates every time once', () => {
    const ranges = planRanges(0, 100_000_000, 1_000, 10_000);
    expect(ranges).toHaveLength(11);
    const points = ranges.map(({ startMs, endMs }) => (endMs - startMs) / 1000 + 1);
    expect(Math.max(...points)).toBe(10_000);
    expect(points.reduce((sum, count) => sum + count, 0)).toBe(100_001);
    for (const [index, range] of ranges.entries()) {
      if (index > 0) expect(range.startMs).toBe((ranges[index - 1]?.endMs ?? 0) + 1000);
    }
  });
});

type Answer = { status?: number; body: Uint8Array | string; headers?: Record<string, string> } | Error;

/** Prometheus as far as the client sees it: recorded answers, in turn; the last one stays. */
async function collect(answers: Answer[], interval = { fromMs: 0, toMs: 60_000 }, stepMs = 5_000) {
  const asked: { url: string; start: number; end: number; query: string | null; method?: string }[] = [];
  const fake: Fetch = async (address, init) => {
    const [url = '', search = ''] = address.split('?');
    const form = init.method === 'POST' ? (init.body as URLSearchParams) : new URLSearchParams(search);
    asked.push({
      ...(init.method === 'POST' ? {} : { method: 'GET' }),
      url,
      start: Number(form.get('start')),
      end: Number(form.get('end')),
      query: form.get('query'),
    });
    const answer = answers[Math.min(asked.length, answers.length) - 1] ?? new Error('no answer');
    if (answer instanceof Error) throw answer;
    const { status = 200, headers = {} } = answer;
    return new Response(Buffer.from(answer.body), { status, headers });
  };
  const sink = new MemorySink();
  const waits: number[] = [];
  const result = await collectQueries(createPrometheusClient(fake, 'http://prom/prefix/'), sink, interval, {
    queries: { rate: 'sum(rate(x[1m]))' },
    stepMs,
    wait: async (ms) => {
      waits.push(ms);
    },
    signal: new AbortController().signal,
  });
  return { sink, result, asked, waits };
}

const recorded = (name: string) => readFixture(`prometheus/fixtures/${name}`);
const empty = '{"status":"success","data":{"resultType":"matrix","result":[]}}';

it('stores recorded answers under the name of the query, with the labels of each series', async () => {
  const { sink, result, asked } = await collect([{ body: recorded('prom-range-request-total.json') }]);
  expect(asked).toEqual([
    { url: 'http://prom/prefix/api/v1/query_range', query: 'sum(rate(x[1m]))', start: 0, end: 60 },
  ]);
  expect(result.gaps).toEqual([]);
  expect(sink.figures('rate', { code: '200', verb: 'APPLY' })).toMatchObject({
    series: 1,
    count: 12,
    max: 0,
  });
  expect(sink.figures('rate', { code: '200', verb: 'GET' }).last).toBeCloseTo(0.843, 3);
  expect(sink.rollup.entries.every(({ identity }) => identity.kind === 'gauge')).toBe(true);
});

it('leaves the name of the metric out of the labels', async () => {
  const { sink } = await collect([{ body: recorded('range-go_goroutines.json') }]);
  expect(Object.keys(sink.rollup.entries[0]?.identity.labels ?? {}).sort()).toEqual(['instance', 'job']);
  expect(sink.figures('rate')).toMatchObject({ count: 6, max: 1513 });
});

it('takes values that are not a number as gaps', async () => {
  const { sink } = await collect([{ body: recorded('prom-range-p99.json') }]);
  expect(sink.figures('rate', { verb: 'DELETE' }).count).toBe(0);
  expect(sink.figures('rate', { verb: 'LIST' }).count).toBe(3);
});

it('tries again when Prometheus is away, waiting longer each time', async () => {
  const { result, asked, waits } = await collect([
    new TypeError('fetch failed'),
    { status: 503, body: 'starting' },
    { body: empty },
  ]);
  expect(asked).toHaveLength(3);
  expect(waits).toEqual([500, 1000]);
  expect(result.gaps).toEqual([]);
});

it('reports what stays away as a gap', async () => {
  const { result, asked } = await collect([{ status: 502, body: '<html>Bad gateway</html>' }]);
  expect(asked).toHaveLength(4);
  expect(result.gaps).toEqual([
    {
      query: 'rate',
      gap: { fromMs: 0, toMs: 60_000, attempts: 4, reason: expect.stringContaining('it answered 502') },
    },
  ]);
});

it.each([
  ['seconds', { 'retry-after': '7' }, [7000, 1000]],
  [
    'a date by its own clock',
    { date: 'Sat, 21 Nov 2026 09:00:00 GMT', 'retry-after': 'Sat, 21 Nov 2026 09:00:20 GMT' },
    [20_000, 1000],
  ],
  ['less than one waits anyway', { 'retry-after': '0' }, [500, 1000]],
  ['no time', { 'retry-after': 'later' }, [500, 1000]],
])('leaves a server alone for as long as it asks: %s', async (_name, headers, expected) => {
  const { result, waits } = await collect([
    { status: 429, body: '{"status":"error","errorType":"too_many_requests","error":"slow down"}', headers },
    { status: 503, body: 'busy' },
    { body: empty },
  ]);
  expect(waits).toEqual(expected);
  expect(result.gaps).toEqual([]);
});

it('does not wait for a server that asks to be left alone for longer than a minute', async () => {
  const { result, waits } = await collect([{ status: 503, body: '', headers: { 'retry-after': '3600' } }]);
  expect(waits).toEqual([]);
  expect(result.gaps[0]?.gap).toMatchObject({ attempts: 1, reason: expect.stringContaining('503') });
});

it.each([
  [401, 'no', {}, 'it answered 401'],
  [403, '{"status":"error","errorType":"forbidden","error":"no tenant"}', {}, 'no tenant'],
  [
    302,
    '',
    { location: '/login?next=secret' },
    'it answered 302, which sends to http://prom/login: redirects are not followed',
  ],
])('does not knock again where it is refused: %s', async (status, body, headers, reason) => {
  const { result, asked } = await collect([{ status, body, headers }]);
  expect(asked).toHaveLength(1);
  expect(result.gaps[0]?.gap).toMatchObject({ attempts: 1, reason });
});

it('asks as GET where nobody may POST, and keeps to it', async () => {
  const { result, asked } = await collect(
    [{ status: 405, body: '' }, { body: empty }],
    { fromMs: 0, toMs: 19_999_000 },
    1000,
  );
  expect(result.gaps).toEqual([]);
  expect(asked.map(({ method, start, query }) => [method, start, query])).toEqual([
    [undefined, 0, 'sum(rate(x[1m]))'],
    ['GET', 0, 'sum(rate(x[1m]))'],
    ['GET', 10_000, 'sum(rate(x[1m]))'],
  ]);
});

it('asks for less where an answer is larger than its bound', async () => {
  const large = { body: Buffer.alloc(64 * 1024 ** 2 + 1, ' ') };
  const { result, asked } = await collect([large, { body: empty }], { fromMs: 0, toMs: 9_999_000 }, 1000);
  expect(result.gaps).toEqual([]);
  expect(asked.map(({ start, end }) => [start, end])).toEqual([
    [0, 9999],
    [0, 4999],
    [5000, 9999],
  ]);
});

it.each([
  'query processing would load too many samples into memory in query execution',
  'the query time range exceeds the limit (query length: 800h0m0s, limit: 721h0m0s)',
  'too many points for the given step=1000, start=0 and end=1795268602000: 1795268603; cannot exceed -search.maxPointsPerTimeseries=30000',
])('asks for less where a server says: %s', async (error) => {
  const body = JSON.stringify({ status: 'error', errorType: '422', error });
  const { result, asked } = await collect([{ status: 422, body }, { body: empty }], undefined, 1000);
  expect(asked).toHaveLength(2);
  expect(result.gaps).toEqual([]);
});

it('says when a part of a cluster did not answer', async () => {
  const body = '{"status":"success","isPartial":true,"data":{"resultType":"matrix","result":[]}}';
  const { result } = await collect([{ body }]);
  expect(result.warnings).toEqual(['rate: a part of the cluster did not answer']);
});

it('does not repeat a query that is wrong', async () => {
  const { result, asked } = await collect([{ status: 400, body: recorded('prom-error-parse.json') }]);
  expect(asked).toHaveLength(1);
  expect(result.gaps[0]?.gap).toMatchObject({ attempts: 1, reason: expect.stringContaining('parse error') });
});

it('asks for less where a server has a lower limit than Prometheus', async () => {
  const tooMany = { status: 400, body: recorded('prom-error-points.json') };
  const { result, asked } = await collect(
    [tooMany, tooMany, { body: empty }],
    { fromMs: 0, toMs: 9_999_000 },
    1000,
  );
  expect(result.gaps).toEqual([]);
  expect(asked.slice(2).map(({ start, end }) => [start, end])).toEqual([
    [0, 2499],
    [2500, 4999],
    [5000, 7499],
    [7500, 9999],
  ]);
});

it.each([
  ['no JSON', 'hello', 'no JSON'],
  ['another type', '{"status":"success","data":{"resultType":"vector","result":[]}}', 'no matrix'],
  [
    'a value that is no text',
    '{"status":"success","data":{"resultType":"matrix","result":[{"metric":{},"values":[[1,2]]}]}}',
    'no matrix',
  ],
])('reports an answer that is %s', async (_name, body, reason) => {
  const { result } = await collect([{ body }]);
  expect(result.gaps[0]?.gap.reason).toContain(reason);
});

it('takes an empty value for none, not for zero', async () => {
  const { sink } = await collect([
    {
      body: '{"status":"success","data":{"resultType":"matrix","result":[{"metric":{},"values":[[1,""],[2," "],[3,"4"]]}]}}',
    },
  ]);
  expect(sink.figures('rate')).toMatchObject({ count: 1, sum: 4 });
});

it('keeps a bounded number of warnings, cut', async () => {
  const warnings = Array.from({ length: 50_000 }, (_, index) => `${index} ${'x'.repeat(1000)}`);
  const body = JSON.stringify({ status: 'success', warnings, data: { resultType: 'matrix', result: [] } });
  const { result } = await collect([{ body }]);
  expect(result.warnings).toHaveLength(100);
  expect(result.warnings[0]).toMatch(/^rate: 0 x{400,}…$/);
});

it('says that the credentials in an address cannot be read', async () => {
  const client = createPrometheusClient(fetch, 'http://a%:b@prom');
  const { signal } = new AbortController();
  await expect(client.queryRange('up', { startMs: 0, endMs: 0 }, 1000, signal)).rejects.toMatchObject({
    kind: 'unavailable',
    message: 'URI malformed',
  });
});

it('says what it left out', async () => {
  const body =
    '{"status":"success","warnings":["partial"],"data":{"resultType":"matrix","result":[{"metric":{},"histograms":[]}]}}';
  const { result } = await collect([{ body }]);
  expect(result.warnings).toEqual([
    'rate: partial',
    'rate: native histograms that a function computed were left out; ask for the histogram itself, of which percentiles are taken over any window',
  ]);
});
