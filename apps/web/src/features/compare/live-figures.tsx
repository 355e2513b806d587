'use client';

import type { LimitSource } from '@proofload/charts';
import type { Comparison, MetricList, SeriesResponse } from '@proofload/contracts';
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ErrorNote } from '@/components/ui/error-state';
import { Skeleton } from '@/components/ui/skeleton';
import { orderMetrics } from '../series/choose-metrics';
import { metricListQuery, seriesQuery } from '../series/series-queries';
import { FigurePanels } from './figure-panels';
import type { ChangeView, FigureView } from './figure-view';
import type { GroupLook } from './group-look';
import { OverlayFigure } from './overlay-figure';
import { PercentileFigure, type RunMetrics } from './percentile-figure';

/** Runs whose samples are drawn; more lines than that tell nothing. */
const maxDrawnRuns = 40;

export interface LiveFiguresProps {
  comparison: Comparison;
  look: GroupLook;
  limitSource: LimitSource | null;
  view: FigureView;
  onChange: ChangeView;
}

/** The figures that need samples: over time, and by percentile. */
export function LiveFigures({ comparison, look, limitSource, view, onChange }: LiveFiguresProps) {
  const kept = useMemo(() => comparison.runs.filter((run) => !run.samplesExpiredAt), [comparison.runs]);
  const runs = useMemo(() => kept.slice(0, maxDrawnRuns), [kept]);
  const expired = comparison.runs.length - kept.length;
  const lists = useQueries({
    queries: runs.map(({ id, status }) => metricListQuery(id, status !== 'finished')),
    combine: combineLists,
  });
  const metrics = useMemo(
    () =>
      runs.flatMap(({ id }, index): RunMetrics[] => {
        const list = lists.data[index];
        return list ? [{ run: id, list }] : [];
      }),
    [runs, lists.data],
  );
  const ordered = useMemo(() => orderMetrics(metrics.flatMap(({ list }) => list.metrics)), [metrics]);
  const metric = ordered.find((entry) => entry.metric === view.metric) ?? ordered[0] ?? null;
  const series = useQueries({
    queries: metric
      ? runs.map(({ id, status }) => seriesQuery(id, metric.metric, status !== 'finished'))
      : [],
    combine: combineSeries,
  });
  const responses = useMemo(() => series.data.filter((response) => response !== undefined), [series.data]);
  const error = lists.error ?? series.error;
  return (
    <FigurePanels
      overTimeHint={
        kept.length > runs.length
          ? `The first ${runs.length} of ${kept.length} runs. Drag to zoom, double-click to see everything.`
          : 'Thin lines are replicates, strong ones their median. Drag to zoom, double-click to see everything.'
      }
      overTime={
        <>
          {error !== null && <ErrorNote error={error} />}
          {expired > 0 && (
            <p className="text-muted">
              The samples of {expired === 1 ? 'one run' : `${expired} runs`} have expired by the project’s
              rule, so they are not drawn.
            </p>
          )}
          {metric ? (
            <OverlayFigure
              comparison={comparison}
              look={look}
              metrics={ordered}
              metric={metric}
              responses={responses}
              isLoading={series.isPending}
              limitSource={limitSource}
              view={view}
              onChange={onChange}
            />
          ) : lists.isPending ? (
            <Skeleton className="h-96 w-full" />
          ) : (
            expired === 0 && <p className="text-muted">None of these runs has samples yet.</p>
          )}
        </>
      }
      percentiles={
        lists.isPending ? (
          <Skeleton className="h-72 w-full" />
        ) : (
          <PercentileFigure
            comparison={comparison}
            look={look}
            metrics={metrics}
            view={view}
            onChange={onChange}
          />
        )
      }
    />
  );
}

interface Combined<T> {
  data: (T | undefined)[];
  isPending: boolean;
  error: Error | null;
}

function combine<T>(
  results: readonly { data: T | undefined; isPending: boolean; error: Error | null }[],
): Combined<T> {
  return {
    data: results.map(({ data }) => data),
    isPending: results.some(({ isPending }) => isPending),
    error: results.find((result) => result.error !== null)?.error ?? null,
  };
}

// Of the module, because a new function at every render would combine at every render.
const combineLists = (results: Parameters<typeof combine<MetricList>>[0]) => combine(results);
const combineSeries = (results: Parameters<typeof combine<SeriesResponse>>[0]) => combine(results);
