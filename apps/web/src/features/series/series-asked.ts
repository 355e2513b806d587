import { defaultColumn } from '@proofload/charts';
import type { MetricList } from '@proofload/contracts';
import { fewerPoints, points, type SeriesAsked } from './series-queries';

export type FigureMetric = Pick<MetricList['metrics'][number], 'metric' | 'kind' | 'source'> & {
  /** How many series it has, where that is known. */
  series?: number;
};

/** With more lines than this, each is drawn with fewer points. */
export const manyLines = 12;
/** Lines that one answer has at most. */
const maxLines = 50;

/** Lines that a figure of a metric will have: of levels, every series is one; of others, they are merged. */
export function countLines(
  { kind, source, series = 1 }: FigureMetric,
  seriesIds?: readonly number[],
): number {
  if (seriesIds) return seriesIds.length;
  const isApart = kind === 'cumulative' || (kind === 'gauge' && source !== 'k6');
  return isApart ? Math.min(series, maxLines) : 1;
}

/** What a figure asks for: a metric over the whole of a run. */
export function askForFigure(
  runId: string,
  metric: FigureMetric,
  seriesIds?: readonly number[],
): SeriesAsked {
  const lines = countLines(metric, seriesIds);
  return {
    ...{ runId, metric: metric.metric, seriesIds },
    points: lines > manyLines ? fewerPoints : points,
    // An only line has a band, or several percentiles, beside it.
    column: lines > 1 ? defaultColumn(metric.kind) : undefined,
  };
}
