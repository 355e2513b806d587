import { readFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { createRandom, ProofloadError } from '@proofload/domain';
import { describe, expect, it } from 'vitest';
import { MemorySink } from '../fixtures/memory-sink.ts';
import { OtlpDecoder } from './otlp-decoder.ts';
import type { OtlpEncoding } from './otlp-response.ts';

const read = (name: string): Uint8Array => readFileSync(new URL(`fixtures/${name}`, import.meta.url));
/** Sent by k6 1.8.1, cumulative as it does by itself. */
const ofK6 = read('k6-1.8.1.pb');
/** Sent by k6 1.8.1 that was asked for delta temporality and exponential histograms. */
const ofK6Delta = read('k6-1.8.1-delta.pb');
/** The Go SDK 1.43 after 2000 observations, and the first 1000 as delta and exponential. */
const ofGo = read('go-1.43.pb.gz');
const ofGoDelta = read('go-1.43-delta.pb.gz');
/** The JavaScript SDK 3.1 after observations of 0.001 to 1. */
const ofJs = read('js-3.1.json');
const ofJsDelta = read('js-3.1-delta.json');
/** Encoded by the reference library of protobuf, also as JSON: what SDKs do not send, and a point of every wrong kind. */
const ofReference = read('reference.pb');
const ofReferenceJson = read('reference.json');

const startMs = 1_795_240_600_000;

function decode(body: Uint8Array, encoding: OtlpEncoding = 'protobuf', runStartMs: number | null = null) {
  const sink = new MemorySink();
  const counts = new OtlpDecoder(sink).decode(body, { encoding, stream: 'one', runStartMs });
  return { counts, ...look(sink) };
}

function look(sink: MemorySink) {
  const series = sink.rollup.entries.map(({ identity, points, totals }) => ({ ...identity, points, totals }));
  return {
    sink,
    series,
    find: (metric: string, labels: Record<string, string> = {}) =>
      series.find(
        (one) =>
          one.metric === metric &&
          Object.entries(labels).every(([name, value]) => one.labels[name] === value),
      ),
    names: () => [...new Set(series.map(({ metric }) => metric))].sort(),
  };
}

const encode = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));
/** A request in JSON with one metric. */
const withMetric = (metric: unknown, resource: Record<string, string> = {}): Uint8Array =>
  encode({
    resourceMetrics: [
      {
        resource: {
          attributes: Object.entries(resource).map(([key, stringValue]) => ({ key, value: { stringValue } })),
        },
        scopeMetrics: [{ metrics: [metric] }],
      },
    ],
  });
const withPoint = (point: unknown): Uint8Array => withMetric({ name: 'm', gauge: { dataPoints: [point] } });
const at = (seconds: number): string => `${startMs + seconds * 1000}000000`;

function failureOf(work: () => unknown): unknown {
  try {
    work();
    return null;
  } catch (error) {
    return error;
  }
}

describe('what k6 sends', () => {
  it('by itself: counters that go on, and histograms', () => {
    const { counts, find, names, sink } = decode(ofK6);
    expect(counts).toMatchObject({ points: 26, rejectedPoints: 0, message: '' });
    expect(names()).toEqual(expect.arrayContaining(['http_reqs', 'iterations', 'vus', 'checks.total']));
    // As its summary says.
    expect(sink.figures('http_reqs')).toMatchObject({ series: 2, sum: 143 });
    expect(sink.figures('checks.total', { condition: 'nonzero' }).sum).toBe(128);
    expect(find('http_reqs', { status: '200' })).toMatchObject({
      kind: 'cumulative',
      unit: null,
      labels: { job: 'k6', scenario: 'default', method: 'GET' },
    });
    expect(find('data_sent')).toMatchObject({ kind: 'cumulative', unit: 'bytes' });
    expect(find('vus')).toMatchObject({ kind: 'gauge', points: { values: [2] } });
    expect(find('http_req_duration_sum')).toMatchObject({ kind: 'cumulative', unit: 'ms' });
    expect(sink.figures('http_req_duration_count').sum).toBe(143);
    expect(sink.figures('http_req_duration_sum').sum / 143).toBeCloseTo(35.194076, 5);
    expect(sink.figures('http_req_duration_bucket', { le: '25' }).sum).toBeLessThan(143);
    expect(sink.figures('http_req_duration_bucket', { le: '75' }).sum).toBe(143);
    expect(sink.figures('http_req_duration_bucket', { le: '+Inf' }).sum).toBe(143);
  });

  it('with delta temporality and exponential histograms: its own metrics in their own kinds', () => {
    const { counts, find, names, sink } = decode(ofK6Delta);
    expect(counts.rejectedPoints).toBe(0);
    expect(find('http_reqs')).toMatchObject({ kind: 'delta' });
    expect(find('http_req_duration')).toMatchObject({ kind: 'distribution', unit: 'ms' });
    expect(find('iteration_duration')).toMatchObject({ kind: 'distribution', labels: { job: 'k6' } });
    const { count, sum, sketch } = sink.figures('http_req_duration');
    expect(count).toBe(sink.figures('http_req_duration_count').sum);
    expect(sum).toBeCloseTo(sink.figures('http_req_duration_sum').sum, 9);
    // The target answers after 20 to 50 ms.
    expect(sketch.quantile(0.5)).toBeGreaterThan(30);
    expect(sketch.quantile(0.95)).toBeLessThan(51);
    expect(names()).not.toContain('http_req_failed.total');
    const failed = find('http_req_failed', { status: '500' });
    expect(failed).toMatchObject({ kind: 'ratio', totals: { count: 7, sum: 7, min: 1 } });
    expect(find('http_req_failed', { status: '200' })).toMatchObject({
      totals: { count: 65, sum: 0, max: 0 },
    });
    expect(sink.figures('checks')).toMatchObject({ series: 1, count: 72, sum: 65 });
    expect(find('checks')?.labels).not.toHaveProperty('condition');
  });
});

describe('what SDKs send', () => {
  it('in Go, compressed', () => {
    const { find, sink, counts } = decode(ofGo);
    expect(counts).toMatchObject({ points: 4, rejectedPoints: 0 });
    const labels = { job: 'shop', instance: 'a1', 'http.route': '/a', 'http.response.status_code': '200' };
    expect(find('http.server.request.duration_count')).toMatchObject({
      kind: 'cumulative',
      unit: null,
      labels,
      points: { values: [2000] },
    });
    expect(find('http.server.request.duration_sum')).toMatchObject({ unit: 's' });
    expect(find('http.server.request.duration_max')).toMatchObject({
      kind: 'gauge',
      points: { values: [0.999] },
    });
    expect(sink.figures('http.server.request.duration_bucket', { le: '5' }).sum).toBe(2000);
    expect(find('orders')).toMatchObject({ kind: 'cumulative', unit: 'order', points: { values: [6000] } });
    expect(find('queue')).toMatchObject({ kind: 'gauge', points: { values: [-4] } });
    expect(find('temperature')).toMatchObject({ kind: 'gauge', unit: '°C', points: { values: [21.5] } });
  });

  it('in Go, delta and exponential', () => {
    const { sink, find } = decode(ofGoDelta);
    expect(find('orders')).toMatchObject({ kind: 'delta', points: { sums: [3000] } });
    const { count, min, max, sketch } = sink.figures('http.server.request.duration');
    expect({ count, min, max }).toEqual({ count: 1000, min: 0.001, max: 0.999 });
    expect(sketch.quantile(0.95)).toBeCloseTo(0.95, 1);
  });

  it('in JavaScript, as JSON', () => {
    const { counts, find, sink } = decode(ofJs, 'json');
    expect(counts).toMatchObject({ points: 4, rejectedPoints: 0 });
    expect(find('http.server.request.duration_sum')).toMatchObject({
      unit: 's',
      labels: { job: 'shop', instance: 'b2', tags: '["x","y"]', 'http.response.status_code': '200' },
      points: { values: [500.5] },
    });
    expect(sink.figures('http.server.request.duration_bucket', { le: '0.5' })).toMatchObject({ series: 0 });
    expect(find('temperature')?.labels).toMatchObject({ ok: 'true' });
  });

  it('in JavaScript, delta and exponential: quantiles are as exact as the buckets are narrow', () => {
    const { sink } = decode(ofJsDelta, 'json');
    const { count, sum, sketch } = sink.figures('http.server.request.duration');
    expect({ count, sum }).toEqual({ count: 1000, sum: 500.5 });
    // Scale 4: a bucket ends 4.4 % above its beginning.
    for (const q of [0.05, 0.5, 0.9, 0.95, 0.99]) {
      const exact = (1 + q * 999) / 1000;
      expect(Math.abs(sketch.quantile(q) / exact - 1), `q ${q}`).toBeLessThan(0.025);
    }
  });
});

describe.each([
  ['protobuf', ofReference],
  ['json', ofReferenceJson],
] as const)('what the reference sends as %s', (encoding, body) => {
  const { counts, find, series } = decode(body, encoding);
  const shop = { job: 'eu/shop', instance: 'pod-1' };

  it('has levels with attributes of every type, in any order, infinite, and as no number', () => {
    expect(find('queue.depth')).toMatchObject({
      kind: 'gauge',
      unit: 'items',
      labels: {
        ...shop,
        größe: 'süß',
        'http.route': '/a',
        bool: 'true',
        int: '-9007199254740993',
        double: '0.1',
        bytes: 'AP8=',
        array: '["x",7,null]',
        map: '{"a":"b"}',
        empty: '',
      },
      points: {
        times: [startMs + 2000, startMs + 1000, startMs + 4000],
        values: [1.5, Number.POSITIVE_INFINITY, Number.NaN],
      },
    });
    expect(find('queue.depth')?.labels).not.toHaveProperty('host.name');
  });

  it('has counters that go on, without the points that have no value', () => {
    expect(find('requests')).toMatchObject({
      kind: 'cumulative',
      unit: null,
      points: { values: [10, 25, 30] },
    });
    expect(find('big')).toMatchObject({ points: { values: [9_007_199_254_740_992] } });
    expect(find('connections')).toMatchObject({ kind: 'gauge', points: { values: [-3] } });
    expect(find('sent')).toMatchObject({ kind: 'delta', unit: 'bytes', points: { sums: [5, 7] } });
  });

  it('has histograms', () => {
    expect(find('latency_count')).toMatchObject({ kind: 'cumulative', unit: null, points: { values: [6] } });
    expect(find('latency_sum')).toMatchObject({ kind: 'cumulative', unit: 's', points: { values: [3.25] } });
    const buckets = ['0.5', '1', '+Inf'].map((le) => find('latency_bucket', { le })?.points);
    expect(buckets).toMatchObject([{ values: [1] }, { values: [3] }, { values: [6] }]);
    expect(find('latency_min')).toMatchObject({ kind: 'gauge', unit: 's', points: { values: [0.25] } });
    expect(find('latency_max')).toMatchObject({ points: { values: [2] } });
    expect(find('size_count')).toMatchObject({ kind: 'delta', points: { sums: [3, 4] } });
    expect(find('size_sum')).toBeUndefined();
    expect(find('size_bucket', { le: '100' })).toMatchObject({ kind: 'delta', points: { sums: [1] } });
  });

  it('has exponential histograms', () => {
    expect(find('drift')).toMatchObject({
      kind: 'distribution',
      unit: 'ms',
      totals: { count: 10, sum: 11, min: -0.9, max: 15 },
    });
    expect(find('drift')?.totals.sketch?.quantile(2 / 9)).toBeLessThan(-0.49);
    expect(find('drift')?.totals.sketch?.quantile(4 / 9)).toBe(0);
    expect(find('drift')?.totals.sketch?.quantile(6 / 9)).toBeGreaterThan(1.99);
    expect(find('drift_count')).toMatchObject({ kind: 'delta', points: { sums: [10] } });
    expect(find('age_count')).toMatchObject({ kind: 'cumulative', points: { values: [5] } });
    expect(find('age_sum')).toMatchObject({ kind: 'cumulative', unit: 'h' });
    // What the first point of a cumulative one says was observed before anybody looked.
    expect(find('age')).toMatchObject({ kind: 'distribution', unit: 'h', totals: { count: 0 } });
  });

  it('has summaries', () => {
    expect(find('gc_count')).toMatchObject({ kind: 'cumulative', points: { values: [4] } });
    expect(find('gc_sum')).toMatchObject({ unit: 's', points: { values: [0.5] } });
    expect(find('gc', { quantile: '0.99' })).toMatchObject({
      kind: 'gauge',
      unit: 's',
      points: { values: [0.2] },
    });
  });

  it('has metrics of nothing that has a name', () => {
    expect(find('bare')).toMatchObject({ labels: {}, points: { values: [1] } });
  });

  it('has points that are refused, each for its reason', () => {
    expect(counts).toMatchObject({ points: 17, rejectedPoints: 6 });
    expect(counts.message.split('; ')).toEqual([
      'unspecified: no aggregation temporality',
      'timeless: a point without a time',
      'valueless: a point without a value',
      'nan: a sum that is no finite number',
      'buckets: not one bucket more than bounds',
    ]);
    expect(series.map(({ metric }) => metric)).not.toContain('unspecified');
  });
});

describe('when a counter was zero', () => {
  it('is known for one that began during the run', () => {
    const { find } = decode(ofReference, 'protobuf', startMs);
    expect(find('requests')?.points).toEqual({
      kind: 'cumulative',
      times: [startMs, startMs + 1000, startMs + 2000, startMs + 4000, startMs + 5000],
      values: [0, 10, 25, 0, 30],
    });
    for (const metric of ['latency_count', 'latency_sum', 'latency_bucket', 'gc_count', 'age_sum'])
      expect(find(metric)?.points.times, metric).toEqual([startMs, startMs + 1000]);
    expect(find('latency_max')?.points.times).toEqual([startMs + 1000]);
  });

  it('is not said of one that began before', () => {
    const { find } = decode(ofReference, 'protobuf', startMs + 1);
    expect(find('requests')?.points).toMatchObject({ values: [10, 25, 0, 30] });
    expect(find('latency_count')?.points).toMatchObject({ values: [6] });
  });

  it.each([
    ['in the millisecond of its first point', '200000', [startMs + 999, startMs + 1000], [0, 7]],
    ['at its first point, which says that nobody knows', '300000', [startMs + 1000], [7]],
  ])('is known for one that began %s', (_, nanoseconds, times, values) => {
    const point = {
      asInt: 7,
      startTimeUnixNano: at(1).replace(/0{6}$/, nanoseconds),
      timeUnixNano: at(1).replace(/0{6}$/, '300000'),
    };
    const sum = { isMonotonic: true, aggregationTemporality: 2, dataPoints: [point] };
    const { find } = decode(withMetric({ name: 'm', sum }), 'json', startMs);
    expect(find('m')?.points).toMatchObject({ times, values });
  });

  it('is said once to each stream', () => {
    const sink = new MemorySink();
    const decoder = new OtlpDecoder(sink);
    for (const stream of ['one', 'one', 'two'])
      decoder.decode(ofReference, { encoding: 'protobuf', stream, runStartMs: startMs });
    // Each request has the sample itself.
    expect(look(sink).find('latency_count')?.totals.count).toBe(3 + 2);
  });
});

it('takes the series of one request for those of the next, also when it forgets in between', () => {
  for (const remembered of [1_000_000, 2000]) {
    const sink = new MemorySink();
    const decoder = new OtlpDecoder(sink, remembered);
    for (let times = 0; times < 3; times++) {
      decoder.decode(ofK6, { encoding: 'protobuf', stream: 'one', runStartMs: null });
      decoder.decode(ofJs, { encoding: 'json', stream: 'one', runStartMs: null });
    }
    const alone = decode(ofK6).series.length + decode(ofJs, 'json').series.length;
    expect(sink.rollup.entries).toHaveLength(alone);
  }
});

it('keeps histograms apart from one another when their bounds change', () => {
  const point = (seconds: number, bounds: number[], counts: number[]) => ({
    timeUnixNano: at(seconds),
    count: 3,
    bucketCounts: counts,
    explicitBounds: bounds,
  });
  const histogram = {
    aggregationTemporality: 'AGGREGATION_TEMPORALITY_CUMULATIVE',
    dataPoints: [
      point(1, [1], [1, 2]),
      point(2, [2, 3], [1, 1, 1]),
      point(3, [1], [2, 1]),
      point(4, [7], [0, 3]),
    ],
  };
  const { find } = decode(withMetric({ name: 'm', histogram }), 'json');
  expect(find('m_bucket', { le: '1' })?.points).toMatchObject({ values: [1, 2] });
  expect(find('m_bucket', { le: '3' })?.points).toMatchObject({ values: [2] });
  expect(find('m_bucket', { le: '7' })?.points).toMatchObject({ values: [0] });
});

describe('a cumulative exponential histogram', () => {
  /** With a count for each bucket above 1, whose bounds are powers of two; sums are left out. */
  const point = (began: number, seconds: number, bucketCounts: number[]) => ({
    startTimeUnixNano: at(began),
    timeUnixNano: at(seconds),
    count: bucketCounts.reduce((sum, count) => sum + count, 0),
    scale: 0,
    positive: { offset: 0, bucketCounts },
  });
  const decodePoints = (...dataPoints: unknown[]) => {
    const exponentialHistogram = {
      aggregationTemporality: 'AGGREGATION_TEMPORALITY_CUMULATIVE',
      dataPoints,
    };
    const body = withMetric({ name: 'm', exponentialHistogram }, {});
    return decode(body, 'json', startMs).find('m');
  };

  it('becomes what came between its points', () => {
    const found = decodePoints(point(-60, 10, [5, 0, 0]), point(-60, 20, [5, 1, 2]));
    expect(found?.points).toMatchObject({ kind: 'distribution', times: [startMs + 20_000] });
    expect(found?.totals.count).toBe(3);
    expect(found?.totals.sketch?.quantile(0)).toBeGreaterThan(1.9);
    expect(found?.totals.sketch?.quantile(1)).toBeGreaterThan(4);
  });

  it('counts from its beginning when that was during the run, and anew when it begins again', () => {
    const found = decodePoints(point(5, 10, [5, 1]), point(5, 20, [6, 1]), point(25, 30, [7, 1]));
    expect(found?.points.times.map((time) => time - startMs)).toEqual([10_000, 20_000, 30_000]);
    expect(found?.totals.count).toBe(6 + 1 + 8);
  });
});

describe('labels', () => {
  const gauge = { dataPoints: [{ asInt: 1, timeUnixNano: at(1) }] };
  const labelsOf = (resource: Record<string, string>) =>
    decode(withMetric({ name: 'm', gauge }, resource), 'json').series[0]?.labels;

  it.each([
    [{ 'service.name': 'shop' }, { job: 'shop' }],
    [{ 'service.name': 'shop', 'service.namespace': 'eu' }, { job: 'eu/shop' }],
    [{ 'service.namespace': 'eu' }, {}],
    [{ 'service.instance.id': 'i', 'k8s.pod.name': 'p', 'host.name': 'h' }, { instance: 'i' }],
    [{ 'k8s.pod.name': 'p', 'host.name': 'h', 'os.type': 'linux' }, { instance: 'p' }],
    [{ 'host.name': 'h' }, { instance: 'h' }],
    [{}, {}],
  ])('of %j are %j', (resource, labels) =>
    expect(labelsOf(resource as Record<string, string>)).toEqual(labels),
  );

  it('of a point go before those of its resource', () => {
    const attributes = [{ key: 'job', value: { stringValue: 'nightly' } }];
    const point = { attributes, asInt: 1, timeUnixNano: at(1) };
    const metric = { name: 'm', gauge: { dataPoints: [point] } };
    expect(decode(withMetric(metric, { 'service.name': 'k6' }), 'json').series[0]?.labels).toEqual({
      job: 'nightly',
    });
  });
});

describe('JSON', () => {
  it('takes numbers as numbers and as strings, and null for what is left out', () => {
    const points = [
      { asInt: '-7', timeUnixNano: at(1), flags: null, attributes: null },
      { asInt: 8, timeUnixNano: (startMs + 2000) * 1e6 },
      { asDouble: 'NaN', timeUnixNano: at(3), unknown: { deep: [1] } },
      { asDouble: '-Infinity', timeUnixNano: at(4) },
      { asDouble: '1.5e3', timeUnixNano: at(5).replace(/0{6}$/, '700000') },
    ];
    const { series } = decode(withMetric({ name: 'm', unit: null, gauge: { dataPoints: points } }), 'json');
    expect(series[0]?.points).toMatchObject({
      // Rounded to milliseconds.
      times: [1000, 2000, 3000, 4000, 5001].map((sinceStartMs) => startMs + sinceStartMs),
      values: [-7, 8, Number.NaN, Number.NEGATIVE_INFINITY, 1500],
    });
  });

  it.each([
    ['nothing', '', /JSON/],
    ['half of a text', '{"resourceMetrics":[', /JSON/],
    ['a list', '[]', /resourceMetrics/],
    ['a number for a list', '{"resourceMetrics":1}', /body.resourceMetrics/],
    [
      'a time that is no integer',
      { timeUnixNano: 'yesterday', asInt: 1 },
      /timeUnixNano: expected an integer/,
    ],
    ['a time before 1970', { timeUnixNano: -1, asInt: 1 }, /timeUnixNano: expected an integer that is not/],
    ['half an integer', { timeUnixNano: at(1), asInt: 0.5 }, /asInt: expected an integer/],
    ['a text for a number', { timeUnixNano: at(1), asDouble: 'fast' }, /asDouble: expected a number/],
  ])('is refused as %s, naming the field', (_name, body, reason) => {
    const bytes = typeof body === 'string' ? Buffer.from(body) : withPoint(body);
    const failure = failureOf(() => decode(bytes, 'json'));
    expect(failure).toMatchObject({ code: 'invalid', message: expect.stringMatching(reason) });
    expect((failure as ProofloadError).fields[0]?.field).toMatch(/^body/);
  });

  it('is refused when it is not UTF-8', () => {
    expect(failureOf(() => decode(Uint8Array.of(0x22, 0xff, 0x22), 'json'))).toMatchObject({
      code: 'invalid',
    });
  });

  it('takes an attribute that is nested for no more than it is', () => {
    const nested = (depth: number): string =>
      `{"arrayValue":{"values":[${depth === 0 ? '{"stringValue":"x"}' : nested(depth - 1)}]}}`;
    const request = (depth: number): Uint8Array => {
      const text = Buffer.from(
        withPoint({ attributes: [{ key: 'a', value: 'HERE' }], asInt: 1, timeUnixNano: at(1) }),
      );
      return Buffer.from(text.toString().replace('"HERE"', nested(depth)));
    };
    expect(decode(request(2), 'json').series[0]?.labels.a).toBe('[[["x"]]]');
    expect(failureOf(() => decode(request(50), 'json'))).toMatchObject({
      code: 'invalid',
      message: /nested deeper/,
    });
  });
});

describe('what is malformed', () => {
  it.each([
    ['k6', ofK6Delta, 11],
    ['the SDK', gunzipSync(ofGoDelta), 1],
    ['the reference', ofReference, 1],
  ])('is read or refused when a request of %s was cut anywhere', { timeout: 20_000 }, (_name, body, step) => {
    let refused = 0;
    for (let length = 0; length < body.length; length += step) {
      const failure = failureOf(() => decode(body.subarray(0, length)));
      if (failure === null) continue;
      refused += 1;
      expect(failure, `${length} bytes`).toMatchObject({ code: 'invalid', fields: [{ field: 'body' }] });
      expect(failure).toBeInstanceOf(ProofloadError);
    }
    // The outermost message has no length, so that only a cut between its fields leaves a whole one.
    expect(refused).toBeGreaterThanOrEqual(Math.ceil(body.length / step) - 2);
  });

  it('is refused when compressed data were cut anywhere', () => {
    for (let length = 2; length < ofGo.length; length++)
      expect(
        failureOf(() => decode(ofGo.subarray(0, length))),
        `${length}`,
      ).toMatchObject({ code: 'invalid' });
  });

  it('is refused or read, and nothing else, whatever bytes are flipped', { timeout: 20_000 }, () => {
    const random = createRandom(7);
    const bodies = [ofK6Delta, ofReference, gunzipSync(ofGo), ofGoDelta, ofReferenceJson];
    for (let round = 0; round < 800; round++) {
      const body = bodies[round % bodies.length] ?? ofK6;
      const damaged = Uint8Array.from(body);
      for (let flips = 1 + Math.floor(random() * 4); flips > 0; flips--) {
        damaged[Math.floor(random() * damaged.length)] = Math.floor(random() * 256);
      }
      const failure = failureOf(() => decode(damaged, body === ofReferenceJson ? 'json' : 'protobuf'));
      if (failure !== null) expect(failure, `round ${round}: ${failure}`).toBeInstanceOf(ProofloadError);
    }
  });

  it('is refused when it is larger than any request, compressed or not', () => {
    const large = new Uint8Array(16 * 1024 ** 2 + 1);
    expect(failureOf(() => decode(large))).toMatchObject({ code: 'too-large' });
    expect(failureOf(() => decode(gzipSync(large)))).toMatchObject({ code: 'too-large' });
  });

  it('is refused when it has too many points, or points of too many numbers', () => {
    // Points without a field, two bytes each.
    const points = Buffer.alloc(2_000_002);
    for (let place = 0; place < points.length; place += 2) points[place] = 0x0a;
    const failure = failureOf(() => decode(message(1, message(2, message(2, message(5, points))))));
    expect(failure).toMatchObject({ code: 'too-large', message: expect.stringMatching(/points/) });
    const counts = message(6, new Uint8Array(8 * 5000));
    const histogram = message(9, message(1, counts));
    expect(failureOf(() => decode(message(1, message(2, message(2, histogram)))))).toMatchObject({
      code: 'invalid',
      message: expect.stringMatching(/more than 4096 values/),
    });
  });
});

function message(field: number, content: Uint8Array): Uint8Array {
  const length: number[] = [];
  let rest = content.length;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) length.push((rest % 0x80) | 0x80);
  return Buffer.concat([Buffer.of((field << 3) | 2, ...length, rest), content]);
}
