import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import {
  decodeBatch,
  decodeChunk,
  decodeSketch,
  encodeBatch,
  mergePoints,
  mergeTotals,
  overflowLabel,
  type Points,
  type Rollup,
  type SeriesIdentity,
  type SeriesKind,
  seriesKey,
  type Totals,
} from '@proofload/series';
import type pg from 'pg';
import { seriesPerOrigin, writeChunks, writeTotals } from './series-rows.ts';
import { lockRun } from './transaction.ts';

/** What is merged in one transaction, so that neither it nor the memory grows with what waits. */
const maxMergedBatches = 64;
const maxMergedBytes = 8 * 1024 * 1024;
/** A chunk with fewer points is written anew with what was added; a fuller one is left as it is. */
const fullChunkPoints = 512;
/** Series of a stream that are kept apart; the samples of further ones go into one overflow series per metric. */
const maxSeriesPerStream = 10_000;
/** The largest batch or chunk that is ever decompressed. */
const maxPieceBytes = 256 * 1024 * 1024;

export interface Batch {
  origin: number;
  /** SHA-256 of what was sent. */
  digest: Uint8Array;
  /** What was sent, rolled up; every sample must still be open. */
  rollup: Rollup;
}

/** Accepts a piece of a stream in one insert. @returns false when the same was accepted before */
export async function insertBatch(
  client: pg.Pool | pg.PoolClient,
  runKey: bigint,
  { origin, digest, rollup }: Batch,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `INSERT INTO "SampleBatch" ("runKey", "origin", "samples", "digest", "data") VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT ("runKey", "origin", "digest") DO NOTHING`,
    [runKey, origin, rollup.samples, digest, zstdCompressSync(encodeBatch(rollup))],
  );
  return rowCount === 1;
}

/** Batches of a run that wait to be merged, and their size in bytes. */
export async function countWaiting(
  pool: pg.Pool,
  runKey: bigint,
): Promise<{ batches: number; bytes: number }> {
  const { rows } = await pool.query<{ batches: number; bytes: number }>(
    `SELECT count(*)::int AS batches, coalesce(sum(octet_length("data")), 0)::float8 AS bytes
     FROM "SampleBatch" WHERE "runKey" = $1 AND "data" IS NOT NULL`,
    [runKey],
  );
  return rows[0] ?? { batches: 0, bytes: 0 };
}

/**
 * Merges the oldest of what waits into its series, in the transaction of the caller: each sample is counted once.
 */
export async function mergeWaiting(client: pg.PoolClient, runKey: bigint): Promise<void> {
  await lockRun(client, runKey);
  const { rows } = await client.query<{ batch: string; origin: number; samples: number; data: Buffer }>(
    `SELECT w."batch", w."origin", w."samples", b."data" FROM (
       SELECT "batch", "origin", "samples", sum(octet_length("data")) OVER (ORDER BY "batch") - octet_length("data") AS before
       FROM "SampleBatch" WHERE "runKey" = $1 AND "data" IS NOT NULL ORDER BY "batch" LIMIT $2
     ) w JOIN "SampleBatch" b ON b."runKey" = $1 AND b."batch" = w."batch"
     WHERE w.before < $3 ORDER BY w."batch"`,
    [runKey, maxMergedBatches, maxMergedBytes],
  );
  for (const origin of new Set(rows.map((row) => row.origin))) {
    const own = rows.filter((row) => row.origin === origin);
    await mergeInto(client, runKey, origin, gather(own.map(({ data }) => data)));
    await client.query(
      `UPDATE "SeriesOrigin" SET "samples" = "samples" + $3, "lines" = "lines" + $4, "updatedAt" = now()
       WHERE "runKey" = $1 AND "origin" = $2`,
      [runKey, origin, own.reduce((sum, { samples }) => sum + samples, 0), own.length],
    );
  }
  await client.query(
    'UPDATE "SampleBatch" SET "data" = NULL WHERE "runKey" = $1 AND "batch" = ANY($2::bigint[])',
    [runKey, rows.map(({ batch }) => batch)],
  );
}

interface Gathered {
  identity: SeriesIdentity;
  totals: Totals;
  parts: Points[];
}

/** The series of several batches, each once. */
function gather(pieces: readonly Buffer[]): Map<string, Gathered> {
  const gathered = new Map<string, Gathered>();
  for (const piece of pieces) {
    const batch = decodeBatch(zstdDecompressSync(piece, { maxOutputLength: maxPieceBytes }));
    for (const { identity, totals, points } of batch) add(gathered, { identity, totals, parts: [points] });
  }
  return gathered;
}

function add(gathered: Map<string, Gathered>, { identity, totals, parts }: Gathered): void {
  const key = seriesKey(identity);
  const known = gathered.get(key);
  if (known) {
    known.totals = mergeTotals(known.totals, totals);
    known.parts.push(...parts);
  } else gathered.set(key, { identity, totals, parts: [...parts] });
}

interface KnownSeries {
  seriesId: number;
  totals: Totals;
  /** Of the newest chunk; null when there is none. */
  chunk: number | null;
  /** The newest chunk, when there is room in it. */
  points: Points | null;
}

async function mergeInto(
  client: pg.PoolClient,
  runKey: bigint,
  origin: number,
  gathered: ReadonlyMap<string, Gathered>,
): Promise<void> {
  const known = await readKnown(client, runKey, origin, gathered.values());
  let next = await nextSeriesId(client, runKey, origin);
  const bound = origin * seriesPerOrigin + maxSeriesPerStream;
  const folded = foldBeyond(gathered, (key) => known.has(key), bound - next);
  const written = [...folded].map(([key, { identity, totals, parts }]) => {
    const before = known.get(key);
    const points = mergePoints(identity.kind, before?.points ? [before.points, ...parts] : parts);
    return {
      seriesId: before?.seriesId ?? next++,
      row: { identity, totals: before ? mergeTotals(before.totals, totals) : totals },
      chunk: before?.points ? (before.chunk ?? 0) : (before?.chunk ?? -1) + 1,
      points,
    };
  });
  await writeTotals(client, runKey, written);
  await writeChunks(client, runKey, written);
}

/** Series for which there is no room are put together, one for each metric and kind. */
function foldBeyond(
  gathered: ReadonlyMap<string, Gathered>,
  isKnown: (key: string) => boolean,
  room: number,
): ReadonlyMap<string, Gathered> {
  let left = room;
  const folded = new Map<string, Gathered>();
  for (const [key, series] of gathered) {
    if (isKnown(key) || series.identity.labels[overflowLabel] !== undefined || left-- > 0) {
      folded.set(key, series);
      continue;
    }
    add(folded, { ...series, identity: { ...series.identity, labels: { [overflowLabel]: 'true' } } });
  }
  return folded;
}

async function nextSeriesId(client: pg.PoolClient, runKey: bigint, origin: number): Promise<number> {
  const { rows } = await client.query<{ next: number }>(
    'SELECT coalesce(max("seriesId") + 1, $3::int)::int AS next FROM "Series" WHERE "runKey" = $1 AND "origin" = $2',
    [runKey, origin, origin * seriesPerOrigin],
  );
  return rows[0]?.next ?? origin * seriesPerOrigin;
}

interface KnownRow {
  seriesId: number;
  metric: string;
  kind: SeriesKind;
  labels: Record<string, string>;
  firstMs: string | null;
  lastMs: string | null;
  count: number;
  sum: number;
  min: number | null;
  max: number | null;
  last: number | null;
  sketch: Buffer | null;
  chunk: number | null;
  data: Buffer | null;
}

/** What is stored of the series that are added to, by key. */
async function readKnown(
  client: pg.PoolClient,
  runKey: bigint,
  origin: number,
  added: Iterable<Gathered>,
): Promise<Map<string, KnownSeries>> {
  const metrics = new Set([...added].map(({ identity }) => identity.metric));
  const { rows } = await client.query<KnownRow>(
    `SELECT s."seriesId", s."metric", s."kind", s."labels", s."firstMs", s."lastMs", s."count", s."sum", s."min", s."max",
            s."last", s."sketch", c."chunk", c."data"
     FROM "Series" s LEFT JOIN LATERAL (
       SELECT "chunk", CASE WHEN "points" < $4 THEN "data" END AS "data" FROM "SeriesChunk"
       WHERE "runKey" = s."runKey" AND "seriesId" = s."seriesId" ORDER BY "chunk" DESC LIMIT 1
     ) c ON true
     WHERE s."runKey" = $1 AND s."origin" = $2 AND s."metric" = ANY($3::text[])`,
    [runKey, origin, [...metrics], fullChunkPoints],
  );
  return new Map(
    rows.map((row) => [
      seriesKey({ metric: row.metric, kind: row.kind, unit: null, labels: row.labels }),
      {
        seriesId: row.seriesId,
        totals: toTotals(row),
        chunk: row.chunk,
        points: row.data && readChunk(row.data),
      },
    ]),
  );
}

const readChunk = (data: Buffer): Points =>
  decodeChunk(zstdDecompressSync(data, { maxOutputLength: maxPieceBytes }));

const toTotals = (row: KnownRow): Totals => ({
  count: row.count,
  sum: row.sum,
  min: row.min ?? Number.POSITIVE_INFINITY,
  max: row.max ?? Number.NEGATIVE_INFINITY,
  last: row.last ?? 0,
  lastMs: row.lastMs === null ? Number.NEGATIVE_INFINITY : Number(row.lastMs),
  firstMs: row.firstMs === null ? Number.POSITIVE_INFINITY : Number(row.firstMs),
  sketch: row.sketch && decodeSketch(row.sketch),
});
