import {
  decodeSampleColumns,
  type SampleColumns,
  SeriesAccumulator,
  type SeriesIdentity,
} from '@proofload/series';
import type pg from 'pg';
import { type Addition, addToSeries } from './add-to-series.ts';
import { decompress } from './chunk-bytes.ts';
import { countHistograms } from './count-histograms.ts';
import { accumulate, type GatheredPiece, sortBySeries } from './gather-samples.ts';
import type { RecentPieces } from './recent-pieces.ts';
import { inTransaction, lockRun } from './transaction.ts';

/** What is merged in one transaction, so that neither it nor the memory grows with what waits. */
const maxMergedPieces = 1024;
const maxMergedBytes = 32 * 1024 * 1024;
/** Compressed bytes say little about how many samples they are. */
const maxMergedSamples = 1_000_000;

/**
 * Merges what waits of the streams of runs into their series, one bounded transaction after the other.
 * @param recent pieces that need not be read
 */
export async function mergeStreams(
  pool: pg.Pool,
  runKeys: readonly bigint[],
  recent: RecentPieces,
): Promise<void> {
  for (const { runKey, newest } of await findWaiting(pool, runKeys)) {
    // What comes in meanwhile is left to the next reader, or a busy stream would keep this one for ever.
    for (let merged = -1n; merged < newest; ) {
      const pieces = await inTransaction(pool, (client) => mergeOldest(client, runKey, recent));
      for (const piece of pieces) recent.forget(runKey, piece);
      merged = BigInt(pieces.at(-1) ?? newest);
    }
  }
}

/** Those of the runs of which pieces wait, and the number of the newest. */
async function findWaiting(
  pool: pg.Pool,
  runKeys: readonly bigint[],
): Promise<{ runKey: bigint; newest: bigint }[]> {
  const { rows } = await pool.query<{ runKey: string; newest: string }>(
    `SELECT "runKey", max("piece") AS newest FROM "SamplePiece"
     WHERE "runKey" = ANY($1::bigint[]) AND "data" IS NOT NULL GROUP BY "runKey"`,
    [runKeys],
  );
  return rows.map(({ runKey, newest }) => ({ runKey: BigInt(runKey), newest: BigInt(newest) }));
}

interface WaitingPiece {
  piece: string;
  origin: number;
  samples: number;
  bytes: number;
  digest: Buffer;
}

/**
 * Merges the oldest of what waits into its series, in the transaction of the caller: each sample is counted once.
 * @returns the numbers of the pieces, in order
 */
async function mergeOldest(client: pg.PoolClient, runKey: bigint, recent: RecentPieces): Promise<string[]> {
  await lockRun(client, runKey);
  const { rows } = await client.query<WaitingPiece>(
    `SELECT "piece", "origin", "samples", "digest", bytes FROM (
       SELECT "piece", "origin", "samples", "digest", octet_length("data") AS bytes,
              sum(octet_length("data")) OVER earlier AS "bytesBefore", sum("samples") OVER earlier AS "samplesBefore"
       FROM "SamplePiece" WHERE "runKey" = $1 AND "data" IS NOT NULL
       WINDOW earlier AS (ORDER BY "piece" ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
       ORDER BY "piece" LIMIT $2
     ) w WHERE coalesce("bytesBefore", 0) < $3 AND coalesce("samplesBefore", 0) < $4 ORDER BY "piece"`,
    [runKey, maxMergedPieces, maxMergedBytes, maxMergedSamples],
  );
  if (rows.length === 0) return [];
  const pieces = rows.map(({ piece }) => piece);
  await addToSeries(
    client,
    runKey,
    await gather(client, runKey, await readPieces(client, runKey, rows, recent)),
  );
  await countMerged(client, runKey, rows);
  await client.query(
    'UPDATE "SamplePiece" SET "data" = NULL WHERE "runKey" = $1 AND "piece" = ANY($2::bigint[])',
    [runKey, pieces],
  );
  return pieces;
}

/** The samples of pieces, read from the database when another process has accepted them. */
async function readPieces(
  client: pg.PoolClient,
  runKey: bigint,
  pieces: readonly WaitingPiece[],
  recent: RecentPieces,
): Promise<GatheredPiece[]> {
  const known = new Map<string, SampleColumns>();
  for (const { piece, digest } of pieces) {
    const columns = recent.find(runKey, piece, digest);
    if (columns) known.set(piece, columns);
  }
  const unknown = pieces.filter(({ piece }) => !known.has(piece)).map(({ piece }) => piece);
  if (unknown.length > 0) {
    const { rows } = await client.query<{ piece: string; data: Buffer }>(
      'SELECT "piece", "data" FROM "SamplePiece" WHERE "runKey" = $1 AND "piece" = ANY($2::bigint[])',
      [runKey, unknown],
    );
    for (const { piece, data } of rows) known.set(piece, decodeSampleColumns(decompress(data)));
  }
  return pieces.flatMap(({ piece, origin }) => {
    const columns = known.get(piece);
    return columns ? [{ origin, columns }] : [];
  });
}

/** The samples of several pieces, series by series. */
async function gather(
  client: pg.PoolClient,
  runKey: bigint,
  pieces: readonly GatheredPiece[],
): Promise<Addition[]> {
  const sorted = sortBySeries(pieces);
  const sketches = pieces.flatMap(({ columns }) => columns.sketches);
  const counted = pieces.flatMap(({ columns }) => columns.counted);
  const ids = new Set([...sorted.ids, ...[...sketches, ...counted].map(({ series }) => series)]);
  const identities = await readIdentities(client, runKey, ids);
  const accumulators = new Map(
    [...ids].map((id) => {
      const identity = identities.get(id);
      if (!identity) throw new Error(`Run ${runKey} has samples of a series ${id} that it does not have`);
      return [id, new SeriesAccumulator(identity, 0)];
    }),
  );
  for (const [slot, id] of sorted.ids.entries()) {
    const accumulator = accumulators.get(id);
    if (accumulator) accumulate(sorted, slot, accumulator);
  }
  const increases = await countHistograms(client, runKey, counted);
  for (const { series, timeMs, sketch } of [...sketches, ...increases])
    accumulators.get(series)?.addSketch(timeMs, sketch);
  return [...accumulators].map(([seriesId, { totals, points }]) => ({ seriesId, totals, points }));
}

async function readIdentities(
  client: pg.PoolClient,
  runKey: bigint,
  seriesIds: ReadonlySet<number>,
): Promise<Map<number, SeriesIdentity>> {
  const { rows } = await client.query<SeriesIdentity & { seriesId: number }>(
    'SELECT "seriesId", "metric", "kind", "unit", "labels" FROM "Series" WHERE "runKey" = $1 AND "seriesId" = ANY($2::int[])',
    [runKey, [...seriesIds]],
  );
  return new Map(rows.map((row) => [row.seriesId, row]));
}

async function countMerged(
  client: pg.PoolClient,
  runKey: bigint,
  pieces: readonly WaitingPiece[],
): Promise<void> {
  for (const origin of new Set(pieces.map((piece) => piece.origin))) {
    const own = pieces.filter((piece) => piece.origin === origin);
    await client.query(
      `UPDATE "SeriesOrigin" SET "samples" = "samples" + $3, "lines" = "lines" + $4, "bytes" = "bytes" + $5, "updatedAt" = now()
       WHERE "runKey" = $1 AND "origin" = $2`,
      [
        runKey,
        origin,
        own.reduce((sum, { samples }) => sum + samples, 0),
        own.length,
        own.reduce((sum, { bytes }) => sum + bytes, 0),
      ],
    );
  }
}
