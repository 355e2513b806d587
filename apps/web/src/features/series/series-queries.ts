import {
  metricListSchema,
  runMetricsSchema,
  runSeriesResponseSchema,
  seriesResponseSchema,
} from '@proofload/contracts';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../api/call-api';

/** How often the figures of a run that goes on are asked for. */
const liveIntervalMs = 2000;
/** Points a line: more than a figure has pixels to show. */
const points = 1000;
/** What a finished run holds hardly ever changes: only another upload does it. */
const finishedStaleMs = 5 * 60_000;

/** What a run holds. */
export function metricListQuery(runId: string, isLive: boolean) {
  return queryOptions({
    queryKey: ['metrics', runId],
    queryFn: ({ signal }) => callApi(`/runs/${runId}/metrics`, metricListSchema, { signal }),
    refetchInterval: isLive ? liveIntervalMs * 2 : false,
    staleTime: isLive ? 0 : finishedStaleMs,
  });
}

/** A metric of a run over time. */
export function seriesQuery(runId: string, metric: string, isLive: boolean) {
  const search = new URLSearchParams({ metric, points: String(points) });
  return queryOptions({
    queryKey: ['series', runId, metric],
    queryFn: ({ signal }) => callApi(`/runs/${runId}/series?${search}`, seriesResponseSchema, { signal }),
    refetchInterval: isLive ? liveIntervalMs : false,
    staleTime: isLive ? 0 : finishedStaleMs,
  });
}

/** What several runs hold. */
export function runMetricsQuery(runIds: readonly string[], isLive: boolean) {
  const search = new URLSearchParams({ runs: runIds.join(',') });
  return queryOptions({
    queryKey: ['metrics', runIds],
    queryFn: ({ signal }) => callApi(`/compare/metrics?${search}`, runMetricsSchema, { signal }),
    refetchInterval: isLive ? liveIntervalMs * 2 : false,
    staleTime: isLive ? 0 : finishedStaleMs,
  });
}

/** One column of a metric of several runs over time: fifty runs with all of them are megabytes. */
export function runSeriesQuery(runIds: readonly string[], metric: string, column: string, isLive: boolean) {
  const search = new URLSearchParams({
    runs: runIds.join(','),
    metric,
    columns: column,
    points: String(points),
  });
  return queryOptions({
    queryKey: ['series', runIds, metric, column],
    queryFn: ({ signal }) => callApi(`/compare/series?${search}`, runSeriesResponseSchema, { signal }),
    refetchInterval: isLive ? liveIntervalMs : false,
    staleTime: isLive ? 0 : finishedStaleMs,
  });
}
