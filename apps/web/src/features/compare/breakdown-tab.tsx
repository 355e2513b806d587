'use client';

import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorNote } from '@/components/ui/error-state';
import { Panel } from '@/components/ui/panel';
import { Skeleton } from '@/components/ui/skeleton';
import { BreakdownControls } from './breakdown-controls';
import type { CompareTabProps } from './compare-tab-props';
import { LatencyPanel } from './latency-panel';
import { useRunLabels } from './parts-fields';
import { breakdownQuery } from './parts-queries';
import { ReportedBreakdown } from './reported-breakdown';
import { SampledBreakdown } from './sampled-breakdown';

/** What a whole is made of, from samples and from what was reported; and latency by verb or endpoint. */
export function BreakdownTab(props: CompareTabProps) {
  const { query, view } = props;
  const labels = useRunLabels(props);
  const hasChoice = view.partsOf !== null && view.partsBy !== null;
  const isAsked = view.moment !== 'instant' || view.at !== null;
  const { data, error, isPending, isPlaceholderData } = useQuery({
    ...breakdownQuery(query, {
      ...(hasChoice ? { metric: view.partsOf, labels: view.partsBy } : {}),
      over: view.over,
      moment: view.moment,
      at: view.moment === 'instant' ? view.at : null,
      total: view.total,
    }),
    enabled: isAsked,
  });
  const hasMetrics = (labels.data?.metrics.length ?? 0) > 0;
  if (isAsked && isPending && !error) return <BreakdownSkeleton />;
  const failure = error ?? labels.error;
  return (
    <div className="space-y-6" aria-busy={isPlaceholderData}>
      {failure && <ErrorNote error={failure} />}
      {data?.reported.map((one) => (
        <ReportedBreakdown key={one.name} reported={one} />
      ))}
      {hasMetrics && <BreakdownControls {...props} samples={data?.samples ?? null} labels={labels.data} />}
      {data?.samples && <SampledBreakdown {...props} samples={data.samples} />}
      {data && data.samples === null && (data.reported.length === 0 || hasMetrics) && (
        <Panel title="Breakdown">
          <EmptyState title="There is nothing to take apart">
            <p>{data.why}.</p>
            <p>
              Samples with a label such as <code>resource</code>, <code>verb</code> or <code>pod</code> show
              here what the whole of a metric is made of, on average, at its peak or at an instant.
            </p>
          </EmptyState>
        </Panel>
      )}
      {hasMetrics && <LatencyPanel {...props} labels={labels.data} />}
    </div>
  );
}

function BreakdownSkeleton() {
  return (
    <div role="status" aria-label="Loading the breakdown" className="space-y-6">
      <Skeleton className="h-20 w-full" />
      <Skeleton className="h-96 w-full" />
    </div>
  );
}
