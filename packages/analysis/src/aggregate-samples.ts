import { mean, quantile } from '@proofload/stats';
import {
  type Aggregated,
  type Aggregation,
  type Aggregator,
  noData,
  notDefined,
  percentileOf,
  spreadOf,
} from './aggregated.ts';
import { NumberList } from './number-list.ts';
import { forEachSample } from './range-points.ts';
import type { TimeRange } from './time-range.ts';

const growing: readonly string[] = ['rate', 'increase'];

/** Of the samples of gauges or growing counters. */
export function aggregateSamples(
  kind: 'gauge' | 'cumulative',
  { aggregates, range }: Aggregation,
): Aggregator {
  const levels = aggregates.every((aggregate) => growing.includes(aggregate))
    ? null
    : aggregateLevels(kind, range);
  const growth =
    kind === 'cumulative' && aggregates.some((aggregate) => growing.includes(aggregate))
      ? aggregateGrowth(range)
      : null;
  return {
    add(seriesId, points) {
      levels?.add(seriesId, points);
      growth?.add(seriesId, points);
    },
    result: (aggregate) =>
      (growing.includes(aggregate) ? growth : levels)?.result(aggregate) ?? notDefined(kind, aggregate),
  };
}

/** Where the values of a series begin among those of all, and when the last of them was seen. */
interface SeriesValues {
  seriesId: number;
  start: number;
  lastMs: number;
  last: number;
}

/** Every value is kept (8 bytes each): percentiles and deviations of levels are exact. */
function aggregateLevels(kind: 'gauge' | 'cumulative', range: TimeRange): Aggregator {
  const values = new NumberList();
  const series: SeriesValues[] = [];
  return {
    add(seriesId, points) {
      forEachSample(points, range, (time, value) => {
        let own = series.at(-1);
        if (own?.seriesId !== seriesId) {
          own = { seriesId, start: values.length, lastMs: time, last: value };
          series.push(own);
        }
        own.lastMs = time;
        own.last = value;
        values.push(value);
      });
    },
    result: (aggregate) => (values.length === 0 ? noData() : describeLevels(kind, aggregate, values, series)),
  };
}

function describeLevels(
  kind: 'gauge' | 'cumulative',
  aggregate: string,
  list: NumberList,
  series: readonly SeriesValues[],
): Aggregated {
  const values = list.from();
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
      return done(series.reduce((latest, own) => (own.lastMs > latest.lastMs ? own : latest)).last);
    case 'sum':
      // The level of all series together: the sum of their averages, not of their samples.
      return done(
        series.reduce((total, { start }, index) => {
          const own = values.subarray(start, series[index + 1]?.start);
          return total + (mean(own) ?? 0);
        }, 0),
      );
    default:
      return notDefined(kind, aggregate);
  }
}

interface Growth {
  seriesId: number;
  firstMs: number;
  lastMs: number;
  last: number;
  grown: number;
  samples: number;
}

/**
 * Growth of counters, each from its first to its last sample in the range; a smaller value is a reset to zero. A sample on
 * the border of two ranges ends the growth in one and begins it in the next: without it, parts would not add up.
 */
function aggregateGrowth(range: TimeRange): Aggregator {
  let increase = 0;
  let rate = 0;
  let samples = 0;
  let own: Growth | null = null;
  const close = (): void => {
    if (own === null || own.lastMs <= own.firstMs) return;
    increase += own.grown;
    rate += own.grown / ((own.lastMs - own.firstMs) / 1000);
    samples += own.samples;
  };
  return {
    add(seriesId, points) {
      forEachSample(points, { ...range, holdsEnd: true }, (time, value) => {
        if (own?.seriesId !== seriesId) {
          close();
          own = { seriesId, firstMs: time, lastMs: time, last: value, grown: 0, samples: 1 };
          return;
        }
        own.grown += value >= own.last ? value - own.last : value;
        own.last = value;
        own.lastMs = time;
        own.samples += 1;
      });
    },
    result(aggregate) {
      close();
      own = null;
      if (samples === 0) return noData();
      return { value: aggregate === 'rate' ? rate : increase, samples, spread: null };
    },
  };
}
