'use client';

import type { LimitSource } from '@proofload/charts';
import type { Comparison } from '@proofload/contracts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ErrorNote } from '@/components/ui/error-state';
import { Skeleton } from '@/components/ui/skeleton';
import { runMetricsQuery, runSeriesQuery } from '../series/series-queries';
import { chooseSeries, findDrawnRuns } from './drawn-series';
import { FigurePanels } from './figure-panels';
import type { ChangeView, FigureView } from './figure-view';
import type { GroupLook } from './group-look';
import { OverlayFigure } from './overlay-figure';
import { PercentileFigure, type RunMetrics } from './percentile-figure';

export interface LiveFiguresProps {
  comparison: Comparison;
  look: GroupLook;
  limitSource: LimitSource | null;
  view: FigureView;
  onChange: ChangeView;
}

/** The figures that need samples: over time, and by percentile. */
export function LiveFigures({ comparison, look, limitSource, view, onChange }: LiveFiguresProps) {
  const { ids, isLive, kept, expired } = useMemo(() => findDrawnRuns(comparison), [comparison]);
  const lists = useQuery({ ...runMetricsQuery(ids, isLive), enabled: ids.length > 0 });
  const metrics = useMemo(
    () => lists.data?.runs.map(({ run, ...list }): RunMetrics => ({ run, list })) ?? [],
    [lists.data],
  );
  const { metric: wanted, column, split } = view;
  const choice = useMemo(() => {
    const all = metrics.flatMap(({ list }) => list.metrics);
    return chooseSeries(all, { metric: wanted, column, split }, ids.length);
  }, [metrics, wanted, column, split, ids]);
  const series = useQuery({
    ...runSeriesQuery(ids, choice?.asked ?? { metric: '', column: '', by: null, points: 0 }, isLive),
    enabled: choice !== null,
  });
  const responses = useMemo(() => series.data?.series ?? [], [series.data]);
  const error = lists.error ?? series.error;
  const isListing = ids.length > 0 && lists.isPending;
  return (
    <FigurePanels
      overTimeHint={
        kept > ids.length
          ? `The first ${ids.length} of ${kept} runs. Drag to zoom, double-click to see everything.`
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
          {choice ? (
            <OverlayFigure
              comparison={comparison}
              look={look}
              metrics={choice.ordered}
              metric={choice.metric}
              responses={responses}
              isLoading={series.isPending}
              limitSource={limitSource}
              view={view}
              onChange={onChange}
            />
          ) : isListing ? (
            <Skeleton className="h-96 w-full" />
          ) : (
            expired === 0 && <p className="text-muted">None of these runs has samples yet.</p>
          )}
        </>
      }
      percentiles={
        isListing ? (
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
