import { describe, expect, it } from 'vitest';
import { readFixture } from '../fixtures/bodies.ts';
import { MemorySink } from '../fixtures/memory-sink.ts';
import { writeHistogram } from '../native-histogram/write-histogram.ts';
import { ExpositionDecoder, ExpositionSeries } from './exposition-decoder.ts';
import { decodeProtobufExposition, isProtobufExposition } from './protobuf-exposition.ts';

/**
 * Exposed by client_golang 1.25: counters, gauges, summaries, classic and native histograms, one scrape after the
 * other. Between two of them each native histogram had 400 observations; before the sixth, one was set back.
 */
const recorded = (name: string): Buffer => readFixture(`scrape/fixtures/client-golang-1.25-${name}`);

const withoutLabels = { labels: {}, keep: [] as string[] };

function scrape(sink: MemorySink, numbers: readonly number[], options = withoutLabels): MemorySink {
  const series = new ExpositionSeries(sink, options);
  for (const number of numbers) {
    decodeProtobufExposition(recorded(`${number}.pb`), series, {
      onSample: (ref, timeMs, value) => sink.add(ref, timeMs ?? number * 1000, value),
      onHistogram: (refs, timeMs, histogram) =>
        writeHistogram(sink, refs, { ...histogram, timeMs: timeMs ?? number * 1000 }),
    });
  }
  return sink;
}

it('has every series and value of the text', () => {
  const asText = new MemorySink();
  const decoder = new ExpositionDecoder(new ExpositionSeries(asText, withoutLabels), (ref, _, value) =>
    asText.add(ref, 0, value),
  );
  decoder.write(recorded('4.txt'));
  decoder.end();
  const rows = (sink: MemorySink) =>
    sink.rollup.entries
      .map(({ identity: { metric, kind, unit, labels }, totals }) => ({
        metric,
        kind,
        unit,
        labels,
        value: totals.last,
      }))
      .sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));
  const found = rows(scrape(new MemorySink(), [4]));
  // In text a native histogram is a classic one with a single bucket.
  const wanted = rows(asText).filter(
    ({ metric }) => !/^(rpc_duration|narrowing|temperature).*_bucket$/.test(metric),
  );
  expect(wanted.length).toBeGreaterThan(30);
  expect(found.filter(({ kind }) => kind !== 'distribution')).toEqual(wanted);
});

describe('native histograms', () => {
  it('are the observations between two scrapes', () => {
    const sink = scrape(new MemorySink(), [3, 4]);
    const { count, sum, sketch } = sink.figures('rpc_duration_seconds', { method: 'get' });
    expect(count).toBe(400);
    expect(sum).toBeCloseTo(57.9337, 3);
    // As they were observed, within a bucket of nine percent.
    for (const [quantile, exact] of [
      [0.5, 0.10002],
      [0.9, 0.29838],
      [0.99, 0.7529],
    ] as const)
      expect(Math.abs(Math.log(sketch.quantile(quantile) / exact))).toBeLessThan(Math.log(1.1));
  });

  it('that were set back are counted whole', () => {
    const after = scrape(new MemorySink(), [4, 5]).figures('rpc_duration_seconds', { method: 'get' });
    expect(after.count).toBe(300);
    expect(Math.abs(Math.log(after.sketch.quantile(0.5) / 0.97382))).toBeLessThan(Math.log(1.1));
    expect(scrape(new MemorySink(), [4, 5, 6]).figures('rpc_duration_seconds', { method: 'get' }).count).toBe(
      700,
    );
  });

  it('hold values below zero and around it', () => {
    const { count, sketch } = scrape(new MemorySink(), [3, 4]).figures('temperature_drift');
    expect(count).toBe(400);
    expect(sketch.quantile(0.02)).toBeLessThan(-1.5);
    expect(Math.abs(sketch.quantile(0.5))).toBeLessThan(0.2);
    expect(sketch.quantile(0.98)).toBeGreaterThan(1.5);
  });

  it('that lose resolution meanwhile stay whole', () => {
    const { count, sketch } = scrape(new MemorySink(), [3, 4, 5, 6]).figures('narrowing_seconds');
    expect(count).toBe(1200);
    expect(sketch.bins().counts.reduce((total, inBin) => total + inBin, 0)).toBe(1200);
    expect(Math.abs(Math.log2(sketch.quantile(0.5)))).toBeLessThan(1);
  });

  it('have the buckets of a classic histogram beside them where the client has both', () => {
    const sink = scrape(new MemorySink(), [3, 4]);
    expect(sink.figures('queue_wait_seconds').count).toBe(400);
    expect(sink.figures('queue_wait_seconds_bucket', { le: '1e+06' }).last).toBe(2000);
    expect(sink.figures('queue_wait_seconds_count')).toMatchObject({ series: 1, last: 2000 });
  });

  it('are left out when they are not kept', () => {
    const sink = scrape(new MemorySink(), [4], { labels: {}, keep: ['depth'] });
    expect(sink.rollup.entries.map(({ identity }) => identity.metric)).toEqual(['depth']);
  });
});

it.each([
  ['application/vnd.google.protobuf; proto=io.prometheus.client.MetricFamily; encoding=delimited', true],
  [
    'application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;encoding=delimited;escaping=values',
    true,
  ],
  ['application/vnd.google.protobuf; proto=io.prometheus.client.MetricFamily; encoding=text', false],
  ['text/plain; version=0.0.4', false],
  ['', false],
])('knows the format by its type: %s', (type, expected) => expect(isProtobufExposition(type)).toBe(expected));

it.each([
  ['a length that leads out of it', [9, 10, 1, 97]],
  ['a length that is not whole', [0x80]],
  ['a length that never ends', [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 1]],
])('refuses %s', (_name, bytes) => {
  const series = new ExpositionSeries(new MemorySink(), withoutLabels);
  const readers = { onSample: () => undefined, onHistogram: () => undefined };
  expect(() => decodeProtobufExposition(Uint8Array.from(bytes), series, readers)).toThrow(
    /protobuf format: /,
  );
});
