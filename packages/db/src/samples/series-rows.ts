import {
  chunkCodec,
  encodeSketch,
  type OpenChunk,
  type Points,
  type Rollup,
  type SeriesIdentity,
  type Totals,
} from '@proofload/series';
import type pg from 'pg';
import { writeChunk } from './chunk-bytes.ts';
import { joinBytes } from './join-bytes.ts';

/** Series ids of an origin begin at its number times this, so that an origin is one range of a run. */
export const seriesPerOrigin = 20_000;
const rowsPerInsert = 500;

/** Figures that a source reported itself, without samples behind them. */
export interface ReportedFigures {
  /** By name: `avg`, `p50`, `p95`. */
  quantiles: Readonly<Record<string, number>>;
  /** Per second. */
  rate: number | null;
  /** The source's own thresholds by their text; true for those that held. */
  thresholds: Readonly<Record<string, boolean>>;
  /** True for a sub-metric, whose observations are part of those of the metric. */
  isPart: boolean;
}

export interface TotalsRow {
  identity: SeriesIdentity;
  totals: Totals;
  reported?: ReportedFigures;
}

/** Writes what changed in a roll-up. Writing the same chunk again replaces it, so a repeated call does no harm. */
export async function writeRollup(
  client: pg.Pool | pg.PoolClient,
  runKey: bigint,
  origin: number,
  rollup: Rollup,
  dirty: readonly OpenChunk[],
): Promise<void> {
  await writeTotals(
    client,
    runKey,
    dirty.flatMap(({ ref }) => {
      const row = rollup.entries[ref];
      return row ? [{ seriesId: origin * seriesPerOrigin + ref, row }] : [];
    }),
  );
  await writeChunks(
    client,
    runKey,
    dirty.map(({ ref, chunk, points }) => ({ seriesId: origin * seriesPerOrigin + ref, chunk, points })),
  );
}

/** Writes chunks; one that is there already is replaced. */
export async function writeChunks(
  client: pg.Pool | pg.PoolClient,
  runKey: bigint,
  chunks: readonly { seriesId: number; chunk: number; points: Points }[],
): Promise<void> {
  for (let at = 0; at < chunks.length; at += rowsPerInsert) {
    const batch = chunks.slice(at, at + rowsPerInsert);
    const spans = batch.map(({ points }) => spanOf(points.times));
    const data = joinBytes(batch.map(({ points }) => writeChunk(points)));
    await client.query(
      `INSERT INTO "SeriesChunk" ("runKey", "seriesId", "chunk", "startMs", "endMs", "points", "codec", "data")
       SELECT $1, c.id, c.chunk, c.start, c."end", c.points, $7::int, substr($8::bytea, c.at, c.length)
       FROM unnest($2::int[], $3::int[], $4::bigint[], $5::bigint[], $6::int[], $9::int[], $10::int[])
         AS c(id, chunk, start, "end", points, at, length)
       ON CONFLICT ("runKey", "seriesId", "chunk") DO UPDATE SET
         "startMs" = excluded."startMs", "endMs" = excluded."endMs", "points" = excluded."points",
         "codec" = excluded."codec", "data" = excluded."data"`,
      [
        runKey,
        batch.map(({ seriesId }) => seriesId),
        batch.map(({ chunk }) => chunk),
        spans.map(({ startMs }) => startMs),
        spans.map(({ endMs }) => endMs),
        batch.map(({ points }) => points.times.length),
        chunkCodec,
        data.bytes,
        data.starts,
        data.lengths,
      ],
    );
  }
}

/** First and last of times in any order. */
function spanOf(times: readonly number[]): { startMs: number; endMs: number } {
  let [startMs, endMs] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const time of times) {
    if (time < startMs) startMs = time;
    if (time > endMs) endMs = time;
  }
  return { startMs, endMs };
}

/** Writes the row of each series, replacing what it said before. */
export async function writeTotals(
  client: pg.Pool | pg.PoolClient,
  runKey: bigint,
  series: readonly { seriesId: number; row: TotalsRow }[],
): Promise<void> {
  for (let at = 0; at < series.length; at += rowsPerInsert) {
    const batch = series.slice(at, at + rowsPerInsert);
    const identities = batch.map(({ row }) => row.identity);
    await client.query(
      `INSERT INTO "Series" ("runKey", "seriesId", "origin", "metric", "kind", "unit", "labels", "firstMs", "lastMs",
                             "count", "sum", "min", "max", "last", "sketch", "reported")
       SELECT $1, * FROM unnest($2::int[], $3::int[], $4::text[], $5::text[], $6::text[], $7::jsonb[], $8::bigint[], $9::bigint[],
                                $10::float8[], $11::float8[], $12::float8[], $13::float8[], $14::float8[], $15::bytea[], $16::jsonb[])
       ON CONFLICT ("runKey", "seriesId") DO UPDATE SET
         "firstMs" = excluded."firstMs", "lastMs" = excluded."lastMs", "count" = excluded."count", "sum" = excluded."sum",
         "min" = excluded."min", "max" = excluded."max", "last" = excluded."last", "sketch" = excluded."sketch"`,
      [
        runKey,
        batch.map(({ seriesId }) => seriesId),
        batch.map(({ seriesId }) => Math.floor(seriesId / seriesPerOrigin)),
        identities.map(({ metric }) => metric),
        identities.map(({ kind }) => kind),
        identities.map(({ unit }) => unit),
        identities.map(({ labels }) => JSON.stringify(labels)),
        ...totalColumns(batch.map(({ row }) => row.totals)),
        batch.map(({ row }) => (row.reported ? JSON.stringify(row.reported) : null)),
      ],
    );
  }
}

/** Replaces the totals of series that have a row. */
export async function updateTotals(
  client: pg.Pool | pg.PoolClient,
  runKey: bigint,
  series: readonly { seriesId: number; totals: Totals }[],
): Promise<void> {
  for (let at = 0; at < series.length; at += rowsPerInsert) {
    const batch = series.slice(at, at + rowsPerInsert);
    await client.query(
      `UPDATE "Series" s SET "firstMs" = t.first, "lastMs" = t.last, "count" = t.count, "sum" = t.sum, "min" = t.min,
         "max" = t.max, "last" = t.newest, "sketch" = t.sketch
       FROM unnest($2::int[], $3::bigint[], $4::bigint[], $5::float8[], $6::float8[], $7::float8[], $8::float8[],
                   $9::float8[], $10::bytea[]) AS t(id, first, last, count, sum, min, max, newest, sketch)
       WHERE s."runKey" = $1 AND s."seriesId" = t.id`,
      [runKey, batch.map(({ seriesId }) => seriesId), ...totalColumns(batch.map(({ totals }) => totals))],
    );
  }
}

/** First, last, count, sum, least, greatest, newest value, sketch; as the columns of the table are. */
function totalColumns(totals: readonly Totals[]): unknown[][] {
  return [
    totals.map(({ firstMs }) => finiteOrNull(Math.floor(firstMs))),
    totals.map(({ lastMs }) => finiteOrNull(Math.ceil(lastMs))),
    totals.map(({ count }) => count),
    totals.map(({ sum }) => sum),
    totals.map(({ min }) => finiteOrNull(min)),
    totals.map(({ max }) => finiteOrNull(max)),
    totals.map(({ last }) => finiteOrNull(last)),
    totals.map(({ sketch }) => (sketch && sketch.count > 0 ? Buffer.from(encodeSketch(sketch)) : null)),
  ];
}

const finiteOrNull = (value: number): number | null => (Number.isFinite(value) ? value : null);
