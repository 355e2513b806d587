import type { CapacityComparison } from '@proofload/contracts';
import type { CompareTabProps } from './compare-tab-props';

/** What every part of the capacity tab is given. */
export interface CapacityPartProps extends Pick<CompareTabProps, 'comparison' | 'look'> {
  /** In the order of the comparison. */
  runs: CapacityComparison['runs'];
}
