import { bucketMs } from '@proofload/series';

/**
 * A stretch of time in unix milliseconds, with the buckets that belong to it. At a plain edge of a phase the bucket
 * that it cuts belongs to it, since the load began or ended there; elsewhere only whole buckets do. What was seen exactly at
 * the border of two stretches belongs to the later one alone, so that parts never count it twice.
 */
export interface TimeRange {
  fromMs: number;
  toMs: number;
  /** Buckets that start in `[firstBucketMs, endBucketMs)`. */
  firstBucketMs: number;
  endBucketMs: number;
  /** Whether samples exactly at `toMs` belong to it. */
  holdsEnd: boolean;
}

interface Edges {
  /** Whether the buckets that the edges cut belong to the range. */
  start: boolean;
  end: boolean;
  /**
   * What of that which was seen exactly at the end belongs to the range: nothing unless told otherwise; the `samples`, of
   * which one ended it; or `all`, where nothing follows.
   */
  atEnd?: 'nothing' | 'samples' | 'all';
}

export function makeRange(fromMs: number, toMs: number, { start, end, atEnd = 'nothing' }: Edges): TimeRange {
  const down = (timeMs: number) => Math.floor(timeMs / bucketMs) * bucketMs;
  const up = (timeMs: number) => Math.ceil(timeMs / bucketMs) * bucketMs;
  return {
    fromMs,
    toMs,
    firstBucketMs: start ? down(fromMs) : up(fromMs),
    endBucketMs: atEnd === 'all' ? down(toMs) + bucketMs : end ? up(toMs) : down(toMs),
    holdsEnd: atEnd !== 'nothing',
  };
}

/** Everything between a first and a last observation, both included. */
export const wholeRange = (firstMs: number, lastMs: number): TimeRange =>
  makeRange(firstMs, lastMs, { start: true, end: true, atEnd: 'all' });

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
