'use client';

import { buildRunFigure, defaultColumn, type LimitSource } from '@proofload/charts';
import type { Run, SeriesResponse } from '@proofload/contracts';
import { type ReactNode, useMemo, useRef } from 'react';
import { Chart, ChartSkeleton } from '@/components/chart/chart';
import type { Zoom } from '@/components/chart/chart-zoom';
import { useNearView } from '@/components/chart/use-near-view';
import { ErrorNote } from '@/components/ui/error-state';
import { countLines, type FigureMetric } from './series-asked';
import { useRunSeries } from './use-run-series';

export interface RunFigureProps {
  run: Run;
  metric: FigureMetric;
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

/** One metric of a run; asks for it when it comes near the view, and again while the run goes on and it is seen. */
export function RunFigure(props: RunFigureProps) {
  const { run, metric, seriesIds, limitSource, isLog, zoom, onZoom, below } = props;
  const place = useRef<HTMLDivElement>(null);
  const { isNear, isWanted } = useNearView(place);
  const isOpen = run.status !== 'finished';
  const { data, error } = useRunSeries({
    ...{ runId: run.id, metric, seriesIds, zoom, isWanted },
    isLive: isOpen && isNear,
  });
  const isSingle = seriesIds === undefined || seriesIds.length === 1;
  const model = useMemo(() => {
    if (!data) return null;
    const columns =
      metric.kind === 'distribution' && isSingle ? distributionColumns : [defaultColumn(metric.kind)];
    const { phases, slos, annotations } = run;
    return buildRunFigure({
      metric: metric.metric,
      response: data,
      columns,
      run: { phases, slos, annotations },
      limitSource,
      isLog,
    });
  }, [data, metric.metric, metric.kind, isSingle, run, limitSource, isLog]);
  const id = `${seriesIds ? 'series' : 'metric'}-${metric.metric}`;
  return (
    <div ref={place} className="min-w-0 space-y-2">
      {error && <ErrorNote error={error} />}
      {!error && !model && (
        <ChartSkeleton title={metric.metric} id={id} lines={countLines(metric, seriesIds)} />
      )}
      {model && data && (
        <>
          <Chart
            id={id}
            model={model}
            group={`run-${run.id}`}
            source={`${run.name}, run ${run.id}, ${metric.source}`}
            zoom={zoom}
            onZoom={onZoom}
            empty={isOpen ? 'Nothing has been measured yet' : 'This metric has no sample'}
          />
          {below?.(data)}
        </>
      )}
    </div>
  );
}
