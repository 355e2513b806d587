import type { CountedInterval } from '@proofload/series';
import type { ExponentialPoint } from './otlp-model.ts';

/** The buckets of an exponential histogram by their bounds, as far as these are numbers. */
export function* exponentialIntervals(point: ExponentialPoint): Generator<CountedInterval> {
  const { scale, zeroCount, positive, negative } = point;
  const bound = (index: number): number =>
    Math.min(Number.MAX_VALUE, Math.max(Number.MIN_VALUE, 2 ** (index * 2 ** -scale)));
  for (const [at, count] of negative.counts.entries()) {
    const index = negative.offset + at;
    yield { low: -bound(index + 1), high: -bound(index), count };
  }
  yield { low: 0, high: 0, count: zeroCount };
  for (const [at, count] of positive.counts.entries()) {
    const index = positive.offset + at;
    yield { low: bound(index), high: bound(index + 1), count };
  }
}
