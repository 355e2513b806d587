import { readFileSync } from 'node:fs';
import type { Scope } from '@proofload/contracts';
import { Rollup, type SeriesIdentity } from '@proofload/series';
import { decodeOpenMetrics, emptyProgress } from '@proofload/sources';
import { parquetReadObjects } from 'hyparquet';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestInstance, type TestInstance } from './fixtures/test-instance.ts';

const ofK6 = readFileSync(
  new URL('../../../../packages/sources/src/k6/fixtures/small.ndjson.gz', import.meta.url),
);
const scraped = `# TYPE jobs_seconds counter
# UNIT jobs_seconds seconds
jobs_seconds_total{queue="a,\\"b\\""} 1.5 1795240602
jobs_seconds_total{queue="a,\\"b\\""} 2.25 1795240603.5
# TYPE "queue.depth" gauge
{"queue.depth"} +Inf 1795240602
# EOF
`;

let instance: TestInstance;
/** A run with all kinds: k6's four and a counter of Prometheus. */
let run: string;

beforeAll(async () => {
  instance = await createTestInstance();
  run = await openRun('größe "1"/2');
  await send(`/runs/${run}/k6`, new Uint8Array(ofK6));
  await send(`/runs/${run}/openmetrics`, scraped);
});
afterAll(() => instance.close());
afterEach(() => vi.restoreAllMocks());

async function openRun(name: string): Promise<string> {
  const response = await instance.api('POST', '/runs', { token: instance.admin, json: { name } });
  return ((await response.json()) as { id: string }).id;
}

async function send(path: string, body: string | Uint8Array<ArrayBuffer>): Promise<void> {
  const response = await instance.api('PUT', path, { token: instance.admin, body });
  expect(response.status, await response.text()).toBe(200);
}

const download = (query: string, token = instance.admin, id = run): Promise<Response> =>
  instance.api('GET', `/runs/${id}/export${query}`, { token });

interface Row {
  metric: string;
  labels: string;
  kind: string;
  time: string;
  field: string;
  value: number;
}

/** Records of RFC 4180 whose quoted fields hold no line breaks. */
function parseCsv(text: string): Row[] {
  const [header, ...records] = text
    .split('\r\n')
    .filter((line) => line !== '')
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
        ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
      ),
    );
  return records.map((record) => {
    const fields = Object.fromEntries(header?.map((name, at) => [name, record[at] ?? '']) ?? []);
    return { ...fields, value: Number(fields.value) } as Row;
  });
}

async function readBack(text: string) {
  const rollup = new Rollup({ maxSeries: 1e5, maxOpenPoints: 1e7, chunkPoints: 1e7, gaugeResolutionMs: 0 });
  const sink = {
    series: (identity: SeriesIdentity) => rollup.series(identity),
    add: (ref: number, timeMs: number, value: number) => rollup.add(ref, timeMs, value),
    addSketch: rollup.addSketch.bind(rollup),
    addCounted: rollup.addCounted.bind(rollup),
    drain: async () => undefined,
  };
  await decodeOpenMetrics(
    (async function* () {
      yield Buffer.from(text);
    })(),
    sink,
    emptyProgress(),
    0,
  );
  return rollup.entries;
}

const totalOf = (rows: readonly Row[], metric: string, field: string): number =>
  rows
    .filter((row) => row.metric === metric && row.field === field)
    .reduce((sum, { value }) => sum + value, 0);

describe('the samples of a run as CSV', () => {
  it('are a download under the name of the run', async () => {
    const response = await download('?format=csv');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="gr__e _1__2.csv"; filename*=UTF-8''gr%C3%B6%C3%9Fe%20%221%22%2F2.csv`,
    );
  });

  it('are all there, of every kind', async () => {
    const text = await (await download('?format=csv')).text();
    expect(text.split('\r\n')[0]).toBe('metric,labels,kind,unit,origin,time,field,value');
    const rows = parseCsv(text);
    expect(new Set(rows.map(({ kind }) => kind))).toEqual(
      new Set(['delta', 'ratio', 'distribution', 'gauge', 'cumulative']),
    );
    const listed = await (
      await instance.api('GET', `/runs/${run}/metrics`, { token: instance.admin })
    ).json();
    expect(new Set(rows.map(({ metric }) => metric))).toEqual(
      new Set(listed.metrics.map(({ metric }: { metric: string }) => metric)),
    );
    for (const { metric, kind, samples, totals } of listed.metrics) {
      if (kind === 'delta') expect(totalOf(rows, metric, 'count')).toBe(samples);
      if (kind === 'ratio') expect(totalOf(rows, metric, 'total')).toBe(samples);
      if (kind === 'ratio') expect(totalOf(rows, metric, 'hits')).toBe(totals.sum);
      if (kind === 'distribution') expect(totalOf(rows, metric, 'count')).toBe(samples);
      if (kind === 'delta' || kind === 'distribution')
        expect(totalOf(rows, metric, 'sum')).toBeCloseTo(totals.sum, 6);
    }
    const jobs = rows.filter(({ metric }) => metric === 'jobs_seconds_total');
    expect(jobs.map(({ labels, time, value }) => [JSON.parse(labels), time, value])).toEqual([
      [{ queue: 'a,"b"' }, '2026-11-21T05:56:42.000Z', 1.5],
      [{ queue: 'a,"b"' }, '2026-11-21T05:56:43.500Z', 2.25],
    ]);
  });

  it('are those of the metrics asked for', async () => {
    const rows = parseCsv(await (await download('?format=csv&metric=vus,http_reqs')).text());
    expect(new Set(rows.map(({ metric }) => metric))).toEqual(new Set(['vus', 'http_reqs']));
  });

  it('are a header alone for a run without any', async () => {
    const response = await download('?format=csv', instance.admin, await openRun('empty'));
    expect(await response.text()).toBe('metric,labels,kind,unit,origin,time,field,value\r\n');
  });
});

describe('the samples of a run as OpenMetrics', () => {
  it('are read back by our own decoder with the same numbers', async () => {
    const rows = parseCsv(await (await download('?format=csv')).text());
    const response = await download('?format=openmetrics');
    expect(response.headers.get('content-type')).toContain('application/openmetrics-text; version=1.0.0');
    const text = await response.text();
    expect(text.endsWith('\n# EOF\n')).toBe(true);
    const read = await readBack(text);
    const lastOf = (metric: string): number =>
      read
        .filter(({ identity }) => identity.metric === metric)
        .reduce((sum, { totals }) => sum + totals.last, 0);
    expect(lastOf('http_reqs_total')).toBe(totalOf(rows, 'http_reqs', 'sum'));
    expect(lastOf('checks_hits_total')).toBe(totalOf(rows, 'checks', 'hits'));
    expect(lastOf('checks_observations_total')).toBe(totalOf(rows, 'checks', 'total'));
    expect(lastOf('http_req_duration_count')).toBe(totalOf(rows, 'http_req_duration', 'count'));
    expect(lastOf('http_req_duration_sum')).toBeCloseTo(totalOf(rows, 'http_req_duration', 'sum'), 6);
    const p95 = read.filter(
      ({ identity }) => identity.metric === 'http_req_duration' && identity.labels.quantile === '0.95',
    );
    expect(p95.flatMap(({ points }) => ('values' in points ? points.values : [])).sort()).toEqual(
      rows
        .filter(({ metric, field }) => metric === 'http_req_duration' && field === 'p95')
        .map(({ value }) => value)
        .sort(),
    );
    const plain = ['vus', 'queue_depth', 'jobs_seconds_total', 'queue.depth'];
    expect(
      read
        .filter(({ identity }) => plain.includes(identity.metric))
        .flatMap(({ identity, points }) =>
          points.times.map((time, at) => [
            identity.metric,
            new Date(time).toISOString(),
            'values' in points ? points.values[at] : null,
          ]),
        )
        .map(String)
        .sort(),
    ).toEqual(
      rows
        .filter(({ metric }) => plain.includes(metric))
        .map(({ metric, time, value }) => String([metric, time, value]))
        .sort(),
    );
  });

  it('can be stored in another run, as counters and levels', async () => {
    const other = await openRun('copy');
    await send(`/runs/${other}/openmetrics`, await (await download('?format=openmetrics')).text());
    const rows = parseCsv(
      await (await download('?format=csv&metric=http_reqs_total', instance.admin, other)).text(),
    );
    expect(rows[0]).toMatchObject({ kind: 'cumulative', value: 0 });
  });
});

describe('a download', () => {
  it.each([
    ['', 'format'],
    ['?format=xlsx', 'format'],
    ['?format=csv&metric=vus,nothing', 'metric'],
    ['?format=csv&metric=', 'metric'],
    ['?format=csv&metric=vus&metric=checks', 'metric'],
    ['?format=csv&from=1', 'from'],
  ])('of %j is refused, naming the field', async (query, field) => {
    const response = await download(query);
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ code: 'invalid', errors: [{ field }] });
  });

  it('wants the scope read, and a run of the project of its caller', async () => {
    const others: Scope[] = ['ingest', 'launch'];
    expect((await download('?format=csv', await instance.tokenWith(others))).status).toBe(403);
    expect((await download('?format=csv', await instance.tokenWith(['read']))).status).toBe(200);
    const foreign = await instance.tokenWith(['read'], 'elsewhere');
    expect((await download('?format=csv', foreign)).status).toBe(404);
    expect((await download('?format=csv', instance.admin, '00000000000000aaaa')).status).toBe(404);
  });
});

describe('Parquet', () => {
  it('has the records of the CSV, number for number', async () => {
    const response = await download('?format=parquet');
    expect(response.headers.get('content-type')).toBe('application/vnd.apache.parquet');
    expect(response.headers.get('content-disposition')).toContain('.parquet');
    const rows = await parquetReadObjects({ file: await response.arrayBuffer() });
    const records = parseCsv(await (await download('?format=csv')).text());
    const strings = records.map(({ metric, labels, kind, time, field, value }) =>
      [metric, labels, kind, time, field, value].join('|'),
    );
    expect(strings.length).toBeGreaterThan(500);
    expect(
      rows.map(({ metric, labels, kind, time, field, value }) =>
        [metric, labels, kind, (time as Date).toISOString(), field, value].join('|'),
      ),
    ).toEqual(strings);
  });
});

describe('a large run', () => {
  const series = 6000;
  let large: string;
  beforeAll(async () => {
    large = await openRun('large');
    const lines = Array.from(
      { length: series * 4 },
      (_, at) => `level{pod="pod-${at >> 2}"} ${at} ${1_795_240_602 + (at % 4)}\n`,
    );
    await send(`/runs/${large}/openmetrics`, `# TYPE level gauge\n${lines.join('')}`);
  });

  it('begins before it is read, and is read no faster than it is taken', async () => {
    const reads = vi.spyOn(instance.container.samples, 'readPoints');
    const response = await download('?format=csv', instance.admin, large);
    const reader = response.body?.getReader();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toMatch(/^metric,labels,/);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(reads.mock.calls.length).toBeLessThan(6);
    let text = '';
    for (let piece = await reader?.read(); piece?.value; piece = await reader?.read())
      text += Buffer.from(piece.value).toString();
    expect(reads).toHaveBeenCalledTimes(series / 500);
    expect(text.split('\r\n').length - 1).toBe(series * 4);
  });

  it('is read no further when the caller has gone', async () => {
    const reads = vi.spyOn(instance.container.samples, 'readPoints');
    const response = await download('?format=openmetrics', instance.admin, large);
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    const before = reads.mock.calls.length;
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(reads.mock.calls.length).toBeLessThanOrEqual(before + 1);
    expect(before).toBeLessThan(6);
  });

  it('breaks off when it is deleted meanwhile', async () => {
    const short = await openRun('short');
    await send(`/runs/${short}/openmetrics`, 'level 1 1795240602\n');
    const find = vi.spyOn(instance.container.repos.runs, 'find');
    const response = await download('?format=openmetrics', instance.admin, short);
    find.mockResolvedValue(null);
    await expect(response.text()).rejects.toThrow('There is no run');
  });
});
