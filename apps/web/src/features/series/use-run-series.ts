'use client';

import { defaultColumn } from '@proofload/charts';
import type { MetricList, SeriesResponse } from '@proofload/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Zoom } from '@/components/chart/chart-zoom';
import { chooseStretch, refineSeries } from './refine-series';
import { fewerPoints, points, type SeriesAsked, seriesQuery } from './series-queries';

export type FigureMetric = Pick<MetricList['metrics'][number], 'metric' | 'kind' | 'source'> & {
  /** How many series it has, where that is known. */
  series?: number;
};

export interface FigureSeries {
  runId: string;
  metric: FigureMetric;
  seriesIds: readonly number[] | undefined;
  zoom: Zoom | null;
  /** Whether the run goes on, and the figure is seen. */
  isLive: boolean;
  isWanted: boolean;
}

/** With more lines than this, each is drawn with fewer points. */
const manyLines = 12;
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

/**
 * The lines of a figure: of the whole run, and in finer steps where the reader has zoomed to. The whole stays there for
 * when they zoom out again.
 */
export function useRunSeries(asked: FigureSeries): { data: SeriesResponse | undefined; error: Error | null } {
  const { runId, metric, seriesIds, zoom, isLive, isWanted } = asked;
  const lines = countLines(metric, seriesIds);
  const query: SeriesAsked = {
    ...{ runId, metric: metric.metric, seriesIds },
    points: lines > manyLines ? fewerPoints : points,
    // An only line has a band, or several percentiles, beside it.
    column: lines > 1 ? defaultColumn(metric.kind) : undefined,
  };
  const whole = useQuery({ ...seriesQuery(query, isLive), enabled: isWanted });
  const stretch = whole.data ? chooseStretch(whole.data, zoom) : null;
  const fine = useQuery({
    ...seriesQuery({ ...query, stretch }, isLive),
    enabled: isWanted && stretch !== null,
    placeholderData: keepPreviousData,
  });
  const finer = stretch === null ? undefined : fine.data;
  const data = useMemo(
    () => (whole.data && finer ? refineSeries(whole.data, finer) : whole.data),
    [whole.data, finer],
  );
  return { data, error: whole.error };
}
