import type { Points } from '@proofload/series';
import { mean, quantile } from '@proofload/stats';
import { type Aggregated, noData, notDefined, percentileOf, spreadOf } from './aggregated.ts';
import { samplesIn } from './range-points.ts';
import type { TimeRange } from './time-range.ts';

/** The aggregate of the samples of gauges or growing counters together. */
export function aggregateSamples(
  kind: 'gauge' | 'cumulative',
  series: readonly Points[],
  aggregate: string,
  range: TimeRange,
): Aggregated {
  if (aggregate === 'rate' || aggregate === 'increase') {
    return kind === 'cumulative' ? aggregateIncrease(series, aggregate, range) : notDefined(kind, aggregate);
  }
  const parts = series.map((points) => samplesIn(points, range)).filter(({ values }) => values.length > 0);
  const values = parts.flatMap((part) => part.values);
  if (values.length === 0) return noData();
  const spread = spreadOf(values);
  const done = (value: number | null): Aggregated =>
    value === null
      ? noData()
      : { value, samples: values.length, spread: aggregate === 'count' ? null : spread };
  const percentile = percentileOf(aggregate);
  if (percentile !== null) return done(quantile(values, percentile));
  switch (aggregate) {
    case 'count':
      return done(values.length);
    case 'avg':
      return done(mean(values));
    case 'min':
      return done(spread?.min ?? null);
    case 'max':
      return done(spread?.max ?? null);
    case 'last':
      // Several series at once (pods, shards): the last of the one that was seen last.
      return done(
        parts.reduce((latest, part) => (part.lastMs > latest.lastMs ? part : latest)).values.at(-1) ?? null,
      );
    case 'sum':
      // The level of all series together: the sum of their averages, not of their samples.
      return done(parts.reduce((total, part) => total + (mean(part.values) ?? 0), 0));
    default:
      return notDefined(kind, aggregate);
  }
}

/** Growth of counters, each from its first to its last sample in the range; a smaller value is a reset to zero. */
function aggregateIncrease(series: readonly Points[], aggregate: string, range: TimeRange): Aggregated {
  let increase = 0;
  let rate = 0;
  let samples = 0;
  for (const points of series) {
    const { times, values } = samplesIn(points, range);
    const first = times[0];
    const last = times.at(-1);
    if (first === undefined || last === undefined || last <= first) continue;
    const grown = values.reduce((total, value, index) => {
      const before = values[index - 1];
      return before === undefined ? total : total + (value >= before ? value - before : value);
    }, 0);
    increase += grown;
    rate += grown / ((last - first) / 1000);
    samples += values.length;
  }
  if (samples === 0) return noData();
  return { value: aggregate === 'rate' ? rate : increase, samples, spread: null };
}
