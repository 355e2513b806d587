export { listMetrics } from './list-metrics.ts';
export { readSeries } from './read-series.ts';
export { openRunData } from './run-data.ts';
