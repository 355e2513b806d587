import { zstdDecompressSync } from 'node:zlib';
import type { LabelMatcher } from '@proofload/domain';
import {
  decodeChunk,
  decodeSketch,
  mergePoints,
  type OpenChunk,
  type Points,
  type Rollup,
  type SeriesKind,
  type Sketch,
  slicePoints,
} from '@proofload/series';
import type pg from 'pg';
import {
  type ReportedFigures,
  seriesPerOrigin,
  type TotalsRow,
  writeRollup,
  writeTotals,
} from './origin-writer.ts';
import { matchesLabels } from './selection.ts';

export interface OriginDescription {
  /** Such as `k6:default`; a new upload of a name replaces the earlier one. */
  name: string;
  /** `k6`, `scrape`, `prometheus`, ... */
  source: string;
  format: string;
  /** True for an upload, which nobody sees before it ends; false for a stream, which is shown live. */
  isStaged: boolean;
}

export interface OriginHandle {
  runKey: bigint;
  origin: number;
}

export interface OriginEnd {
  format: string;
  sha256: string | null;
  samples: number;
  lines: number;
  bytes: number;
  warnings: readonly string[];
  /** False when the source broke off. */
  isComplete: boolean;
}

/** A stored series with its totals over the whole run. */
export interface StoredSeries {
  seriesId: number;
  origin: string;
  source: string;
  metric: string;
  kind: SeriesKind;
  unit: string | null;
  labels: Readonly<Record<string, string>>;
  firstMs: number | null;
  lastMs: number | null;
  count: number;
  sum: number;
  min: number | null;
  max: number | null;
  last: number | null;
  sketch: Sketch | null;
  reported: ReportedFigures | null;
}

export interface SeriesSelection {
  metric?: string;
  matchers?: readonly LabelMatcher[];
}

/** The largest chunk that is ever decompressed. */
const maxChunkBytes = 64 * 1024 * 1024;

/**
 * Samples of runs: roll-ups in compressed chunks, one range of keys per run, replaced origin by origin.
 * Two writers of one run have origins of their own, so neither can damage the other's.
 */
export function createSampleStore(pool: pg.Pool) {
  return {
    /** Opens an origin for writing. One that was abandoned under the same staged name is left to `dropStaleStaged`. */
    async openOrigin(runKey: bigint, description: OriginDescription): Promise<OriginHandle> {
      return inTransaction(pool, async (client) => {
        await lockRun(client, runKey);
        const { rows } = await client.query<{ next: number }>(
          'SELECT coalesce(max("origin") + 1, 0)::int AS next FROM "SeriesOrigin" WHERE "runKey" = $1',
          [runKey],
        );
        const origin = rows[0]?.next ?? 0;
        if (origin * seriesPerOrigin > 2_000_000_000)
          throw new Error('A run may be uploaded to at most 2000 times');
        const name = description.isStaged ? `${description.name}#${origin}` : description.name;
        if (!description.isStaged) await deleteOriginByName(client, runKey, name);
        await client.query(
          'INSERT INTO "SeriesOrigin" ("runKey", "origin", "name", "source", "format", "staged") VALUES ($1, $2, $3, $4, $5, $6)',
          [runKey, origin, name, description.source, description.format, description.isStaged],
        );
        return { runKey, origin };
      });
    },

    /** Writes chunks that changed, together with the totals of their series, whole or not at all. */
    async write(handle: OriginHandle, rollup: Rollup, dirty: readonly OpenChunk[]): Promise<void> {
      if (dirty.length === 0) return;
      await inTransaction(pool, (client) => writeRollup(client, handle.runKey, handle.origin, rollup, dirty));
    },

    /** Writes totals of series that have no points (k6 summaries). */
    async writeTotals(handle: OriginHandle, rows: readonly TotalsRow[]): Promise<void> {
      const series = rows.map((row, ref) => ({ seriesId: handle.origin * seriesPerOrigin + ref, row }));
      await inTransaction(pool, (client) => writeTotals(client, handle.runKey, series));
    },

    /**
     * Ends an origin: what was staged takes the place of the earlier upload of its name, in one step.
     * @returns false when the same bytes were stored before, in which case nothing has changed
     */
    async closeOrigin(handle: OriginHandle, name: string, end: OriginEnd): Promise<boolean> {
      return inTransaction(pool, async (client) => {
        await lockRun(client, handle.runKey);
        const { rows } = await client.query<{ origin: number; sha256: string | null; complete: boolean }>(
          'SELECT "origin", "sha256", "complete" FROM "SeriesOrigin" WHERE "runKey" = $1 AND "name" = $2 AND "origin" <> $3',
          [handle.runKey, name, handle.origin],
        );
        const earlier = rows[0];
        if (earlier?.complete && end.isComplete && end.sha256 !== null && earlier.sha256 === end.sha256) {
          await deleteOrigin(client, handle.runKey, handle.origin);
          return false;
        }
        if (earlier) await deleteOrigin(client, handle.runKey, earlier.origin);
        await client.query(
          `UPDATE "SeriesOrigin" SET "name" = $3, "format" = $4, "sha256" = $5, "samples" = $6, "lines" = $7, "bytes" = $8,
             "warnings" = $9, "complete" = $10, "staged" = false, "updatedAt" = now() WHERE "runKey" = $1 AND "origin" = $2`,
          [
            handle.runKey,
            handle.origin,
            name,
            end.format,
            end.sha256,
            end.samples,
            end.lines,
            end.bytes,
            JSON.stringify(end.warnings),
            end.isComplete,
          ],
        );
        return true;
      });
    },

    /** Removes an origin that came to nothing. */
    async dropOrigin(handle: OriginHandle): Promise<void> {
      await inTransaction(pool, (client) => deleteOrigin(client, handle.runKey, handle.origin));
    },

    /** Removes uploads that were begun and never ended, because their process died. */
    async dropStaleStaged(olderThanMs: number): Promise<number> {
      const { rows } = await pool.query<{ runKey: string; origin: number }>(
        `SELECT "runKey", "origin" FROM "SeriesOrigin" WHERE "staged" AND "updatedAt" < now() - $1 * interval '1 millisecond' LIMIT 100`,
        [olderThanMs],
      );
      for (const row of rows) await this.dropOrigin({ runKey: BigInt(row.runKey), origin: row.origin });
      return rows.length;
    },

    /** Series of a run with their totals, by metric and labels, in a fixed order. */
    async listSeries(
      runKey: bigint,
      { metric, matchers = [] }: SeriesSelection = {},
    ): Promise<StoredSeries[]> {
      const { rows } = await pool.query<SeriesRow>(
        `SELECT s.*, o."name" AS "originName", o."source" FROM "Series" s
         JOIN "SeriesOrigin" o ON o."runKey" = s."runKey" AND o."origin" = s."origin" AND NOT o."staged"
         WHERE s."runKey" = $1 AND ($2::text IS NULL OR s."metric" = $2) ORDER BY s."metric", s."seriesId"`,
        [runKey, metric ?? null],
      );
      return rows.map(toStoredSeries).filter(({ labels }) => matchesLabels(labels, matchers));
    },

    /** Points of series with `fromMs <= time < toMs`, by series id. Of gauges and counters also the sample before. */
    async readPoints(
      runKey: bigint,
      series: readonly Pick<StoredSeries, 'seriesId' | 'kind'>[],
      fromMs: number,
      toMs: number,
    ): Promise<Map<number, Points>> {
      const { rows } = await pool.query<{ seriesId: number; data: Buffer }>(
        `SELECT "seriesId", "data" FROM "SeriesChunk"
         WHERE "runKey" = $1 AND "seriesId" = ANY($2::int[]) AND "endMs" >= $3 AND "startMs" < $4 ORDER BY "seriesId", "chunk"`,
        [runKey, series.map(({ seriesId }) => seriesId), Math.floor(fromMs), Math.ceil(toMs)],
      );
      const parts = new Map<number, Points[]>();
      for (const { seriesId, data } of rows) {
        const points = decodeChunk(zstdDecompressSync(data, { maxOutputLength: maxChunkBytes }));
        const known = parts.get(seriesId);
        if (known) known.push(points);
        else parts.set(seriesId, [points]);
      }
      return new Map(
        series.map(({ seriesId, kind }) => [
          seriesId,
          slicePoints(mergePoints(kind, parts.get(seriesId) ?? []), fromMs, toMs),
        ]),
      );
    },

    /** First and last observation of each origin. */
    async readSpans(runKey: bigint): Promise<Record<string, { fromMs: number; toMs: number }>> {
      const { rows } = await pool.query<{ name: string; fromMs: string | null; toMs: string | null }>(
        `SELECT o."name", min(s."firstMs") AS "fromMs", max(s."lastMs") AS "toMs" FROM "SeriesOrigin" o
         JOIN "Series" s ON s."runKey" = o."runKey" AND s."origin" = o."origin"
         WHERE o."runKey" = $1 AND NOT o."staged" GROUP BY 1`,
        [runKey],
      );
      return Object.fromEntries(
        rows.flatMap(({ name, fromMs, toMs }) =>
          fromMs === null || toMs === null ? [] : [[name, { fromMs: Number(fromMs), toMs: Number(toMs) }]],
        ),
      );
    },

    /** The runs' storage key is gone with the run; this only empties a run that stays. */
    async deleteRunData(runKey: bigint): Promise<void> {
      await pool.query('DELETE FROM "SeriesOrigin" WHERE "runKey" = $1', [runKey]);
      await pool.query('DELETE FROM "Series" WHERE "runKey" = $1', [runKey]);
      await pool.query('DELETE FROM "SeriesChunk" WHERE "runKey" = $1', [runKey]);
    },
  };
}

export type SampleStore = ReturnType<typeof createSampleStore>;

interface SeriesRow {
  seriesId: number;
  originName: string;
  source: string;
  metric: string;
  kind: SeriesKind;
  unit: string | null;
  labels: Record<string, string>;
  firstMs: string | null;
  lastMs: string | null;
  count: number;
  sum: number;
  min: number | null;
  max: number | null;
  last: number | null;
  sketch: Buffer | null;
  reported: ReportedFigures | null;
}

function toStoredSeries(row: SeriesRow): StoredSeries {
  return {
    seriesId: row.seriesId,
    origin: row.originName,
    source: row.source,
    metric: row.metric,
    kind: row.kind,
    unit: row.unit,
    labels: row.labels,
    firstMs: row.firstMs === null ? null : Number(row.firstMs),
    lastMs: row.lastMs === null ? null : Number(row.lastMs),
    count: row.count,
    sum: row.sum,
    min: row.min,
    max: row.max,
    last: row.last,
    sketch: row.sketch && decodeSketch(row.sketch),
    reported: row.reported,
  };
}

async function inTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    client.release();
    return result;
  } catch (error) {
    // A connection that cannot even roll back is thrown away by the pool.
    await client.query('ROLLBACK').then(
      () => client.release(),
      (broken: Error) => client.release(broken),
    );
    throw error;
  }
}

async function lockRun(client: pg.PoolClient, runKey: bigint): Promise<void> {
  await client.query('SELECT 1 FROM "Run" WHERE "key" = $1 FOR NO KEY UPDATE', [runKey]);
}

async function deleteOriginByName(client: pg.PoolClient, runKey: bigint, name: string): Promise<void> {
  const { rows } = await client.query<{ origin: number }>(
    'SELECT "origin" FROM "SeriesOrigin" WHERE "runKey" = $1 AND "name" = $2',
    [runKey, name],
  );
  for (const { origin } of rows) await deleteOrigin(client, runKey, origin);
}

async function deleteOrigin(client: pg.PoolClient, runKey: bigint, origin: number): Promise<void> {
  const range = [runKey, origin * seriesPerOrigin, (origin + 1) * seriesPerOrigin];
  await client.query(
    'DELETE FROM "SeriesChunk" WHERE "runKey" = $1 AND "seriesId" >= $2 AND "seriesId" < $3',
    range,
  );
  await client.query(
    'DELETE FROM "Series" WHERE "runKey" = $1 AND "seriesId" >= $2 AND "seriesId" < $3',
    range,
  );
  await client.query('DELETE FROM "SeriesOrigin" WHERE "runKey" = $1 AND "origin" = $2', [runKey, origin]);
}
