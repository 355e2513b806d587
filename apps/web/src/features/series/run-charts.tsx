'use client';

import type { Run } from '@proofload/contracts';
import { useQuery } from '@tanstack/react-query';
import { useQueryStates } from 'nuqs';
import { useCallback, useMemo } from 'react';
import type { Zoom } from '@/components/chart/chart-zoom';
import { Button } from '@/components/ui/button';
import { ErrorNote } from '@/components/ui/error-state';
import { CheckField } from '@/components/ui/field';
import { Panel, PanelBody } from '@/components/ui/panel';
import { Skeleton } from '@/components/ui/skeleton';
import { defaultMetrics, orderMetrics } from './choose-metrics';
import { experimentQuery, toLimitSource } from './limit-source';
import { MetricPicker } from './metric-picker';
import { RunFigure } from './run-figure';
import { metricListQuery } from './series-queries';
import { seriesState } from './series-state';

/** Everything that was measured of a run over time; drawn anew while it goes on. */
export function RunCharts({ run }: { run: Run }) {
  const isLive = run.status !== 'finished';
  const [{ metrics: wanted, log, zoom }, setState] = useQueryStates(seriesState, { history: 'push' });
  const { data: list, error } = useQuery(metricListQuery(run.id, isLive));
  const { data: experiment } = useQuery({
    ...experimentQuery(run.experiment ?? '', run.evaluatedVersion ?? run.experimentVersion),
    enabled: run.experiment !== null,
  });
  const limitSource = useMemo(() => toLimitSource(experiment), [experiment]);
  const onZoom = useCallback((next: Zoom | null) => void setState({ zoom: next }), [setState]);
  // What was only reported over the whole run has nothing to draw.
  const ordered = useMemo(
    () => orderMetrics((list?.metrics ?? []).filter(({ isReported }) => !isReported)),
    [list],
  );
  const chosen = wanted ?? defaultMetrics(ordered);
  const drawn = ordered.filter(({ metric }) => chosen.includes(metric));
  return (
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
          <MetricPicker
            metrics={ordered}
            chosen={chosen}
            onChange={(next) => void setState({ metrics: next })}
          />
        </>
      }
    >
      <PanelBody>
        {error && <ErrorNote error={error} />}
        {!error && !list && <Skeleton className="h-72 w-full" />}
        {list && drawn.length === 0 && (
          <p className="py-6 text-muted">
            {ordered.length > 0
              ? 'No metric is chosen.'
              : isLive
                ? 'Nothing has been measured yet. Figures appear with the first samples.'
                : 'Nothing was measured over time in this run.'}
          </p>
        )}
        <div className="grid gap-x-8 gap-y-8 xl:grid-cols-2">
          {drawn.map((metric) => (
            <RunFigure
              key={metric.metric}
              run={run}
              metric={metric}
              limitSource={limitSource}
              isLog={log}
              zoom={zoom}
              onZoom={onZoom}
            />
          ))}
        </div>
      </PanelBody>
    </Panel>
  );
}
