import type { SeriesIdentity } from '@proofload/series';

/** A series of which only figures over the whole run are known, as the source reported them. */
export interface ReportedSeries {
  identity: SeriesIdentity;
  totals: { count: number; sum: number; min: number | null; max: number | null; last: number | null };
  reported: {
    /** By name: `avg`, `p50`, `p95`, `p99.9`. */
    quantiles: Record<string, number>;
    /** Per second. */
    rate: number | null;
    /** By expression; true for those that held. */
    thresholds: Readonly<Record<string, boolean>>;
    /** True for a sub-metric, whose observations are part of those of the metric. */
    isPart: boolean;
  };
}
