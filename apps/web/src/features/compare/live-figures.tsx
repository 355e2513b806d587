'use client';

import { columnsOf, defaultColumn, type LimitSource } from '@proofload/charts';
import type { Comparison, MetricList } from '@proofload/contracts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ErrorNote } from '@/components/ui/error-state';
import { Skeleton } from '@/components/ui/skeleton';
import { orderMetrics } from '../series/choose-metrics';
import { pointsForLines, runMetricsQuery, runSeriesQuery } from '../series/series-queries';
import { FigurePanels } from './figure-panels';
import type { ChangeView, FigureView } from './figure-view';
import type { GroupLook } from './group-look';
import { OverlayFigure } from './overlay-figure';
import { PercentileFigure, type RunMetrics } from './percentile-figure';
import { splitLabels } from './split-labels';

/** Runs whose samples are drawn; more lines than that tell nothing. */
const maxDrawnRuns = 50;
/** Lines that an answer has of a run at most. */
const mostLines = 50;

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
  const ids = useMemo(() => runs.map(({ id }) => id), [runs]);
  const isLive = runs.some(({ status }) => status !== 'finished');
  const lists = useQuery({ ...runMetricsQuery(ids, isLive), enabled: ids.length > 0 });
  const metrics = useMemo(
    () => lists.data?.runs.map(({ run, ...list }): RunMetrics => ({ run, list })) ?? [],
    [lists.data],
  );
  const ordered = useMemo(() => orderMetrics(metrics.flatMap(({ list }) => list.metrics)), [metrics]);
  const metric = ordered.find((entry) => entry.metric === view.metric) ?? ordered[0] ?? null;
  const series = useQuery({
    ...runSeriesQuery(
      ids,
      {
        metric: metric?.metric ?? '',
        column: drawnColumn(metric, view),
        by: drawnSplit(ordered, metric, view),
        points: pointsForLines(ids.length * linesOfRun(metric, view)),
      },
      isLive,
    ),
    enabled: metric !== null,
  });
  const responses = useMemo(() => series.data?.series ?? [], [series.data]);
  const error = lists.error ?? series.error;
  const isListing = ids.length > 0 && lists.isPending;
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

/** How many lines a run has of a metric, about: levels are kept apart, others are put together unless told otherwise. */
function linesOfRun(metric: MetricList['metrics'][number] | null, { split }: FigureView): number {
  const isApart = metric?.kind === 'gauge' || metric?.kind === 'cumulative' || split !== null;
  return isApart ? Math.min(mostLines, metric?.series ?? 1) : 1;
}

/** The label that is kept apart, if the drawn metric has it. */
function drawnSplit(
  metrics: MetricList['metrics'],
  metric: MetricList['metrics'][number] | null,
  { split }: FigureView,
): string | null {
  return splitLabels(metrics, metric).includes(split ?? '') ? split : null;
}

function drawnColumn(metric: MetricList['metrics'][number] | null, view: FigureView): string {
  if (metric === null) return '';
  return columnsOf(metric.kind).find((name) => name === view.column) ?? defaultColumn(metric.kind);
}
