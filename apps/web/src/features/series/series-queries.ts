import type { SeriesCatalog } from '@proofload/contracts';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answers } from '../api/answers';
import { callApi } from '../api/call-api';
import type { SeriesSearch } from './find-text';
import type { Stretch } from './refine-series';
import { maxChosenSeries } from './series-choice';

/** How often the figures of a run that goes on are asked for. */
const liveIntervalMs = 2000;
/** Points a line: more than a figure has pixels to show. */
export const points = 1000;
/** Points a line where many are drawn: fifty lines of a thousand are slow to draw, and no eye tells them apart. */
export const fewerPoints = 400;
/** What a finished run holds hardly ever changes: only another upload does it. */
const finishedStaleMs = 5 * 60_000;
/** A list that moves while somebody chooses from it is worse than one that is a little old. */
const catalogStaleMs = 30_000;

/** Points of all lines of a figure together: with more, it is slow to draw and no clearer. */
const mostPoints = 40_000;

/** Points a line, where there are so many lines. */
export const pointsForLines = (lines: number): number =>
  Math.min(points, Math.max(150, Math.floor(mostPoints / Math.max(1, lines))));

/** What a run holds. */
export function metricListQuery(runId: string, isLive: boolean) {
  return queryOptions({
    queryKey: ['metrics', runId],
    queryFn: ({ signal }) => callApi(`/runs/${runId}/metrics`, answers.metricList, { signal }),
    refetchInterval: isLive ? liveIntervalMs * 2 : false,
    staleTime: isLive ? 0 : finishedStaleMs,
  });
}

export interface SeriesAsked {
  runId: string;
  metric: string;
  /** Only these of its series. */
  seriesIds?: readonly number[] | undefined;
  /** Only this column; all of them where the figure may show several. */
  column?: string | undefined;
  points: number;
  /** Only this part of the run, in finer steps. */
  stretch?: Stretch | null;
}

/** A metric of a run over time. */
export function seriesQuery(
  { runId, metric, seriesIds, column, points, stretch }: SeriesAsked,
  isLive: boolean,
) {
  const search = new URLSearchParams({ metric, points: String(points), ...stretch });
  if (seriesIds) search.set('series', seriesIds.join(','));
  if (column) search.set('columns', column);
  return queryOptions({
    queryKey: ['series', runId, metric, seriesIds ?? 'all', column ?? 'all', points, stretch ?? 'whole'],
    // Another choice of series leaves the figure in its place until the new lines are there.
    ...(seriesIds && !stretch ? { placeholderData: keepPreviousData } : {}),
    queryFn: ({ signal }) => callApi(`/runs/${runId}/series?${search}`, answers.seriesResponse, { signal }),
    refetchInterval: isLive ? liveIntervalMs : false,
    staleTime: isLive ? 0 : finishedStaleMs,
  });
}

/** Series in one page of the finder. */
const pageSize = 100;

/** Series of a run that a search finds, page by page. */
export function seriesSearchQuery(runId: string, search: SeriesSearch) {
  return infiniteQueryOptions({
    queryKey: ['catalog', runId, search],
    queryFn: ({ pageParam, signal }) => {
      const asked = new URLSearchParams({ ...search, limit: String(pageSize) });
      if (pageParam !== null) asked.set('cursor', pageParam);
      return callApi(`/runs/${runId}/catalog?${asked}`, answers.seriesCatalog, { signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page: SeriesCatalog) => page.nextCursor,
    placeholderData: keepPreviousData,
    staleTime: catalogStaleMs,
  });
}

/** What is known of single series. */
export function chosenSeriesQuery(runId: string, ids: readonly number[]) {
  const asked = new URLSearchParams({ series: ids.join(','), limit: String(maxChosenSeries) });
  return queryOptions({
    queryKey: ['catalog', runId, ids],
    queryFn: ({ signal }) => callApi(`/runs/${runId}/catalog?${asked}`, answers.seriesCatalog, { signal }),
    placeholderData: keepPreviousData,
    staleTime: catalogStaleMs,
  });
}

/** Aggregates of a metric over a stretch of a run. @param asked as the interface takes it */
export function statisticsQuery(runId: string, asked: Record<string, string>, isLive: boolean) {
  return queryOptions({
    queryKey: ['statistics', runId, asked],
    queryFn: ({ signal }) =>
      callApi(`/runs/${runId}/statistics?${new URLSearchParams(asked)}`, answers.seriesStatistics, {
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: isLive ? liveIntervalMs * 2 : false,
    staleTime: isLive ? 0 : finishedStaleMs,
  });
}

/** What several runs hold. */
export function runMetricsQuery(runIds: readonly string[], isLive: boolean) {
  const search = new URLSearchParams({ runs: runIds.join(',') });
  return queryOptions({
    queryKey: ['metrics', runIds],
    queryFn: ({ signal }) => callApi(`/compare/metrics?${search}`, answers.runMetrics, { signal }),
    refetchInterval: isLive ? liveIntervalMs * 2 : false,
    staleTime: isLive ? 0 : finishedStaleMs,
  });
}

/** One column of a metric of several runs over time: fifty runs with all of them are megabytes. */
export function runSeriesQuery(
  runIds: readonly string[],
  { metric, column, by, points }: { metric: string; column: string; by: string | null; points: number },
  isLive: boolean,
) {
  const search = new URLSearchParams({
    runs: runIds.join(','),
    metric,
    columns: column,
    points: String(points),
  });
  if (by !== null) search.set('by', by);
  return queryOptions({
    queryKey: ['series', runIds, metric, column, by, points],
    queryFn: ({ signal }) => callApi(`/compare/series?${search}`, answers.runSeriesResponse, { signal }),
    refetchInterval: isLive ? liveIntervalMs : false,
    staleTime: isLive ? 0 : finishedStaleMs,
  });
}
