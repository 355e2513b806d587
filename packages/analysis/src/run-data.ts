import type { LabelMatcher } from '@proofload/domain';
import type { SeriesKind } from '@proofload/series';

/** Which series of a run: a metric name and matchers that must all hold. */
export interface SeriesSelector {
  metric: string;
  matchers: readonly LabelMatcher[];
}

/** A mergeable summary of observations. Percentiles are read from merged ones, never averaged. */
export interface Sketch {
  readonly count: number;
  readonly sum: number;
  readonly min: number;
  readonly max: number;
  /** Value at rank `q` in [0, 1], in the unit of the series. */
  quantile(q: number): number;
}

/**
 * Points of a series in order of time, columnar. For `delta`, `ratio` and `distribution` a time is the start of a
 * bucket of `bucketMs`; for `gauge` and `cumulative` it is the time of a sample. Unix milliseconds.
 */
export type SeriesPoints =
  | { kind: 'delta'; bucketMs: number; times: readonly number[]; sums: readonly number[]; counts: readonly number[] }
  | { kind: 'ratio'; bucketMs: number; times: readonly number[]; hits: readonly number[]; totals: readonly number[] }
  | { kind: 'distribution'; bucketMs: number; times: readonly number[]; sketches: readonly Sketch[] }
  | { kind: 'gauge' | 'cumulative'; times: readonly number[]; values: readonly number[] };

interface SeriesHead {
  metric: string;
  unit: string | null;
  labels: Readonly<Record<string, string>>;
  /** Name of the upload or stream it came with, such as `k6:default`. */
  origin: string;
}

export interface PointSeries extends SeriesHead {
  points: SeriesPoints;
}

/**
 * A series over its whole run. `count` is the number of observations; `sum` is of the increments (delta), of the
 * hits (ratio) or of the values. A source that reports only totals (a k6 summary) has these and no points.
 */
export interface SeriesTotals extends SeriesHead {
  kind: SeriesKind;
  count: number;
  sum: number;
  min: number | null;
  max: number | null;
  last: number | null;
  /** Present for distributions, unless only `quantiles` were reported. */
  sketch: Sketch | null;
  /** Percentiles as the source reported them, by name (`p95`), when there is no sketch. */
  quantiles: Readonly<Record<string, number>>;
  /** Values per second as the source reported it, when there are no points (k6 summaries). */
  rate: number | null;
  firstMs: number | null;
  lastMs: number | null;
}

/** What analysis asks of a run's stored data. The sample store implements it. */
export interface RunData {
  /** Totals of every matching series; empty when there is none. */
  totals(selector: SeriesSelector): Promise<readonly SeriesTotals[]>;
  /** Points with `fromMs <= end of bucket` and `time < toMs`; sample kinds also give the last sample before `fromMs`. */
  points(selector: SeriesSelector, fromMs: number, toMs: number): Promise<readonly PointSeries[]>;
  /** First and last observation of each origin over all of its series: the time that the source really watched. */
  spans(): Promise<Readonly<Record<string, { fromMs: number; toMs: number }>>>;
  /** Merges sketches of one relative error. Throws on an empty list. */
  mergeSketches(sketches: readonly Sketch[]): Sketch;
}
