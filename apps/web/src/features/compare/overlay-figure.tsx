'use client';

import {
  buildOverlay,
  buildOverlayPanels,
  columnsOf,
  defaultColumn,
  type LimitSource,
  type OverlayInput,
  overlayPhases,
} from '@proofload/charts';
import type { Comparison, MetricList, SeriesResponse } from '@proofload/contracts';
import { useCallback, useMemo } from 'react';
import { Chart, ChartSkeleton } from '@/components/chart/chart';
import type { Zoom } from '@/components/chart/chart-zoom';
import type { ChangeView, FigureView } from './figure-view';
import type { GroupLook } from './group-look';
import { OverlayControls } from './overlay-controls';
import { PhaseTable } from './phase-table';

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
  /** False where the samples are frozen as they were. */
  canSplit?: boolean;
  view: FigureView;
  onChange: ChangeView;
}

const empty = 'None of these runs has samples of this metric';

/** A metric of all runs over time, with what is drawn and how as switches above it. */
export function OverlayFigure(props: OverlayFigureProps) {
  const { comparison, look, metrics, metric, responses, isLoading, limitSource, view, onChange } = props;
  const column = columnsOf(metric.kind).find((name) => name === view.column) ?? defaultColumn(metric.kind);
  const { align, phase, log, draw, band } = view;
  const input = useMemo(
    (): OverlayInput => ({
      metric: metric.metric,
      column,
      comparison,
      responses,
      ...look,
      limitSource,
      alignment: align,
      phase,
      isLog: log,
      band,
      drawing: draw === 'multiples' ? 'lines' : draw,
    }),
    [metric.metric, column, comparison, responses, look, limitSource, align, phase, log, band, draw],
  );
  return (
    <div className="space-y-4">
      <OverlayControls
        comparison={comparison}
        metrics={metrics}
        metric={metric}
        column={column}
        canSplit={props.canSplit ?? true}
        view={view}
        onChange={onChange}
      />
      {isLoading ? (
        <ChartSkeleton title={metric.metric} lines={comparison.groups.length} />
      ) : draw === 'multiples' ? (
        <OverlayPanels input={input} view={view} onChange={onChange} />
      ) : (
        <OverlayChart input={input} view={view} onChange={onChange} />
      )}
      {!isLoading && <OverlayPhases input={input} />}
    </div>
  );
}

function OverlayPhases({ input }: { input: OverlayInput }) {
  const lanes = useMemo(() => overlayPhases(input), [input]);
  return <PhaseTable lanes={lanes} alignment={input.alignment} />;
}

interface DrawnProps {
  input: OverlayInput;
  view: FigureView;
  onChange: ChangeView;
}

function OverlayChart({ input, view, onChange }: DrawnProps) {
  const model = useMemo(() => buildOverlay(input), [input]);
  const onZoom = useCallback((zoom: Zoom | null) => onChange({ zoom }), [onChange]);
  return (
    <Chart
      id="over-time"
      model={model}
      group="compare"
      zoom={view.zoom}
      onZoom={onZoom}
      hidden={view.hide}
      onHiddenChange={(hidden) => onChange({ hide: [...hidden] })}
      empty={
        input.drawing === 'difference'
          ? 'There is no other group beside the baseline to subtract it from'
          : empty
      }
    />
  );
}

/** A small figure for each group, all with the same scales and one crosshair. */
function OverlayPanels({ input, view, onChange }: DrawnProps) {
  const panels = useMemo(() => buildOverlayPanels(input), [input]);
  const onZoom = useCallback((zoom: Zoom | null) => onChange({ zoom }), [onChange]);
  if (panels.length === 0) return <p className="text-muted italic">{empty}</p>;
  return (
    <div id="over-time" className="space-y-2">
      <p className="text-xs text-muted">
        {input.metric}, {input.column}: {panels.length} {panels.length === 1 ? 'panel' : 'panels'} with the
        same scales
      </p>
      <div className="grid gap-x-6 gap-y-4 md:grid-cols-2 xl:grid-cols-3">
        {panels.map(({ key, model }, index) => (
          <Chart
            key={key}
            id={`over-time-${index + 1}`}
            model={model}
            group="compare"
            zoom={view.zoom}
            onZoom={onZoom}
            empty="No samples"
          />
        ))}
      </div>
    </div>
  );
}
