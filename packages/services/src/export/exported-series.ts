import type { StoredSeries } from '@proofload/db';

/** What an export needs of a stored series; its sketch over the whole run is left behind, as it takes most of the memory. */
export type ExportedSeries = Pick<
  StoredSeries,
  | 'seriesId'
  | 'origin'
  | 'metric'
  | 'kind'
  | 'unit'
  | 'labels'
  | 'firstMs'
  | 'lastMs'
  | 'count'
  | 'min'
  | 'reported'
>;

export function toExportedSeries(stored: StoredSeries): ExportedSeries {
  const { seriesId, origin, metric, kind, unit, labels, firstMs, lastMs, count, min, reported } = stored;
  return { seriesId, origin, metric, kind, unit, labels, firstMs, lastMs, count, min, reported };
}

/** The quantiles of each second of a distribution, by the names of their fields. */
export const exportedQuantiles = { p50: 0.5, p90: 0.9, p95: 0.95, p99: 0.99 } as const;

export const sortedLabels = (labels: Readonly<Record<string, string>>): [name: string, value: string][] =>
  Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1));
