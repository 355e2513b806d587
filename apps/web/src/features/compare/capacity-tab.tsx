'use client';

import { useQuery } from '@tanstack/react-query';
import { ErrorNote } from '@/components/ui/error-state';
import { Skeleton } from '@/components/ui/skeleton';
import { CapacityPanels } from './capacity-panels';
import { capacityQuery } from './compare-queries';
import type { CompareTabProps } from './compare-tab-props';

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
  return <CapacityPanels comparison={comparison} look={look} capacity={data} />;
}
