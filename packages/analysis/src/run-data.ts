import type { LabelMatcher } from '@proofload/domain';
import type { Points, SeriesKind, Sketch } from '@proofload/series';

/** Which series of a run: a metric name and matchers that must all hold. */
export interface SeriesSelector {
  metric: string;
  matchers: readonly LabelMatcher[];
}

export interface ReportedFigures {
  /** By name: `avg`, `p50`, `p95`. */
  quantiles: Readonly<Record<string, number>>;
  /** Per second. */
  rate: number | null;
  /** True for a sub-metric, whose observations are part of those of the metric itself. */
  isPart?: boolean;
}

/** A series with its totals over the whole run, as the sample store keeps it. */
export interface SeriesTotals {
  seriesId: number;
  /** Name of the upload or stream it came with, such as `k6:default`. */
  origin: string;
  metric: string;
  kind: SeriesKind;
  unit: string | null;
  labels: Readonly<Record<string, string>>;
  /** Observations. */
  count: number;
  /** Of the increments (`delta`), of the hits (`ratio`) or of the values. */
  sum: number;
  min: number | null;
  max: number | null;
  last: number | null;
  firstMs: number | null;
  lastMs: number | null;
  /** Distributions only. */
  sketch: Sketch | null;
  /** What a source without points reported itself (k6 summaries). */
  reported: ReportedFigures | null;
}

/** What analysis asks of a run's stored data; the sample store's answers have this shape. Times are unix milliseconds. */
export interface RunData {
  listSeries(selector: SeriesSelector): Promise<readonly SeriesTotals[]>;
  /** Points with `fromMs <= time < toMs`, by series id. */
  readPoints(
    series: readonly Pick<SeriesTotals, 'seriesId' | 'kind'>[],
    fromMs: number,
    toMs: number,
  ): Promise<ReadonlyMap<number, Points>>;
  /** First and last observation of each origin over all of its series: the time that the source really watched. */
  readSpans(): Promise<Readonly<Record<string, { fromMs: number; toMs: number }>>>;
}
