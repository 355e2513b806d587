import type { LabelMatcher } from '@proofload/domain';
import type pg from 'pg';
import { compileMatchers } from './selection.ts';

export interface RunsWithSeries {
  metric: string;
  matchers: readonly LabelMatcher[];
  /** Runs older than this one; null begins with the newest. */
  before: bigint | null;
  limit: number;
}

export interface FoundRun {
  id: string;
  name: string;
  /** Series of it that are meant. */
  series: number;
}

interface Row {
  runKey: string;
  id: string;
  name: string;
  seriesId: number;
  labels: Record<string, string>;
}

/** Series that are looked at in one step. */
const rowsPerStep = 5_000;
/** Series that one call looks at before it gives what it has. */
const maxRows = 50_000;

/**
 * Runs of a project that have series of a metric with these labels, newest first. Exact labels are found by their index; other
 * matchers are tried on what is left, a bounded number at a time.
 * @returns the runs, and where to go on; null when there are no more
 */
export async function findRunsWithSeries(
  pool: pg.Pool,
  projectId: string,
  wanted: RunsWithSeries,
): Promise<{ runs: FoundRun[]; next: bigint | null }> {
  const isMeant = compileMatchers(wanted.matchers);
  const found = new Map<string, FoundRun>();
  let last: Row | null = null;
  /** The run before the one that is being read, up to which everything is known. */
  let done = wanted.before;
  for (let seen = 0; ; seen += rowsPerStep) {
    const rows = await readRows(pool, projectId, wanted, last);
    for (const row of rows) {
      if (last !== null && last.runKey !== row.runKey) {
        done = BigInt(last.runKey);
        if (found.size >= wanted.limit) return { runs: [...found.values()], next: done };
      }
      last = row;
      if (isMeant(row.labels)) count(found, row);
    }
    if (rows.length < rowsPerStep) return { runs: [...found.values()], next: null };
    if (seen + rowsPerStep < maxRows || done === wanted.before) continue;
    // The run that is being read is left to the next page.
    found.delete(last?.id ?? '');
    return { runs: [...found.values()], next: done };
  }
}

/** Series of the metric after the last one that was read, newest run first. */
async function readRows(
  pool: pg.Pool,
  projectId: string,
  { metric, matchers, before }: RunsWithSeries,
  last: Row | null,
): Promise<Row[]> {
  const exact = Object.fromEntries(
    matchers.flatMap(({ name, op, value }) => (op === '=' && value !== '' ? [[name, value]] : [])),
  );
  const { rows } = await pool.query<Row>(
    `SELECT s."runKey", r."id", r."name", s."seriesId", s."labels" FROM "Series" s
     JOIN "Run" r ON r."key" = s."runKey" AND r."projectId" = $1
     JOIN "SeriesOrigin" o ON o."runKey" = s."runKey" AND o."origin" = s."origin" AND NOT o."staged"
     WHERE s."metric" = $2 AND s."labels" @> $3::jsonb AND (s."firstMs" IS NOT NULL OR s."reported" IS NOT NULL)
       AND ($4::bigint IS NULL OR s."runKey" < $4 OR (s."runKey" = $4 AND s."seriesId" < $5))
     ORDER BY s."runKey" DESC, s."seriesId" DESC LIMIT ${rowsPerStep}`,
    [projectId, metric, JSON.stringify(exact), last?.runKey ?? before, last?.seriesId ?? 0],
  );
  return rows;
}

function count(found: Map<string, FoundRun>, { id, name }: Row): void {
  const known = found.get(id);
  if (known) known.series += 1;
  else found.set(id, { id, name, series: 1 });
}
