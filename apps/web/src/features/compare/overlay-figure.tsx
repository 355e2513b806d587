'use client';

import { buildOverlay, columnsOf, defaultColumn, type LimitSource } from '@proofload/charts';
import type { Comparison, MetricList, SeriesResponse } from '@proofload/contracts';
import { useCallback, useMemo } from 'react';
import { Chart, ChartSkeleton } from '@/components/chart/chart';
import type { Zoom } from '@/components/chart/chart-zoom';
import { Button } from '@/components/ui/button';
import { CheckField, SelectField } from '@/components/ui/field';
import type { ChangeView, FigureView } from './figure-view';
import type { GroupLook } from './group-look';

type Metric = MetricList['metrics'][number];

export interface OverlayFigureProps {
  comparison: Comparison;
  look: GroupLook;
  /** What can be drawn. */
  metrics: readonly Metric[];
  /** What is drawn. */
  metric: Metric;
  responses: readonly SeriesResponse[];
  isLoading: boolean;
  limitSource: LimitSource | null;
  view: FigureView;
  onChange: ChangeView;
}

/** A metric of all runs over time, with what is drawn and how as switches above it. */
export function OverlayFigure(props: OverlayFigureProps) {
  const { comparison, look, metrics, metric, responses, isLoading, limitSource, view, onChange } = props;
  const columns = columnsOf(metric.kind);
  const column = columns.find((name) => name === view.column) ?? defaultColumn(metric.kind);
  const { align, log, hide, zoom } = view;
  const model = useMemo(
    () =>
      buildOverlay({
        metric: metric.metric,
        column,
        comparison,
        responses,
        ...look,
        limitSource,
        alignment: align,
        isLog: log,
      }),
    [metric.metric, column, comparison, responses, look, limitSource, align, log],
  );
  const onZoom = useCallback((next: Zoom | null) => onChange({ zoom: next }), [onChange]);
  return (
    <div className="space-y-4">
      <div className="no-print flex flex-wrap items-end gap-x-4 gap-y-2">
        <div className="w-64 max-w-full">
          <SelectField
            label="Metric"
            value={metric.metric}
            onChange={(event) => onChange({ metric: event.target.value, column: null, zoom: null })}
          >
            {metrics.map(({ metric: name, source }) => (
              <option key={name} value={name}>
                {name} ({source})
              </option>
            ))}
          </SelectField>
        </div>
        <div className="w-32">
          <SelectField
            label="Statistic"
            value={column}
            onChange={(event) => onChange({ column: event.target.value })}
          >
            {columns.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </SelectField>
        </div>
        <div className="w-40">
          <SelectField
            label="Align at"
            value={align}
            onChange={(event) =>
              onChange({ align: event.target.value === 'clock' ? 'clock' : 'start', zoom: null })
            }
          >
            <option value="start">start of the run</option>
            <option value="clock">time of day</option>
          </SelectField>
        </div>
        <div className="pb-5">
          <CheckField label="Log scale" checked={log} onChange={() => onChange({ log: !log })} />
        </div>
        {zoom && (
          <div className="pb-4">
            <Button size="small" onClick={() => onZoom(null)}>
              Show everything
            </Button>
          </div>
        )}
      </div>
      {isLoading ? (
        <ChartSkeleton title={model.title} />
      ) : (
        <Chart
          id="over-time"
          model={model}
          group="compare"
          zoom={zoom}
          onZoom={onZoom}
          hidden={hide}
          onHiddenChange={(hidden) => onChange({ hide: [...hidden] })}
          empty="None of these runs has samples of this metric"
        />
      )}
    </div>
  );
}
