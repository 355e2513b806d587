import type { Better } from '@proofload/domain';

/** What was measured at one setting of what is varied. Levels come in their order. */
export interface CurveLevel {
  /** As it is said, such as `qps=150, burst=300`. */
  name: string;
  /** How much of what is varied (shards, workers, nodes); null for settings that are no amount. */
  amount: number | null;
  /** One value for each run that completed. */
  values: readonly number[];
  /** Why further runs of the level have no value: they are shown, never dropped. */
  unfinished?: readonly string[];
}

export interface CurveOptions {
  better: Exclude<Better, 'none'>;
  /** Numbers in [0, 1), seeded, for the uncertainty of the knee. */
  random: () => number;
  /** What counts as no worse than the best, as a share of it. */
  tolerance?: number;
}
