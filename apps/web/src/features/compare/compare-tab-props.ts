import type { CompareQuery, Comparison, Experiment } from '@proofload/contracts';
import type { CompareState } from './compare-state';
import type { GroupLook } from './group-look';

/** What every tab of the compare page is given. */
export interface CompareTabProps {
  comparison: Comparison;
  look: GroupLook;
  /** The experiment that all runs belong to; null when they belong to several. */
  experiment: Experiment | null;
  /** Which runs are compared, for routes that answer more about them. */
  query: CompareQuery;
  view: CompareState;
  onChange(change: Partial<CompareState>): void;
}
