'use client';

import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorNote } from '@/components/ui/error-state';
import { SelectField } from '@/components/ui/field';
import { Panel } from '@/components/ui/panel';
import { Skeleton } from '@/components/ui/skeleton';
import { BalanceHeat } from './balance-heat';
import type { CompareTabProps } from './compare-tab-props';
import { MetricFields, OverField, useRunLabels } from './parts-fields';
import { balanceQuery } from './parts-queries';
import type { BalanceSamples } from './parts-samples';
import { ReportedBalance } from './reported-balance';
import { SampledBalance } from './sampled-balance';

/** How evenly load is spread over shards, pods or nodes: from samples, and from what was reported. */
export function BalanceTab(props: CompareTabProps) {
  const { query, view, comparison } = props;
  const labels = useRunLabels(props);
  const hasChoice = view.balanceOf !== null && view.balanceBy !== null;
  const { data, error, isPending, isPlaceholderData } = useQuery(
    balanceQuery(query, {
      ...(hasChoice ? { metric: view.balanceOf, label: view.balanceBy } : {}),
      aggregate: view.statistic,
      over: view.over,
      combination: view.combine,
    }),
  );
  if (isPending) return <BalanceSkeleton />;
  const failure = error ?? labels.error;
  const reported = data?.reported ?? [];
  return (
    <div className="space-y-6" aria-busy={isPlaceholderData}>
      {failure && <ErrorNote error={failure} />}
      {reported.map((one) => (
        <ReportedBalance key={one.name} reported={one} {...props} />
      ))}
      {(labels.data?.metrics.length ?? 0) > 0 && (
        <BalanceControls {...props} samples={data?.samples ?? null} labels={labels.data} />
      )}
      {data?.samples && (
        <SampledBalance
          {...props}
          samples={data.samples}
          heat={<BalanceHeat {...props} samples={data.samples} />}
        />
      )}
      {data && data.samples === null && (reported.length === 0 || (labels.data?.metrics.length ?? 0) > 0) && (
        <Panel title="Balance">
          <EmptyState title="There is nothing to hold against one another">
            <p>{data.why}.</p>
            <p>
              Samples with a label such as <code>shard</code>, <code>pod</code> or <code>node</code> show here
              how evenly the load of {comparison.runs.length === 1 ? 'this run' : 'these runs'} is spread.
            </p>
          </EmptyState>
        </Panel>
      )}
    </div>
  );
}

function BalanceSkeleton() {
  return (
    <div role="status" aria-label="Loading the balance" className="space-y-6">
      <Skeleton className="h-20 w-full" />
      <Skeleton className="h-72 w-full" />
      <Skeleton className="h-72 w-full" />
    </div>
  );
}

const statistics = ['avg', 'min', 'max', 'last', 'rate', 'increase', 'count', 'p50', 'p95', 'p99'];
const combinations = [
  ['sum', 'added up'],
  ['mean', 'averaged'],
  ['max', 'the greatest'],
] as const;

function BalanceControls({
  samples,
  labels,
  view,
  onChange,
}: CompareTabProps & {
  samples: BalanceSamples | null;
  labels: ReturnType<typeof useRunLabels>['data'];
}) {
  const fallback = labels?.defaults.balance;
  const metric = samples?.metric ?? view.balanceOf ?? fallback?.metric ?? '';
  const label = samples?.label ?? view.balanceBy ?? fallback?.label ?? '';
  const statistic = view.statistic ?? samples?.aggregate ?? '';
  return (
    <div className="no-print flex flex-wrap items-end gap-x-4 gap-y-2">
      <MetricFields
        metrics={labels?.metrics ?? []}
        metric={metric}
        labels={[label]}
        onChange={(next, [by]) => onChange({ balanceOf: next, balanceBy: by ?? null, statistic: null })}
      />
      <div className="w-28">
        <SelectField
          label="Statistic"
          value={statistic}
          onChange={(event) => onChange({ statistic: event.target.value })}
        >
          {[...new Set([...statistics, statistic])].map((name) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
      </div>
      <OverField windows={labels?.windows ?? []} value={view.over} onChange={(over) => onChange({ over })} />
      <div className="w-44">
        <SelectField
          label="Several series of one"
          value={view.combine}
          onChange={(event) =>
            onChange({ combine: combinations.find(([name]) => name === event.target.value)?.[0] ?? 'sum' })
          }
        >
          {combinations.map(([name, said]) => (
            <option key={name} value={name}>
              {said}
            </option>
          ))}
        </SelectField>
      </div>
    </div>
  );
}
