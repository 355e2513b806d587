'use client';

import { buildRunFigure, defaultColumn, type LimitSource } from '@proofload/charts';
import type { MetricList, Run, SeriesResponse } from '@proofload/contracts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { Chart, ChartSkeleton } from '@/components/chart/chart';
import type { Zoom } from '@/components/chart/chart-zoom';
import { ErrorNote } from '@/components/ui/error-state';
import { seriesQuery } from './series-queries';

export interface RunFigureProps {
  run: Run;
  metric: Pick<MetricList['metrics'][number], 'metric' | 'kind' | 'source'>;
  /** Only these series of the metric, each as a line of its own. */
  seriesIds?: readonly number[];
  limitSource: LimitSource | null;
  isLog: boolean;
  zoom: Zoom | null;
  onZoom(zoom: Zoom | null): void;
  /** What stands below the figure once its data is there. */
  below?(response: SeriesResponse): ReactNode;
}

/** Percentiles of a distribution that are drawn together. */
const distributionColumns = ['p50', 'p95', 'p99'];

/** One metric of a run; asks for it, and again while the run goes on. */
export function RunFigure(props: RunFigureProps) {
  const { run, metric, seriesIds, limitSource, isLog, zoom, onZoom, below } = props;
  const isLive = run.status !== 'finished';
  const { data, error } = useQuery(seriesQuery(run.id, metric.metric, isLive, seriesIds));
  const isSingle = seriesIds === undefined || seriesIds.length === 1;
  const model = useMemo(() => {
    if (!data) return null;
    const columns =
      metric.kind === 'distribution' && isSingle ? distributionColumns : [defaultColumn(metric.kind)];
    const { phases, slos } = run;
    return buildRunFigure({
      metric: metric.metric,
      response: data,
      columns,
      run: { phases, slos },
      limitSource,
      isLog,
    });
  }, [data, metric.metric, metric.kind, isSingle, run, limitSource, isLog]);
  if (error) return <ErrorNote error={error} />;
  if (!model || !data) return <ChartSkeleton title={metric.metric} />;
  return (
    <div className="min-w-0 space-y-2">
      <Chart
        id={`${seriesIds ? 'series' : 'metric'}-${metric.metric}`}
        model={model}
        group={`run-${run.id}`}
        source={`${run.name}, run ${run.id}, ${metric.source}`}
        zoom={zoom}
        onZoom={onZoom}
        empty={isLive ? 'Nothing has been measured yet' : 'This metric has no sample'}
      />
      {below?.(data)}
    </div>
  );
}
