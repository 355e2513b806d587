import type { HistogramBucket } from '@proofload/series';

/** A run of neighbouring buckets; `offset` buckets lie between it and the one before. */
export interface BucketSpan {
  offset: number;
  length: number;
}

/** Buckets of one sign, from zero outwards. */
export interface BucketSide {
  spans: BucketSpan[];
  /** Of integer histograms: the first count, then each as the difference to the one before. */
  deltas: number[];
  /** Of histograms with fractions: the counts themselves. */
  counts: number[];
}

/**
 * A sample of a native histogram, as remote write and exposition have it. Source: Prometheus, native histograms
 * specification.
 */
export interface NativeHistogram {
  timeMs: number;
  count: number;
  sum: number;
  /** Buckets grow by 2^(2^-schema); -53 has bounds of its own. */
  schema: number;
  zeroThreshold: number;
  zeroCount: number;
  positive: BucketSide;
  negative: BucketSide;
  /** Upper bounds of schema -53, ascending. */
  customBounds: number[];
  /** 1: it has begun anew since the sample before; 3: it is a level, which does not only grow. */
  resetHint: number;
}

export const resetHints = { reset: 1, gauge: 3 } as const;

/** The NaN by which Prometheus says that a series has ended. */
export const staleNan = { low: 2, high: 0x7ff00000 } as const;

/** Buckets of one histogram; clients keep to a few hundred. */
export const maxBuckets = 10_000;
const customSchema = -53;
const [leastSchema, greatestSchema] = [-4, 8];

export const emptyHistogram = (): NativeHistogram => ({
  timeMs: 0,
  count: 0,
  sum: 0,
  schema: 0,
  zeroThreshold: 0,
  zeroCount: 0,
  positive: emptySide(),
  negative: emptySide(),
  customBounds: [],
  resetHint: 0,
});

const emptySide = (): BucketSide => ({ spans: [], deltas: [], counts: [] });

/** The buckets of a histogram that hold anything, or why there are none. */
export function bucketsOf(histogram: NativeHistogram): HistogramBucket[] | { problem: string } {
  const { schema, customBounds, zeroCount, positive, negative } = histogram;
  const isCustom = schema === customSchema;
  if (!isCustom && !(schema >= leastSchema && schema <= greatestSchema))
    return { problem: `there is no schema ${schema}` };
  if (
    isCustom &&
    customBounds.some((bound, at) => !(bound > (customBounds[at - 1] ?? Number.NEGATIVE_INFINITY)))
  )
    return { problem: 'the bounds of a histogram do not ascend' };
  const above = countsOf(positive);
  const below = countsOf(negative);
  if ('problem' in above) return above;
  if ('problem' in below) return below;
  if (isCustom) return above.map(([index, count]) => ({ ...customBucket(customBounds, index), count }));
  return [
    ...below.map(([index, count]) => {
      const { low, high } = exponentialBucket(schema, index);
      return { low: -high, high: -low, count };
    }),
    { low: 0, high: 0, count: zeroCount },
    ...above.map(([index, count]) => ({ ...exponentialBucket(schema, index), count })),
  ];
}

/** Index and count of each bucket. */
function countsOf({
  spans,
  deltas,
  counts,
}: BucketSide): [index: number, count: number][] | { problem: string } {
  const found: [number, number][] = [];
  const isInteger = deltas.length > 0;
  const given = isInteger ? deltas : counts;
  let [index, count, at] = [0, 0, 0];
  for (const { offset, length } of spans) {
    index += offset;
    if (at + length > given.length) return { problem: 'a histogram has fewer buckets than its spans say' };
    for (const end = at + length; at < end; at++, index++) {
      const value = given[at] ?? 0;
      count = isInteger ? count + value : value;
      if (!(count >= 0 && count < 2 ** 53)) return { problem: 'a bucket holds an impossible number' };
      if (count > 0) found.push([index, count]);
    }
  }
  return at === given.length ? found : { problem: 'a histogram has more buckets than its spans say' };
}

function exponentialBucket(schema: number, index: number): { low: number; high: number } {
  const bound = (place: number): number =>
    Math.min(Number.MAX_VALUE, Math.max(Number.MIN_VALUE, 2 ** (place * 2 ** -schema)));
  return { low: bound(index - 1), high: bound(index) };
}

function customBucket(bounds: readonly number[], index: number): { low: number; high: number } {
  return {
    low: bounds[index - 1] ?? (index <= 0 ? Number.NEGATIVE_INFINITY : (bounds.at(-1) ?? 0)),
    high: index < 0 ? (bounds[0] ?? 0) : (bounds[index] ?? Number.POSITIVE_INFINITY),
  };
}
