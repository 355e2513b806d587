'use client';

import { buildRunFigure, defaultColumn, type LimitSource } from '@proofload/charts';
import type { MetricList, Run } from '@proofload/contracts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Chart, ChartSkeleton } from '@/components/chart/chart';
import type { Zoom } from '@/components/chart/chart-zoom';
import { ErrorNote } from '@/components/ui/error-state';
import { seriesQuery } from './series-queries';

export interface RunFigureProps {
  run: Run;
  metric: MetricList['metrics'][number];
  limitSource: LimitSource | null;
  isLog: boolean;
  zoom: Zoom | null;
  onZoom(zoom: Zoom | null): void;
}

/** Percentiles of a distribution that are drawn together. */
const distributionColumns = ['p50', 'p95', 'p99'];

/** One metric of a run; asks for it, and again while the run goes on. */
export function RunFigure({ run, metric, limitSource, isLog, zoom, onZoom }: RunFigureProps) {
  const isLive = run.status !== 'finished';
  const { data, error } = useQuery(seriesQuery(run.id, metric.metric, isLive));
  const model = useMemo(() => {
    if (!data) return null;
    const columns = metric.kind === 'distribution' ? distributionColumns : [defaultColumn(metric.kind)];
    const { phases, slos } = run;
    return buildRunFigure({
      metric: metric.metric,
      response: data,
      columns,
      run: { phases, slos },
      limitSource,
      isLog,
    });
  }, [data, metric.metric, metric.kind, run, limitSource, isLog]);
  if (error) return <ErrorNote error={error} />;
  if (!model) return <ChartSkeleton title={metric.metric} />;
  return (
    <Chart
      id={`metric-${metric.metric}`}
      model={model}
      group={`run-${run.id}`}
      source={`${run.name}, run ${run.id}, ${metric.source}`}
      zoom={zoom}
      onZoom={onZoom}
      empty={isLive ? 'Nothing has been measured yet' : 'This metric has no sample'}
    />
  );
}
