import { cutPoints, mergePoints, mergeTotals, type Points, type Totals } from '@proofload/series';
import type pg from 'pg';
import { readChunk } from './chunk-bytes.ts';
import { updateTotals, writeChunks } from './series-rows.ts';
import { type TotalsColumns, toTotals, totalsColumns } from './stored-totals.ts';

/** A chunk with fewer points is written anew with what is added; a fuller one is left as it is. */
const fullChunkPoints = 512;
/** Chunks of half a length are full enough when so much is added that the next one will not be small. */
const fairChunkPoints = 256;
const manyPoints = 64;
/** Longest chunk that is made. */
const maxChunkPoints = 1024;

/** What is added to a series that has a row. */
export interface Addition {
  seriesId: number;
  totals: Totals;
  points: Points;
}

/** Adds samples to stored series: totals are merged, the newest chunk of each is filled up. Each series stands once. */
export async function addToSeries(
  client: pg.PoolClient,
  runKey: bigint,
  additions: readonly Addition[],
): Promise<void> {
  const known = await readNewest(client, runKey, additions);
  const merged = additions.map(({ seriesId, totals, points }) => {
    const before = known.get(seriesId);
    if (!before) throw new Error(`Run ${runKey} has no series ${seriesId}`);
    return {
      seriesId,
      totals: mergeTotals(before.totals, totals),
      points: before.points
        ? mergePoints(points.kind, [before.points, points])
        : mergePoints(points.kind, [points]),
      firstChunk: before.points ? (before.chunk ?? 0) : (before.chunk ?? -1) + 1,
    };
  });
  await updateTotals(client, runKey, merged);
  // All overviews of a run have one step, and what was added may change it.
  await client.query('UPDATE "Series" SET "overview" = NULL WHERE "runKey" = $1 AND "overview" IS NOT NULL', [
    runKey,
  ]);
  await writeChunks(
    client,
    runKey,
    merged.flatMap(({ seriesId, points, firstChunk }) =>
      cutPoints(points, maxChunkPoints).map((part, index) => ({
        seriesId,
        chunk: firstChunk + index,
        points: part,
      })),
    ),
  );
}

interface NewestRow extends TotalsColumns {
  seriesId: number;
  chunk: number | null;
  data: Buffer | null;
}

interface Newest {
  totals: Totals;
  /** Number of the newest chunk; null when there is none. */
  chunk: number | null;
  /** The newest chunk, when there is room in it. */
  points: Points | null;
}

async function readNewest(
  client: pg.PoolClient,
  runKey: bigint,
  additions: readonly Addition[],
): Promise<Map<number, Newest>> {
  const { rows } = await client.query<NewestRow>(
    `SELECT s."seriesId", ${totalsColumns('s')}, c."chunk", c."data"
     FROM unnest($2::int[], $3::int[]) AS a(id, points)
     JOIN "Series" s ON s."runKey" = $1 AND s."seriesId" = a.id
     LEFT JOIN LATERAL (
       SELECT "chunk", CASE WHEN "points" < CASE WHEN a.points < $4 THEN $5::int ELSE $6 END THEN "data" END AS "data"
       FROM "SeriesChunk" WHERE "runKey" = s."runKey" AND "seriesId" = s."seriesId" ORDER BY "chunk" DESC LIMIT 1
     ) c ON true`,
    [
      runKey,
      additions.map(({ seriesId }) => seriesId),
      additions.map(({ points }) => points.times.length),
      manyPoints,
      fullChunkPoints,
      fairChunkPoints,
    ],
  );
  return new Map(
    rows.map((row) => [
      row.seriesId,
      { totals: toTotals(row), chunk: row.chunk, points: row.data && readChunk(row.data) },
    ]),
  );
}
