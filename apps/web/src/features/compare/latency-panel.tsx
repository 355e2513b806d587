'use client';

import type { RunLabels } from '@proofload/contracts';
import { useQuery } from '@tanstack/react-query';
import { ChartSkeleton } from '@/components/chart/chart';
import { ErrorNote } from '@/components/ui/error-state';
import { Panel, PanelBody } from '@/components/ui/panel';
import type { CompareTabProps } from './compare-tab-props';
import { LatencyFigure } from './latency-figure';
import { MetricFields, type useRunLabels } from './parts-fields';
import { latencyQuery } from './parts-queries';

/** Distributions, and classic histograms by their upper bounds. */
const isObserved = ({ kind, labels }: RunLabels['metrics'][number]): boolean =>
  kind === 'distribution' || (kind === 'cumulative' && labels.some(({ name }) => name === 'le'));

/** Latency by verb or endpoint: p50, p95 and p99 of each value of a label, group by group. */
export function LatencyPanel({
  query,
  comparison,
  look,
  view,
  labels,
  onChange,
}: CompareTabProps & { labels: ReturnType<typeof useRunLabels>['data'] }) {
  const hasChoice = view.latencyOf !== null && view.latencyBy !== null;
  const { data, error, isPending } = useQuery(
    latencyQuery(query, {
      ...(hasChoice ? { metric: view.latencyOf, label: view.latencyBy } : {}),
      over: view.over,
    }),
  );
  const observed = labels?.metrics.filter(isObserved) ?? [];
  const fallback = labels?.defaults.latency;
  return (
    <Panel
      id="latency-by-label"
      title="Latency by verb or endpoint"
      description="Percentiles of all observations of each, with how many there were."
    >
      <PanelBody className="space-y-4">
        {observed.length > 0 && (
          <div className="no-print flex flex-wrap items-end gap-x-4 gap-y-2">
            <MetricFields
              metrics={observed}
              metric={data?.samples?.metric ?? view.latencyOf ?? fallback?.metric ?? ''}
              labels={[data?.samples?.label ?? view.latencyBy ?? fallback?.label ?? '']}
              onChange={(metric, [by]) => onChange({ latencyOf: metric, latencyBy: by ?? null })}
            />
          </div>
        )}
        {error && <ErrorNote error={error} />}
        {isPending && !error && <ChartSkeleton title="Latency by verb or endpoint" />}
        {data && <LatencyFigure latency={data} comparison={comparison} look={look} />}
      </PanelBody>
    </Panel>
  );
}
