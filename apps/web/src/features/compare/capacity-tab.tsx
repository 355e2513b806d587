'use client';

import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorNote } from '@/components/ui/error-state';
import { Panel } from '@/components/ui/panel';
import { Skeleton } from '@/components/ui/skeleton';
import { AddressLimits } from './address-limits';
import { CapLimits } from './cap-limits';
import { capacityQuery } from './compare-queries';
import type { CompareTabProps } from './compare-tab-props';
import { ResourceLimits } from './resource-limits';
import { SearchLimits } from './search-limits';

/** What bounds the capacity of each run: where limits would be reached, beside what was seen, and which one comes first. */
export function CapacityTab({ comparison, look, query }: CompareTabProps) {
  const isLive = comparison.runs.some(({ status }) => status !== 'finished');
  const { data, error } = useQuery(capacityQuery(query, isLive));
  if (error !== null) return <ErrorNote error={error} />;
  if (!data) {
    return (
      <div role="status" aria-label="Reading limits" className="space-y-4">
        <Skeleton className="h-72 w-full" />
        <Skeleton className="h-48 w-full" />
      </div>
    );
  }
  if (data.runs.length === 0) {
    return (
      <Panel>
        <EmptyState title="No limits">
          None of these runs is a capacity search, and their definition declares no limits. A search is
          launched with the executor `capacity`; limits that are known otherwise are declared under `limits`.
        </EmptyState>
      </Panel>
    );
  }
  const placeOf = (run: string): number => comparison.runs.findIndex(({ id }) => id === run);
  const runs = [...data.runs].sort((a, b) => placeOf(a.run) - placeOf(b.run));
  const parts = { comparison, look, runs };
  return (
    <div className="space-y-6">
      <SearchLimits {...parts} />
      <ResourceLimits {...parts} />
      <CapLimits {...parts} />
      <AddressLimits {...parts} />
    </div>
  );
}
