'use client';

import { buildPercentileProfile } from '@proofload/charts';
import type { Comparison, MetricList } from '@proofload/contracts';
import { useMemo } from 'react';
import { Chart } from '@/components/chart/chart';
import type { ChangeView, FigureView } from './figure-view';
import type { GroupLook } from './group-look';

export interface RunMetrics {
  run: string;
  list: MetricList;
}

export interface PercentileFigureProps {
  comparison: Comparison;
  look: GroupLook;
  metrics: readonly RunMetrics[];
  view: FigureView;
  onChange: ChangeView;
}

/** The distribution that is drawn over time, or else the duration of requests, or else the first. */
function chooseDistribution(metrics: readonly RunMetrics[], wanted: string | null): string | null {
  const names = metrics.flatMap(({ list }) =>
    list.metrics.flatMap(({ kind, metric }) => (kind === 'distribution' ? [metric] : [])),
  );
  return (
    [wanted, 'http_req_duration'].find((name) => name !== null && names.includes(name)) ?? names[0] ?? null
  );
}

/** Latency by percentile, over the whole of each run. */
export function PercentileFigure({ comparison, look, metrics, view, onChange }: PercentileFigureProps) {
  const metric = chooseDistribution(metrics, view.metric);
  const model = useMemo(() => {
    const found = (run: string) =>
      metrics
        .find((entry) => entry.run === run)
        ?.list.metrics.find((entry) => entry.metric === metric && entry.kind === 'distribution');
    const unit =
      metrics.flatMap(({ list }) => list.metrics).find((entry) => entry.metric === metric)?.unit ?? null;
    const groups = comparison.groups.flatMap(({ key, runs, excluded }) => {
      const style = look.styles.get(key);
      const counted = runs.filter((run) => excluded.every((entry) => entry.run !== run));
      const profiles = counted.flatMap((run) => {
        const totals = found(run)?.totals;
        if (!totals) return [];
        const { p50, p90, p95, p99, p999 } = totals;
        const replicate = comparison.runs.find(({ id }) => id === run)?.replicate;
        return [
          {
            label: replicate ? `replicate ${replicate}` : run,
            values: { p50, p90, p95, p99, 'p99.9': p999 ?? null },
          },
        ];
      });
      if (!style || profiles.length === 0) return [];
      return [
        {
          label: look.labels.get(key) ?? key,
          style,
          isBaseline: key === comparison.baseline,
          runs: profiles,
        },
      ];
    });
    const title = `${metric ?? 'Latency'} by percentile`;
    return buildPercentileProfile({ title, valueName: metric ?? '', unit, groups, isLog: view.log });
  }, [comparison, look, metrics, metric, view.log]);
  return (
    <Chart
      id="percentiles"
      model={model}
      hidden={view.hide}
      onHiddenChange={(hidden) => onChange({ hide: [...hidden] })}
      empty="None of these runs has a distribution, such as the durations of requests"
    />
  );
}
