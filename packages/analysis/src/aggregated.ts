import type { Points, SeriesKind } from '@proofload/series';
import { type Numbers, standardDeviation } from '@proofload/stats';
import type { TimeRange } from './time-range.ts';

export interface Spread {
  min: number;
  max: number;
  stddev: number | null;
}

/** An aggregate in the unit of the metric, or why there is none. */
export type Aggregated =
  | { value: number; samples: number; spread: Spread | null }
  | { value: null; samples: number; spread: null; note: string };

/** What is to be told of points. */
export interface Aggregation {
  kind: SeriesKind;
  range: TimeRange;
  /** Those that may be asked for, such as `avg` or `p99.9`. */
  aggregates: readonly string[];
  /** Whether the spread is asked for as well, which takes a number a second. */
  hasSpread: boolean;
}

/**
 * Takes points bit by bit and tells their aggregates, so that a run of any length is never in memory as a whole.
 * Percentiles are of the merged observations.
 */
export interface Aggregator {
  /** Points of a series in order of time, behind those that were added of it; all of one series, then all of the next. */
  add(seriesId: number, points: Points): void;
  /** An aggregate of all series together, once all were added. */
  result(aggregate: string): Aggregated;
}

export function noData(samples = 0, note = 'no data in this range'): Aggregated {
  return { value: null, samples, spread: null, note };
}

/** Aggregates that mean something for a kind, for the message about one that does not. */
export function notDefined(kind: SeriesKind, aggregate: string): Aggregated {
  const known: Record<SeriesKind, string> = {
    delta: 'a counter, which has count, sum, increase and rate',
    ratio: 'a share of yes and no, which has share, count and sum',
    distribution: 'a distribution, which has count, sum, rate, avg, min, max and percentiles',
    gauge: 'a gauge, which has avg, min, max, last, sum, count and percentiles',
    cumulative: 'a growing counter, which has increase, rate, count, last, min, max, avg and percentiles',
  };
  return { value: null, samples: 0, spread: null, note: `${aggregate} is not defined for ${known[kind]}` };
}

/** `p99.9` as 0.999; null for anything but a percentile. */
export function percentileOf(aggregate: string): number | null {
  const digits = /^p(\d{1,3}(?:\.\d+)?)$/.exec(aggregate)?.[1];
  return digits === undefined ? null : Number(digits) / 100;
}

/** Least, greatest and standard deviation; null without values. */
export function spreadOf(values: Numbers): Spread | null {
  if (values.length === 0) return null;
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return { min, max, stddev: standardDeviation(values) };
}
