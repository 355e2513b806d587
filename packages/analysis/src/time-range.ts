import { bucketMs } from '@proofload/series';

/**
 * A stretch of time in unix milliseconds, with the buckets that belong to it. At a plain edge of a phase the bucket
 * that it cuts belongs to it, since the load began or ended there; elsewhere only whole buckets do.
 */
export interface TimeRange {
  fromMs: number;
  toMs: number;
  /** Buckets that start in `[firstBucketMs, endBucketMs)`. */
  firstBucketMs: number;
  endBucketMs: number;
}

/** @param isOpen whether the buckets that the edges cut belong to the range */
export function makeRange(fromMs: number, toMs: number, isOpen: { start: boolean; end: boolean }): TimeRange {
  const down = (timeMs: number) => Math.floor(timeMs / bucketMs) * bucketMs;
  const up = (timeMs: number) => Math.ceil(timeMs / bucketMs) * bucketMs;
  return {
    fromMs,
    toMs,
    firstBucketMs: isOpen.start ? down(fromMs) : up(fromMs),
    endBucketMs: isOpen.end ? up(toMs) : down(toMs),
  };
}

/** Everything between a first and a last observation, both included. */
export function wholeRange(firstMs: number, lastMs: number): TimeRange {
  const range = makeRange(firstMs, lastMs, { start: true, end: false });
  return { ...range, endBucketMs: range.endBucketMs + bucketMs };
}

/** The seconds that the buckets of a range stand for: that, not their number, divides a rate. */
export function elapsedSeconds(range: TimeRange): number {
  return (Math.min(range.toMs, range.endBucketMs) - Math.max(range.fromMs, range.firstBucketMs)) / 1000;
}

/** The range that holds both. */
export function spanOf(
  ranges: readonly { fromMs: number; toMs: number }[],
): { fromMs: number; toMs: number } | null {
  if (ranges.length === 0) return null;
  return {
    fromMs: ranges.reduce((least, { fromMs }) => Math.min(least, fromMs), Number.POSITIVE_INFINITY),
    toMs: ranges.reduce((most, { toMs }) => Math.max(most, toMs), Number.NEGATIVE_INFINITY),
  };
}
