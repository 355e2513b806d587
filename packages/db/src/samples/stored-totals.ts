import { decodeSketch, type Totals } from '@proofload/series';

/** Totals as `pg` gives them: 64-bit integers are text. */
export interface TotalsColumns {
  firstMs: string | null;
  lastMs: string | null;
  count: number;
  sum: number;
  min: number | null;
  max: number | null;
  last: number | null;
  sketch: Buffer | null;
}

const names = ['firstMs', 'lastMs', 'count', 'sum', 'min', 'max', 'last', 'sketch'] as const;

/** For a SELECT from `"Series"` under an alias. */
export const totalsColumns = (alias: string): string => names.map((name) => `${alias}."${name}"`).join(', ');

export const toTotals = (row: TotalsColumns): Totals => ({
  count: row.count,
  sum: row.sum,
  min: row.min ?? Number.POSITIVE_INFINITY,
  max: row.max ?? Number.NEGATIVE_INFINITY,
  last: row.last ?? 0,
  lastMs: row.lastMs === null ? Number.NEGATIVE_INFINITY : Number(row.lastMs),
  firstMs: row.firstMs === null ? Number.POSITIVE_INFINITY : Number(row.firstMs),
  sketch: row.sketch && decodeSketch(row.sketch),
});
