import { zstdDecompressSync } from 'node:zlib';
import {
  decodeChunk,
  decodeSketch,
  mergePoints,
  mergeTotals,
  overflowLabel,
  type Points,
  Rollup,
  type SeriesIdentity,
  type SeriesKind,
  seriesKey,
  type Totals,
} from '@proofload/series';
import type pg from 'pg';
import { seriesPerOrigin, writeChunks, writeTotals } from './series-rows.ts';
import { lockRun } from './transaction.ts';

/** What is merged in one transaction, so that neither it nor the memory grows with what waits. */
const maxMergedPieces = 256;
const maxMergedBytes = 32 * 1024 * 1024;
/** Compressed bytes say little about how many samples they are. */
const maxMergedSamples = 1_000_000;
/** A chunk with fewer points is written anew with what was added; a fuller one is left as it is. */
const fullChunkPoints = 512;
/** Series of a stream that are kept apart; the samples of further ones go into one overflow series per metric. */
const maxSeriesPerStream = 10_000;
/** The largest chunk that is ever decompressed. */
const maxChunkBytes = 64 * 1024 * 1024;

/** Reads pieces of a stream, oldest first, into a roll-up. They were found to be valid when they were accepted. */
export type PieceDecoder = (pieces: readonly Uint8Array[], rollup: Rollup) => void;
/** By format. */
export type PieceDecoders = Readonly<Record<string, PieceDecoder>>;

export interface Piece {
  format: string;
  /** What was sent, as it came. */
  data: Uint8Array;
  /** SHA-256 of it. */
  digest: Uint8Array;
  samples: number;
}

/** Accepts a piece of a stream in one insert. @returns false when the same was accepted before */
export async function insertPiece(
  client: pg.Pool | pg.PoolClient,
  runKey: bigint,
  origin: number,
  { format, data, digest, samples }: Piece,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `INSERT INTO "SamplePiece" ("runKey", "origin", "samples", "format", "digest", "data") VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT ("runKey", "origin", "digest") DO NOTHING`,
    [runKey, origin, samples, format, digest, data],
  );
  return rowCount === 1;
}

/** Pieces of a run that wait to be merged, and their size in bytes. */
export async function countWaiting(
  pool: pg.Pool,
  runKey: bigint,
): Promise<{ pieces: number; bytes: number }> {
  const { rows } = await pool.query<{ pieces: number; bytes: number }>(
    `SELECT count(*)::int AS pieces, coalesce(sum(octet_length("data")), 0)::float8 AS bytes
     FROM "SamplePiece" WHERE "runKey" = $1 AND "data" IS NOT NULL`,
    [runKey],
  );
  return rows[0] ?? { pieces: 0, bytes: 0 };
}

interface WaitingPiece {
  piece: string;
  origin: number;
  samples: number;
  format: string;
  data: Buffer;
}

/** Merges the oldest of what waits into its series, in the transaction of the caller: each sample is counted once. */
export async function mergeWaiting(
  client: pg.PoolClient,
  runKey: bigint,
  decoders: PieceDecoders,
): Promise<void> {
  await lockRun(client, runKey);
  const { rows } = await client.query<WaitingPiece>(
    `SELECT w."piece", b."origin", b."samples", b."format", b."data" FROM (
       SELECT "piece", sum(octet_length("data")) OVER earlier AS bytes, sum("samples") OVER earlier AS samples
       FROM "SamplePiece" WHERE "runKey" = $1 AND "data" IS NOT NULL
       WINDOW earlier AS (ORDER BY "piece" ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
       ORDER BY "piece" LIMIT $2
     ) w JOIN "SamplePiece" b ON b."runKey" = $1 AND b."piece" = w."piece"
     WHERE coalesce(w.bytes, 0) < $3 AND coalesce(w.samples, 0) < $4 ORDER BY w."piece"`,
    [runKey, maxMergedPieces, maxMergedBytes, maxMergedSamples],
  );
  for (const origin of new Set(rows.map((row) => row.origin))) {
    const own = rows.filter((row) => row.origin === origin);
    await mergeInto(client, runKey, origin, gather(own, decoders));
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
  await client.query(
    'UPDATE "SamplePiece" SET "data" = NULL WHERE "runKey" = $1 AND "piece" = ANY($2::bigint[])',
    [runKey, rows.map(({ piece }) => piece)],
  );
}

interface Gathered {
  identity: SeriesIdentity;
  totals: Totals;
  parts: Points[];
}

/** The series of several pieces, each once. */
function gather(pieces: readonly WaitingPiece[], decoders: PieceDecoders): Map<string, Gathered> {
  const rollup = new Rollup({
    maxSeries: maxSeriesPerStream,
    maxOpenPoints: Number.POSITIVE_INFINITY,
    chunkPoints: Number.POSITIVE_INFINITY,
    gaugeResolutionMs: 0,
  });
  for (const format of new Set(pieces.map((piece) => piece.format))) {
    const decode = decoders[format];
    if (!decode) throw new Error(`Nothing here reads pieces of the format ${format}`);
    const own = pieces.filter((piece) => piece.format === format);
    decode(
      own.map(({ data }) => data),
      rollup,
    );
  }
  return new Map(
    rollup
      .takeDirty()
      .flatMap(({ ref, points }) => {
        const entry = rollup.entries[ref];
        return entry ? [{ identity: entry.identity, totals: entry.totals, parts: [points] }] : [];
      })
      .map((series) => [seriesKey(series.identity), series]),
  );
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
  decodeChunk(zstdDecompressSync(data, { maxOutputLength: maxChunkBytes }));

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
