'use client';

import type { MetricList, Run } from '@proofload/contracts';
import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useQueryStates } from 'nuqs';
import { memo, useCallback, useMemo } from 'react';
import type { Zoom } from '@/components/chart/chart-zoom';
import { Button } from '@/components/ui/button';
import { ErrorNote } from '@/components/ui/error-state';
import { CheckField } from '@/components/ui/field';
import { Panel, PanelBody } from '@/components/ui/panel';
import { Skeleton } from '@/components/ui/skeleton';
import { drawableMetrics } from './choose-metrics';
import { ChosenSeries } from './chosen-series';
import { FigureDetails } from './figure-details';
import { textOfMetric } from './find-text';
import { experimentQuery, toLimitSource } from './limit-source';
import { MetricPicker } from './metric-picker';
import { RunFigure, type RunFigureProps } from './run-figure';
import { boundChoice } from './series-choice';
import { SeriesFinder } from './series-finder';
import { metricListQuery } from './series-queries';
import { seriesState } from './series-state';

/** Everything that was measured of a run over time; drawn anew while it goes on. */
export function RunCharts({ run }: { run: Run }) {
  const isLive = run.status !== 'finished';
  const [state, setState] = useQueryStates(seriesState, { history: 'push' });
  const { metrics: wanted, log, zoom, find } = state;
  const { data: list, error } = useQuery(metricListQuery(run.id, isLive));
  const { data: experiment } = useQuery({
    ...experimentQuery(run.experiment ?? '', run.evaluatedVersion ?? run.experimentVersion),
    enabled: run.experiment !== null,
  });
  const limitSource = useMemo(() => toLimitSource(experiment), [experiment]);
  const onZoom = useCallback((next: Zoom | null) => void setState({ zoom: next }), [setState]);
  const { ordered, chosen, drawn } = useMemo(
    () => drawableMetrics(list?.metrics ?? [], wanted),
    [list, wanted],
  );
  const ids = useMemo(() => boundChoice(state.series), [state.series]);
  const onFind = useCallback((text: string) => void setState({ find: text }), [setState]);
  const onChoose = useCallback(
    (next: readonly number[]) => void setState({ series: next.length > 0 ? [...next] : null, find: null }),
    [setState],
  );
  const figures = { run, limitSource, isLog: log, zoom, onZoom };
  return (
    <>
      <Panel
        title="Over time"
        description="Drag across a figure to zoom all of them; double-click to see everything again."
        actions={
          <>
            {zoom && (
              <Button size="small" onClick={() => onZoom(null)}>
                Show everything
              </Button>
            )}
            <CheckField label="Log scale" checked={log} onChange={() => void setState({ log: !log })} />
            <Button size="small" onClick={() => onFind('')}>
              <Search aria-hidden className="size-4" />
              Find series
            </Button>
            <MetricPicker
              metrics={ordered}
              chosen={chosen}
              onChange={(next) => void setState({ metrics: next })}
            />
          </>
        }
      >
        <PanelBody>
          <noscript>
            <p className="pb-4">
              Figures are drawn by a script, which this browser does not run. Their data is{' '}
              <a href={`/api/v1/runs/${run.id}/export?format=csv`}>here as CSV</a>.
            </p>
          </noscript>
          {error && <ErrorNote error={error} />}
          {!error && !list && <Skeleton className="h-72 w-full" />}
          {list && drawn.length === 0 && <NothingDrawn hasMetrics={ordered.length > 0} isLive={isLive} />}
          <div className="grid gap-x-8 gap-y-8 xl:grid-cols-2">
            {drawn.map((metric) => (
              <MetricFigure key={metric.metric} {...figures} metric={metric} onFind={onFind} />
            ))}
          </div>
        </PanelBody>
      </Panel>
      {ids.length > 0 && <ChosenSeries {...figures} ids={ids} onChange={onChoose} onFind={onFind} />}
      {find !== null && (
        <SeriesFinder
          runId={run.id}
          initialText={find}
          drawn={ids}
          onDraw={onChoose}
          onClose={() => void setState({ find: null })}
        />
      )}
    </>
  );
}

interface MetricFigureProps extends Omit<RunFigureProps, 'metric' | 'seriesIds' | 'below'> {
  metric: MetricList['metrics'][number];
  onFind(text: string): void;
}

/** Figures of fifty lines are not made anew because the finder opens. */
const MetricFigure = memo(function MetricFigure({ onFind, ...props }: MetricFigureProps) {
  const { run, metric, zoom } = props;
  return (
    <RunFigure
      {...props}
      below={(response) => (
        <FigureDetails
          run={run}
          metric={metric}
          response={response}
          zoom={zoom}
          onFind={() => onFind(textOfMetric(metric.metric))}
        />
      )}
    />
  );
});

function NothingDrawn({ hasMetrics, isLive }: { hasMetrics: boolean; isLive: boolean }) {
  return (
    <p className="py-6 text-muted">
      {hasMetrics
        ? 'No metric is chosen.'
        : isLive
          ? 'Nothing has been measured yet. Figures appear with the first samples.'
          : 'Nothing was measured over time in this run.'}
    </p>
  );
}
