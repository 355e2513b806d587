import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MemorySink } from '../fixtures/memory-sink.ts';
import { RemoteWriteDecoder } from '../remote-write/index.ts';
import { bucketsOf, emptyHistogram, type NativeHistogram } from './native-histogram.ts';
import { openHistogram, writeHistogram } from './write-histogram.ts';

const recorded = (name: string): Uint8Array =>
  readFileSync(new URL(`../remote-write/fixtures/prometheus-2.42-${name}.snappy`, import.meta.url));

it('reads what Prometheus sends, and counts what came in between', () => {
  const sink = new MemorySink();
  const decoder = new RemoteWriteDecoder(sink);
  // Observations of 0.001 i², for i from 1 to 199, then some of 3 between one request and the next.
  const first = decoder.decode(recorded('native'), '1.0');
  expect(first.histograms).toBeGreaterThan(0);
  decoder.decode(recorded('native-next'), '1.0');
  const own = sink.figures('rpc_duration_seconds', { method: 'get' });
  expect(own.count).toBe(sink.figures('rpc_duration_seconds_count').max - 199);
  expect(own.count).toBeGreaterThan(0);
  expect(own.sketch.quantile(0.5) / 3).toBeCloseTo(1, 1);
  expect(own.sum).toBeCloseTo(3 * own.count, 9);
});

const histogram = (changes: Partial<NativeHistogram>): NativeHistogram => ({
  ...emptyHistogram(),
  ...changes,
});
const side = (spans: [offset: number, length: number][], deltas: number[], counts: number[] = []) => ({
  spans: spans.map(([offset, length]) => ({ offset, length })),
  deltas,
  counts,
});

describe('buckets', () => {
  it('lie where spans and deltas say', () => {
    const found = bucketsOf(
      histogram({
        schema: 0,
        zeroCount: 2,
        positive: side(
          [
            [-1, 2],
            [1, 1],
          ],
          [1, 2, -1],
        ),
        negative: side([[3, 1]], [4]),
      }),
    );
    expect(found).toEqual([
      { low: -8, high: -4, count: 4 },
      { low: 0, high: 0, count: 2 },
      { low: 0.25, high: 0.5, count: 1 },
      { low: 0.5, high: 1, count: 3 },
      { low: 2, high: 4, count: 2 },
    ]);
  });

  it('may hold fractions', () => {
    expect(bucketsOf(histogram({ schema: 1, positive: side([[2, 2]], [], [0.5, 1.5]) }))).toEqual([
      { low: 0, high: 0, count: 0 },
      { low: Math.SQRT2, high: 2, count: 0.5 },
      { low: 2, high: 2 ** 1.5, count: 1.5 },
    ]);
  });

  it('may have bounds of their own', () => {
    const positive = side([[0, 3]], [5, -4, 0]);
    expect(bucketsOf(histogram({ schema: -53, customBounds: [0.1, 1], positive }))).toEqual([
      { low: Number.NEGATIVE_INFINITY, high: 0.1, count: 5 },
      { low: 0.1, high: 1, count: 1 },
      { low: 1, high: Number.POSITIVE_INFINITY, count: 1 },
    ]);
  });

  it('that no number can hold are as far as numbers go', () => {
    const positive = side([[2 ** 31 - 1, 1]], [1]);
    const negative = side([[-(2 ** 31), 1]], [1]);
    for (const bucket of bucketsOf(histogram({ schema: -4, positive, negative })) as {
      low: number;
      high: number;
    }[])
      expect(Math.abs(bucket.low) + Math.abs(bucket.high)).not.toBeNaN();
  });

  it.each<[string, Partial<NativeHistogram>]>([
    ['schema 9', { schema: 9 }],
    ['fewer buckets', { positive: side([[0, 2]], [1]) }],
    ['more buckets', { positive: side([[0, 1]], [1, 1]) }],
    ['impossible number', { positive: side([[0, 2]], [1, -2]) }],
    ['impossible number', { positive: side([[0, 1]], [], [Number.NaN]) }],
    ['fewer buckets', { negative: side([[0, 4e9]], [1]) }],
    ['do not ascend', { schema: -53, customBounds: [1, 1] }],
    ['do not ascend', { schema: -53, customBounds: [Number.NaN] }],
  ])('are refused: %s', (problem, changes) => {
    expect(bucketsOf(histogram(changes))).toEqual({ problem: expect.stringContaining(problem) });
  });
});

describe('a sample', () => {
  const write = (...samples: Partial<NativeHistogram>[]) => {
    const sink = new MemorySink();
    const refs = openHistogram(sink, { metric: 'x_seconds', labels: {} });
    const problems = samples.map((changes) => writeHistogram(sink, refs, histogram(changes)));
    return { sink, problems };
  };
  const of = (timeMs: number, count: number, changes: Partial<NativeHistogram> = {}) => ({
    timeMs,
    count,
    sum: 1.5 * count,
    positive: side([[1, 1]], [count]),
    ...changes,
  });

  it('whose process began anew is counted whole, also when it has more than before', () => {
    const { sink } = write(of(1000, 5), of(2000, 7, { resetHint: 1 }));
    expect(sink.figures('x_seconds')).toMatchObject({ count: 7 });
    const { sink: grown } = write(of(1000, 5), of(2000, 7));
    expect(grown.figures('x_seconds')).toMatchObject({ count: 2 });
  });

  it('that is a level has count and sum alone', () => {
    const { sink, problems } = write(of(1000, 5, { resetHint: 3 }), of(2000, 7, { resetHint: 3 }));
    expect(problems).toEqual([null, null]);
    expect(sink.figures('x_seconds').count).toBe(0);
    expect(sink.figures('x_seconds_count')).toMatchObject({ count: 2, max: 7 });
    expect(sink.figures('x_seconds_sum')).toMatchObject({ max: 10.5 });
  });

  it('whose buckets cannot be read has count and sum, and says why', () => {
    const { sink, problems } = write(of(1000, 5, { schema: 20 }));
    expect(problems).toEqual(['there is no schema 20']);
    expect(sink.figures('x_seconds_count').count).toBe(1);
  });
});
