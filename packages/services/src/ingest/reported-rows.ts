import type { TotalsRow } from '@proofload/db';
import type { ReportedSeries } from '@proofload/sources';
import { cleanIdentity } from './clean-identity.ts';

/** A series of a summary as a stored row: figures without points. */
export function toTotalsRow({ identity, totals, reported }: ReportedSeries): TotalsRow {
  return {
    identity: cleanIdentity(identity),
    totals: {
      count: totals.count,
      sum: totals.sum,
      min: totals.min ?? Number.NaN,
      max: totals.max ?? Number.NaN,
      last: totals.last ?? Number.NaN,
      firstMs: Number.NaN,
      lastMs: Number.NaN,
      sketch: null,
    },
    reported,
  };
}
