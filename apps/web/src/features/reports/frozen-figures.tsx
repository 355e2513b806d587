'use client';

import type { LimitSource } from '@proofload/charts';
import type { ComparisonSnapshot } from '@proofload/contracts';
import { useCallback, useMemo, useState } from 'react';
import { FigurePanels } from '../compare/figure-panels';
import type { FigureView } from '../compare/figure-view';
import type { GroupLook } from '../compare/group-look';
import { OverlayFigure } from '../compare/overlay-figure';
import { PercentileFigure } from '../compare/percentile-figure';
import { orderMetrics } from '../series/choose-metrics';

export interface FrozenFiguresProps {
  snapshot: Pick<ComparisonSnapshot, 'comparison' | 'series' | 'metrics' | 'view'>;
  look: GroupLook;
  limitSource: LimitSource | null;
  /** Which of the two figures; both when it is left out. */
  only?: 'over-time' | 'percentiles';
  /** In the place of their usual titles. */
  title?: string;
}

/** The figures that need samples, from what was frozen alone. */
export function FrozenFigures({ snapshot, look, limitSource, only, title }: FrozenFiguresProps) {
  const { comparison, series, metrics } = snapshot;
  const frozen = useMemo(() => {
    const drawn = new Set(series.flatMap(({ lines }) => lines.map(({ metric }) => metric)));
    return orderMetrics(metrics.flatMap(({ list }) => list.metrics)).filter(({ metric }) =>
      drawn.has(metric),
    );
  }, [series, metrics]);
  const [view, setView] = useState<FigureView>(() => firstView(snapshot));
  const change = useCallback((next: Partial<FigureView>) => setView((known) => ({ ...known, ...next })), []);
  const metric = frozen.find((entry) => entry.metric === view.metric) ?? frozen[0];
  const responses = useMemo(
    () => series.filter(({ lines }) => lines.some((line) => line.metric === metric?.metric)),
    [series, metric],
  );
  return (
    <FigurePanels
      {...(title === undefined ? {} : { title })}
      overTimeHint="Thin lines are replicates, strong ones their median."
      overTime={
        only !== 'percentiles' &&
        metric && (
          <OverlayFigure
            comparison={comparison}
            look={look}
            metrics={frozen}
            metric={metric}
            responses={responses}
            isLoading={false}
            limitSource={limitSource}
            canSplit={false}
            view={view}
            onChange={change}
          />
        )
      }
      percentiles={
        only !== 'over-time' && (
          <PercentileFigure
            comparison={comparison}
            look={look}
            metrics={metrics}
            view={view}
            onChange={change}
          />
        )
      }
    />
  );
}

/** How the author saw the figures when freezing them. */
function firstView({ view }: Pick<ComparisonSnapshot, 'view'>): FigureView {
  const metrics = Array.isArray(view.metrics) ? view.metrics : [];
  return {
    metric: typeof metrics[0] === 'string' ? metrics[0] : null,
    column: typeof view.column === 'string' ? view.column : null,
    align: 'start',
    phase: null,
    draw: 'lines',
    band: 'range',
    split: null,
    log: false,
    hide: [],
    zoom: null,
  };
}
