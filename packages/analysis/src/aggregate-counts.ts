import { type Aggregation, type Aggregator, noData, notDefined, spreadOf } from './aggregated.ts';
import { fillBuckets, forEachBucket } from './range-points.ts';
import { elapsedSeconds } from './time-range.ts';

const shares: readonly string[] = ['share', 'rate', 'avg'];

/** Of increments. */
export function aggregateDeltas({ aggregates, range, hasSpread }: Aggregation): Aggregator {
  const perBucket = new Map<number, number>();
  const hasBuckets = hasSpread && aggregates.includes('rate');
  let sum = 0;
  let samples = 0;
  return {
    add(_, points) {
      if (points.kind !== 'delta') return;
      forEachBucket(points.times, range, (index, time) => {
        const increment = points.sums[index] ?? 0;
        sum += increment;
        samples += points.counts[index] ?? 0;
        if (hasBuckets) perBucket.set(time, (perBucket.get(time) ?? 0) + increment);
      });
    },
    result(aggregate) {
      if (aggregate === 'count' || aggregate === 'sum' || aggregate === 'increase') {
        return samples === 0 ? noData() : { value: sum, samples, spread: null };
      }
      if (aggregate !== 'rate') return notDefined('delta', aggregate);
      const seconds = elapsedSeconds(range);
      if (seconds <= 0) return noData(samples);
      // A second without increments is a rate of zero: a server that hangs has no requests to show.
      const spread = hasBuckets ? spreadOf(fillBuckets(perBucket, range)) : null;
      return { value: sum / seconds, samples, spread };
    },
  };
}

/** Of shares of yes and no. */
export function aggregateRatios({ aggregates, range, hasSpread }: Aggregation): Aggregator {
  const perBucket = new Map<number, { hits: number; total: number }>();
  const hasBuckets = hasSpread && aggregates.some((aggregate) => shares.includes(aggregate));
  let hits = 0;
  let total = 0;
  return {
    add(_, points) {
      if (points.kind !== 'ratio') return;
      forEachBucket(points.times, range, (index, time) => {
        const [own, all] = [points.hits[index] ?? 0, points.totals[index] ?? 0];
        hits += own;
        total += all;
        if (!hasBuckets) return;
        const bucket = perBucket.get(time) ?? { hits: 0, total: 0 };
        bucket.hits += own;
        bucket.total += all;
        perBucket.set(time, bucket);
      });
    },
    result(aggregate) {
      if (total === 0) return noData();
      if (aggregate === 'count') return { value: total, samples: total, spread: null };
      if (aggregate === 'sum' || aggregate === 'increase')
        return { value: hits, samples: total, spread: null };
      if (!shares.includes(aggregate)) return notDefined('ratio', aggregate);
      const perSecond = [...perBucket.values()].flatMap((bucket) =>
        bucket.total === 0 ? [] : [bucket.hits / bucket.total],
      );
      return { value: hits / total, samples: total, spread: spreadOf(perSecond) };
    },
  };
}
