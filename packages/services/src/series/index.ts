export { findRunsWithSeries } from './find-runs-with-series.ts';
export { listCatalog } from './list-catalog.ts';
export { listMetrics, readMetricsOfRuns } from './list-metrics.ts';
export { readSeries, readSeriesOfRuns } from './read-series.ts';
export { readStatistics } from './read-statistics.ts';
export { openRunData } from './run-data.ts';
