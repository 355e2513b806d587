'use client';

import type { Scaling } from '@proofload/contracts';
import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorNote } from '@/components/ui/error-state';
import { Panel } from '@/components/ui/panel';
import { Skeleton } from '@/components/ui/skeleton';
import { scalingQuery } from './compare-queries';
import type { CompareTabProps } from './compare-tab-props';
import { ScalingControls } from './scaling-controls';
import { ScalingPanel } from './scaling-panel';

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
      {data && <Curves scaling={data} />}
    </div>
  );
}

function Curves({ scaling }: { scaling: Scaling }) {
  const { factor, factors, panels } = scaling;
  const label = factors.find(({ name }) => name === factor)?.label ?? factor ?? '';
  if (factor === null || panels.every(({ curves }) => curves.length === 0)) {
    return (
      <Panel title="Response curves">
        <EmptyState title="There is no curve">
          <p>
            {factor === null
              ? 'A response curve needs runs with different values of a parameter.'
              : 'None of these runs has a value of a measurement.'}
          </p>
        </EmptyState>
      </Panel>
    );
  }
  return panels.map((panel) => (
    <ScalingPanel
      key={panel.held.map(({ factor: name, level }) => `${name}=${level}`).join(';')}
      panel={panel}
      factor={label}
    />
  ));
}
