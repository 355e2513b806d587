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
import { inTransaction, lockRun } from './transaction.ts';

/** What is merged in one transaction, so that neither it nor the memory grows with what waits. */
const maxMergedPieces = 1024;
const maxMergedBytes = 32 * 1024 * 1024;
/** Compressed bytes say little about how many samples they are. */
const maxMergedSamples = 1_000_000;

/** Merges what waits of the streams of a run into its series, one bounded transaction after the other. */
export async function mergeStreams(pool: pg.Pool, runKey: bigint): Promise<void> {
  // What comes in meanwhile is left to the next reader, or a busy stream would keep this one for ever.
  let newest: bigint | null = null;
  for (;;) {
    const waiting = await readWaiting(pool, runKey);
    newest ??= waiting?.newest ?? null;
    if (waiting === null || newest === null || waiting.oldest > newest) return;
    await inTransaction(pool, (client) => mergeOldest(client, runKey));
  }
}

/** Numbers of the pieces that wait; null when none does. */
async function readWaiting(
  pool: pg.Pool,
  runKey: bigint,
): Promise<{ oldest: bigint; newest: bigint } | null> {
  const { rows } = await pool.query<{ oldest: string | null; newest: string | null }>(
    `SELECT min("piece") AS oldest, max("piece") AS newest FROM "SamplePiece"
     WHERE "runKey" = $1 AND "data" IS NOT NULL`,
    [runKey],
  );
  const { oldest = null, newest = null } = rows[0] ?? {};
  return oldest === null || newest === null ? null : { oldest: BigInt(oldest), newest: BigInt(newest) };
}

interface WaitingPiece {
  piece: string;
  origin: number;
  samples: number;
  data: Buffer;
}

/** Merges the oldest of what waits into its series, in the transaction of the caller: each sample is counted once. */
async function mergeOldest(client: pg.PoolClient, runKey: bigint): Promise<void> {
  await lockRun(client, runKey);
  const { rows } = await client.query<WaitingPiece>(
    `SELECT w."piece", b."origin", b."samples", b."data" FROM (
       SELECT "piece", sum(octet_length("data")) OVER earlier AS bytes, sum("samples") OVER earlier AS samples
       FROM "SamplePiece" WHERE "runKey" = $1 AND "data" IS NOT NULL
       WINDOW earlier AS (ORDER BY "piece" ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
       ORDER BY "piece" LIMIT $2
     ) w JOIN "SamplePiece" b ON b."runKey" = $1 AND b."piece" = w."piece"
     WHERE coalesce(w.bytes, 0) < $3 AND coalesce(w.samples, 0) < $4 ORDER BY w."piece"`,
    [runKey, maxMergedPieces, maxMergedBytes, maxMergedSamples],
  );
  const pieces = rows.map(({ data }) => decodeSampleColumns(decompress(data)));
  await addToSeries(client, runKey, await gather(client, runKey, pieces));
  await countMerged(client, runKey, rows);
  await client.query(
    'UPDATE "SamplePiece" SET "data" = NULL WHERE "runKey" = $1 AND "piece" = ANY($2::bigint[])',
    [runKey, rows.map(({ piece }) => piece)],
  );
}

/** The samples of several pieces, series by series. */
async function gather(
  client: pg.PoolClient,
  runKey: bigint,
  pieces: readonly SampleColumns[],
): Promise<Addition[]> {
  const ids = new Set<number>();
  for (const { series, sketches, counted } of pieces) {
    for (const id of series) ids.add(id);
    for (const sample of sketches) ids.add(sample.series);
    for (const sample of counted) ids.add(sample.series);
  }
  const identities = await readIdentities(client, runKey, ids);
  const accumulators = new Map(
    [...ids].map((id) => {
      const identity = identities.get(id);
      if (!identity) throw new Error(`Run ${runKey} has samples of a series ${id} that it does not have`);
      return [id, new SeriesAccumulator(identity, 0)];
    }),
  );
  for (const { series, times, values, sketches } of pieces) {
    for (let at = 0; at < series.length; at++) {
      accumulators.get(series[at] as number)?.add(times[at] as number, values[at] as number);
    }
    for (const sample of sketches) accumulators.get(sample.series)?.addSketch(sample.timeMs, sample.sketch);
  }
  const increases = await countHistograms(
    client,
    runKey,
    pieces.flatMap(({ counted }) => counted),
  );
  for (const { series, timeMs, sketch } of increases) accumulators.get(series)?.addSketch(timeMs, sketch);
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
        own.reduce((sum, { data }) => sum + data.length, 0),
      ],
    );
  }
}
