import { readFileSync } from 'node:fs';
import { ProofloadError } from '@proofload/domain';
import { encodeWriteRequest } from '@proofload/testkit/write-request';
import { describe, expect, it } from 'vitest';
import { MemorySink } from '../fixtures/memory-sink.ts';
import { RemoteWriteDecoder, type RemoteWriteVersion } from './remote-write-decoder.ts';
import { SnappyDecoder } from './snappy.ts';

const read = (name: string): Uint8Array => readFileSync(new URL(`fixtures/${name}.snappy`, import.meta.url));
/** Sent by k6 1.8.1 after 60 iterations with one request each. */
const ofK6 = read('k6-1.8.1');
/** Sent by Prometheus 2.42 that scraped itself. */
const ofPrometheus = read('prometheus-2.42');
/** Encoded by the reference library of version 2.0: a counter, a gauge, a classic and a native histogram. */
const ofReference = read('reference-2.0');

function decode(body: Uint8Array, version: RemoteWriteVersion) {
  const sink = new MemorySink();
  const counts = new RemoteWriteDecoder(sink).decode(body, version);
  const series = sink.rollup.entries.map(({ identity, points }) => ({
    ...identity,
    times: points.times,
    values: 'values' in points ? points.values : [],
  }));
  return { counts, sink, series, find: (metric: string) => series.find((one) => one.metric === metric) };
}

function failureOf(work: () => unknown): unknown {
  try {
    work();
    return null;
  } catch (error) {
    return error;
  }
}

describe('what real senders send', () => {
  it('reads k6', () => {
    const { counts, find } = decode(ofK6, '1.0');
    expect(counts).toEqual({ samples: 13, histograms: 0 });
    expect(find('k6_http_reqs_total')).toMatchObject({
      kind: 'cumulative',
      labels: { scenario: 'default', status: '200', method: 'GET' },
      values: [60],
    });
    expect(find('k6_http_req_duration_p99')).toMatchObject({ kind: 'gauge', times: [1795261726947] });
    expect(find('k6_http_req_duration_p99')?.labels).not.toHaveProperty('__name__');
  });

  it('reads Prometheus', () => {
    const { counts, series, find } = decode(ofPrometheus, '1.0');
    expect(counts).toEqual({ samples: 16, histograms: 0 });
    expect(series).toHaveLength(16);
    expect(find('up')).toMatchObject({ kind: 'gauge', values: [1], labels: { job: 'self' } });
    expect(find('prometheus_http_request_duration_seconds_sum')).toMatchObject({
      kind: 'cumulative',
      unit: 's',
      values: [0.010400818],
    });
  });

  it('reads version 2.0: symbols, types, units, UTF-8, times before 1970, infinity, staleness, histograms', () => {
    const { counts, find } = decode(ofReference, '2.0');
    expect(counts).toEqual({ samples: 6, histograms: 1 });
    const start = 1_795_240_602_000;
    expect(find('http_requests_total')).toMatchObject({
      kind: 'cumulative',
      labels: { code: '200', shard: '1' },
      times: [start, start + 1000, start + 2000],
      values: [10, 25, 3],
    });
    expect(find('queue_depth')).toMatchObject({
      kind: 'gauge',
      labels: { größe: 'süß' },
      times: [-5, start + 1000],
      values: [1.5, Number.POSITIVE_INFINITY],
    });
    expect(find('latency_seconds_bucket')).toMatchObject({ kind: 'cumulative', unit: 's', values: [7] });
    expect(find('native_seconds_count')).toMatchObject({ kind: 'cumulative', times: [start], values: [12] });
    expect(find('native_seconds_sum')).toMatchObject({ kind: 'cumulative', values: [3.25] });
  });
});

it('takes the series of one request for those of the next, also when it forgets in between', () => {
  for (const remembered of [1_000_000, 500]) {
    const sink = new MemorySink();
    const decoder = new RemoteWriteDecoder(sink, remembered);
    for (let times = 0; times < 3; times++) {
      decoder.decode(ofPrometheus, '1.0');
      decoder.decode(ofReference, '2.0');
    }
    expect(sink.rollup.entries).toHaveLength(16 + 6);
    expect(sink.rollup.samples).toBe(3 * (16 + 6 + 2));
  }
});

it('tells series apart of which one has all labels of the other', () => {
  const few = { labels: { __name__: 'm', a: '1' }, samples: [{ timeMs: 1000, value: 1 }] };
  const more = { labels: { __name__: 'm', a: '1', b: '2' }, samples: [{ timeMs: 1000, value: 2 }] };
  const sink = new MemorySink();
  const decoder = new RemoteWriteDecoder(sink);
  for (const request of [
    [few, more],
    [more, few],
    [few, few],
    [more, more],
  ])
    decoder.decode(encodeWriteRequest(request), '1.0');
  const totals = sink.rollup.entries.map(({ identity, totals: { count, sum } }) => [
    identity.labels,
    count,
    sum,
  ]);
  expect(totals).toEqual([
    [{ a: '1' }, 4, 4],
    [{ a: '1', b: '2' }, 4, 8],
  ]);
});

describe('what is malformed', () => {
  it.each([
    ['k6', ofK6, '1.0'],
    ['Prometheus', ofPrometheus, '1.0'],
    ['the reference', ofReference, '2.0'],
  ] as const)('is refused when a request of %s was cut anywhere', (_name, body, version) => {
    for (let length = 0; length < body.length; length++) {
      const failure = failureOf(() => decode(body.subarray(0, length), version));
      expect(failure, `${length} bytes`).toBeInstanceOf(ProofloadError);
      expect(failure).toMatchObject({ code: 'invalid', fields: [{ field: 'body' }] });
    }
  });

  it('is refused when it is of the other version', () => {
    expect(failureOf(() => decode(ofK6, '2.0'))).toMatchObject({ code: 'invalid' });
    expect(failureOf(() => decode(ofReference, '1.0'))).toMatchObject({ code: 'invalid' });
  });

  it('is refused before it is decompressed when it says that it is too large', () => {
    const bomb = Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0x0f, 0);
    expect(failureOf(() => decode(bomb, '1.0'))).toMatchObject({ code: 'too-large' });
  });

  it.each([
    [
      'a series without a name',
      [0x0a, 0x08, 0x0a, 0x06, 0x0a, 0x01, 0x61, 0x12, 0x01, 0x62],
      '1.0',
      /__name__/,
    ],
    ['a reference to no symbol', [0x2a, 0x04, 0x0a, 0x02, 0x07, 0x08], '2.0', /no symbol 7/],
    ['a name without a value', [0x22, 0x00, 0x2a, 0x03, 0x0a, 0x01, 0x00], '2.0', /no value/],
    ['a field of the wrong encoding', [0x08, 0x01], '1.0', /encoded/],
  ] as const)('is refused as %s', (_name, message, version, reason) => {
    const literal = Uint8Array.of(message.length, (message.length - 1) << 2, ...message);
    expect(failureOf(() => decode(literal, version))).toMatchObject({
      code: 'invalid',
      message: expect.stringMatching(reason),
    });
  });
});

describe('SnappyDecoder', () => {
  it('gives what the reference compressed: literals, near, far and overlapping copies', () => {
    const lines = Array.from({ length: 1500 }, (_, i) => `series{shard="${i % 37}"} ${(i * i) % 1009}\n`);
    const expected = lines.join('') + 'a'.repeat(500);
    const decoded = new SnappyDecoder().decode(read('reference-text'), expected.length);
    expect(new TextDecoder().decode(decoded)).toBe(expected);
  });

  it('refuses a copy from before the beginning, and more than the length says', () => {
    expect(failureOf(() => new SnappyDecoder().decode(Uint8Array.of(4, 0x01, 0x01), 100))).toMatchObject({
      code: 'invalid',
    });
    expect(failureOf(() => new SnappyDecoder().decode(Uint8Array.of(1, 0x04, 1, 2), 100))).toMatchObject({
      code: 'invalid',
    });
  });
});
