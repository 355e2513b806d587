'use client';

import { useQuery } from '@tanstack/react-query';
import { ErrorNote } from '@/components/ui/error-state';
import { Skeleton } from '@/components/ui/skeleton';
import { scalingQuery } from './compare-queries';
import type { CompareTabProps } from './compare-tab-props';
import { ScalingControls } from './scaling-controls';
import { ScalingCurves } from './scaling-curves';

/** How measurements respond to a factor: curves with steps, knee, efficiency and the laws of scaling. */
export function ScalingTab({ query, view, onChange }: CompareTabProps) {
  const { data, error, isPending, isPlaceholderData } = useQuery(scalingQuery(query, view));
  if (isPending) {
    return (
      <div role="status" aria-label="Following the factor" className="space-y-4">
        <Skeleton className="h-14 w-full" />
        <Skeleton className="h-96 w-full" />
      </div>
    );
  }
  return (
    <div className="space-y-6" aria-busy={isPlaceholderData} data-testid="scaling">
      {error && <ErrorNote error={error} />}
      {data && <ScalingControls scaling={data} view={view} onChange={onChange} />}
      {data?.notes.map((note) => (
        <p key={note} className="text-muted">
          {note}.
        </p>
      ))}
      {data && <ScalingCurves scaling={data} />}
    </div>
  );
}
