import type { Balance, Breakdown } from '@proofload/contracts';

/** What samples tell of a balance. */
export type BalanceSamples = NonNullable<Balance['samples']>;
/** What samples tell of a breakdown. */
export type BreakdownSamples = NonNullable<Breakdown['samples']>;
