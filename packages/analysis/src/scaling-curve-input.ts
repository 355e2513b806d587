import type { Comparison } from '@proofload/contracts';
import type { ComparableRun } from './comparable-run.ts';
import type { CompareInput } from './compare-groups.ts';
import type { FactorGroup } from './factor-groups.ts';

/** What describing the response of one measurement needs. */
export interface ScalingCurveInput {
  measurement: Comparison['measurements'][number];
  /** Of the runs by the factor; its groups are in the order of the levels. */
  comparison: Comparison;
  runs: readonly ComparableRun[];
  factor: FactorGroup;
  definition: CompareInput['definition'];
  /** Whether values are as they were measured, so that goals and objectives are about them. */
  isPlain: boolean;
  /** Whether the factor says how much was done, and so is no means to do it. */
  isLoad: boolean;
}
