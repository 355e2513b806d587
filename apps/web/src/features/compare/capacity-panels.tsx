import type { CapacityComparison } from '@proofload/contracts';
import { EmptyState } from '@/components/ui/empty-state';
import { Panel } from '@/components/ui/panel';
import { AddressLimits } from './address-limits';
import { CapLimits } from './cap-limits';
import type { CapacityPartProps } from './capacity-part-props';
import { ResourceLimits } from './resource-limits';
import { SearchLimits } from './search-limits';

export interface CapacityPanelsProps extends Pick<CapacityPartProps, 'comparison' | 'look'> {
  capacity: CapacityComparison;
}

/** Limits of searches, of resources, of providers and of addresses: those that there are. */
export function CapacityPanels({ comparison, look, capacity }: CapacityPanelsProps) {
  if (capacity.runs.length === 0) {
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
  const runs = [...capacity.runs].sort((a, b) => placeOf(a.run) - placeOf(b.run));
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
