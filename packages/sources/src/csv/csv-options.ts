import type { SeriesKind } from '@proofload/series';

/** What a CSV cannot say itself. */
export interface CsvOptions {
  /** Column with the time of each record; `time` or `timestamp` when it is left out. */
  time?: string | undefined;
  /** What the values are, unless a column `kind` says it; levels (`gauge`) when it is left out. */
  kind?: SeriesKind | undefined;
  /** Columns that hold labels although their values look like numbers: a shard, a status. */
  labels?: readonly string[] | undefined;
}
