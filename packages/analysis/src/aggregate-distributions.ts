import { mergeSketches, type Sketch } from '@proofload/series';
import {
  type Aggregated,
  type Aggregation,
  type Aggregator,
  noData,
  notDefined,
  percentileOf,
  spreadOf,
} from './aggregated.ts';
import { fillBuckets, forEachBucket } from './range-points.ts';
import { elapsedSeconds } from './time-range.ts';

/** Of observations, merged bit by bit into one sketch. */
export function aggregateDistributions({ aggregates, range, hasSpread }: Aggregation): Aggregator {
  const perBucket = new Map<number, number>();
  const hasBuckets = hasSpread && aggregates.includes('rate');
  let merged: Sketch | null = null;
  return {
    add(_, points) {
      if (points.kind !== 'distribution') return;
      const found: Sketch[] = merged === null ? [] : [merged];
      const known = found.length;
      forEachBucket(points.times, range, (index, time) => {
        const sketch = points.sketches[index];
        if (sketch === undefined) return;
        found.push(sketch);
        if (hasBuckets) perBucket.set(time, (perBucket.get(time) ?? 0) + sketch.count);
      });
      if (found.length > known) merged = mergeSketches(found);
    },
    result(aggregate) {
      if (merged === null) return noData();
      if (aggregate !== 'rate') return aggregateSketch(merged, aggregate);
      const { count } = merged;
      const seconds = elapsedSeconds(range);
      if (seconds <= 0) return noData(count);
      const spread = hasBuckets ? spreadOf(fillBuckets(perBucket, range)) : null;
      return { value: count / seconds, samples: count, spread };
    },
  };
}

/** Everything but a rate, which needs the time, from one sketch. */
export function aggregateSketch(sketch: Sketch, aggregate: string): Aggregated {
  const { count, sum, min, max } = sketch;
  if (count === 0) return noData();
  const spread = { min, max, stddev: null };
  const simple: Readonly<Record<string, number>> = { sum, min, max, avg: sum / count };
  if (aggregate === 'count') return { value: count, samples: count, spread: null };
  const percentile = percentileOf(aggregate);
  const value = percentile === null ? simple[aggregate] : sketch.quantile(percentile);
  if (value === undefined) return notDefined('distribution', aggregate);
  return { value, samples: count, spread: aggregate === 'sum' ? null : spread };
}
