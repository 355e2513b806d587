'use client';

import type { SeriesResponse } from '@proofload/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Zoom } from '@/components/chart/chart-zoom';
import { chooseStretch, refineSeries } from './refine-series';
import { askForFigure, type FigureMetric } from './series-asked';
import { seriesQuery } from './series-queries';

export interface FigureSeries {
  runId: string;
  metric: FigureMetric;
  seriesIds: readonly number[] | undefined;
  zoom: Zoom | null;
  /** Whether the run goes on, and the figure is seen. */
  isLive: boolean;
  isWanted: boolean;
}

/**
 * The lines of a figure: of the whole run, and in finer steps where the reader has zoomed to. The whole stays there for
 * when they zoom out again.
 */
export function useRunSeries(asked: FigureSeries): { data: SeriesResponse | undefined; error: Error | null } {
  const { runId, metric, seriesIds, zoom, isLive, isWanted } = asked;
  const query = askForFigure(runId, metric, seriesIds);
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
