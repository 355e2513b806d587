import { mergeSketches, type Points, type SeriesKind, type Sketch } from '@proofload/series';
import { aggregateSamples } from './aggregate-samples.ts';
import { type Aggregated, noData, notDefined, percentileOf, spreadOf } from './aggregated.ts';
import { fillBuckets, forEachBucket } from './range-points.ts';
import { elapsedSeconds, type TimeRange } from './time-range.ts';

/** The aggregate of all given series together over a range. Percentiles are of the merged observations. */
export function aggregatePoints(
  kind: SeriesKind,
  series: readonly Points[],
  aggregate: string,
  range: TimeRange,
): Aggregated {
  switch (kind) {
    case 'delta':
      return aggregateDelta(series, aggregate, range);
    case 'ratio':
      return aggregateRatio(series, aggregate, range);
    case 'distribution':
      return aggregateDistribution(series, aggregate, range);
    case 'gauge':
    case 'cumulative':
      return aggregateSamples(kind, series, aggregate, range);
  }
}

function aggregateDelta(series: readonly Points[], aggregate: string, range: TimeRange): Aggregated {
  const perBucket = new Map<number, number>();
  let sum = 0;
  let samples = 0;
  for (const points of series) {
    if (points.kind !== 'delta') continue;
    forEachBucket(points.times, range, (index, time) => {
      const increment = points.sums[index] ?? 0;
      sum += increment;
      samples += points.counts[index] ?? 0;
      perBucket.set(time, (perBucket.get(time) ?? 0) + increment);
    });
  }
  if (aggregate === 'count' || aggregate === 'sum' || aggregate === 'increase') {
    return samples === 0 ? noData() : { value: sum, samples, spread: null };
  }
  if (aggregate !== 'rate') return notDefined('delta', aggregate);
  const seconds = elapsedSeconds(range);
  // A second without increments is a rate of zero: a server that hangs has no requests to show.
  return seconds <= 0
    ? noData(samples)
    : { value: sum / seconds, samples, spread: spreadOf(fillBuckets(perBucket, range)) };
}

function aggregateRatio(series: readonly Points[], aggregate: string, range: TimeRange): Aggregated {
  const perBucket = new Map<number, { hits: number; total: number }>();
  let hits = 0;
  let total = 0;
  for (const points of series) {
    if (points.kind !== 'ratio') continue;
    forEachBucket(points.times, range, (index, time) => {
      const bucket = perBucket.get(time) ?? { hits: 0, total: 0 };
      bucket.hits += points.hits[index] ?? 0;
      bucket.total += points.totals[index] ?? 0;
      perBucket.set(time, bucket);
      hits += points.hits[index] ?? 0;
      total += points.totals[index] ?? 0;
    });
  }
  if (total === 0) return noData();
  if (aggregate === 'count') return { value: total, samples: total, spread: null };
  if (aggregate === 'sum' || aggregate === 'increase') return { value: hits, samples: total, spread: null };
  if (aggregate !== 'share' && aggregate !== 'rate' && aggregate !== 'avg')
    return notDefined('ratio', aggregate);
  const shares = [...perBucket.values()].flatMap((bucket) =>
    bucket.total === 0 ? [] : [bucket.hits / bucket.total],
  );
  return { value: hits / total, samples: total, spread: spreadOf(shares) };
}

function aggregateDistribution(series: readonly Points[], aggregate: string, range: TimeRange): Aggregated {
  const sketches: Sketch[] = [];
  const perBucket = new Map<number, number>();
  for (const points of series) {
    if (points.kind !== 'distribution') continue;
    forEachBucket(points.times, range, (index, time) => {
      const sketch = points.sketches[index];
      if (sketch === undefined) return;
      sketches.push(sketch);
      perBucket.set(time, (perBucket.get(time) ?? 0) + sketch.count);
    });
  }
  if (sketches.length === 0) return noData();
  const merged = mergeSketches(sketches);
  if (aggregate !== 'rate') return aggregateSketch(merged, aggregate);
  const seconds = elapsedSeconds(range);
  if (seconds <= 0) return noData(merged.count);
  return {
    value: merged.count / seconds,
    samples: merged.count,
    spread: spreadOf(fillBuckets(perBucket, range)),
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
