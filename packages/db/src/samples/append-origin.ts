import type pg from 'pg';
import { seriesPerOrigin } from './series-rows.ts';

interface SeriesPair {
  fresh: number;
  /** The series of the same identity that is stored already, and its newest chunk. */
  known: number | null;
  lastChunk: number | null;
}

/**
 * Moves the series of one origin into another of the same run: chunks are added after those that are there, totals are
 * added up. For samples only: sketches are not merged here.
 */
export async function appendSeries(
  client: pg.PoolClient,
  runKey: bigint,
  from: number,
  into: number,
): Promise<void> {
  const { rows } = await client.query<SeriesPair>(
    `SELECT f."seriesId" AS fresh, k."seriesId" AS known,
            (SELECT max(c."chunk") FROM "SeriesChunk" c WHERE c."runKey" = $1 AND c."seriesId" = k."seriesId") AS "lastChunk"
     FROM "Series" f
     LEFT JOIN "Series" k ON k."runKey" = f."runKey" AND k."origin" = $3 AND k."metric" = f."metric"
       AND k."kind" = f."kind" AND k."labels" = f."labels"
     WHERE f."runKey" = $1 AND f."origin" = $2 ORDER BY f."seriesId"`,
    [runKey, from, into],
  );
  await addToKnown(
    client,
    runKey,
    rows.filter(({ known }) => known !== null),
  );
  await adopt(
    client,
    runKey,
    into,
    rows.filter(({ known }) => known === null),
  );
}

async function addToKnown(
  client: pg.PoolClient,
  runKey: bigint,
  pairs: readonly SeriesPair[],
): Promise<void> {
  const columns = [
    runKey,
    pairs.map(({ fresh }) => fresh),
    pairs.map(({ known }) => known),
    pairs.map(({ lastChunk }) => (lastChunk ?? -1) + 1),
  ];
  const pairTable = 'unnest($2::int[], $3::int[], $4::int[]) AS p(fresh, known, "nextChunk")';
  await client.query(
    `UPDATE "SeriesChunk" c SET "seriesId" = p.known, "chunk" = c."chunk" + p."nextChunk"
     FROM ${pairTable} WHERE c."runKey" = $1 AND c."seriesId" = p.fresh`,
    columns,
  );
  await client.query(
    `UPDATE "Series" k SET "count" = k."count" + f."count", "sum" = k."sum" + f."sum",
       "min" = least(k."min", f."min"), "max" = greatest(k."max", f."max"),
       "last" = CASE WHEN f."lastMs" >= k."lastMs" THEN f."last" ELSE k."last" END,
       "firstMs" = least(k."firstMs", f."firstMs"), "lastMs" = greatest(k."lastMs", f."lastMs")
     FROM ${pairTable}, "Series" f
     WHERE k."runKey" = $1 AND k."seriesId" = p.known AND f."runKey" = $1 AND f."seriesId" = p.fresh AND p."nextChunk" >= 0`,
    columns,
  );
  await client.query(
    'DELETE FROM "Series" WHERE "runKey" = $1 AND "seriesId" = ANY($2::int[])',
    columns.slice(0, 2),
  );
}

async function adopt(
  client: pg.PoolClient,
  runKey: bigint,
  into: number,
  pairs: readonly SeriesPair[],
): Promise<void> {
  const { rows } = await client.query<{ next: number }>(
    'SELECT coalesce(max("seriesId") + 1, $3::int)::int AS next FROM "Series" WHERE "runKey" = $1 AND "origin" = $2',
    [runKey, into, into * seriesPerOrigin],
  );
  const next = rows[0]?.next ?? into * seriesPerOrigin;
  const moves = [runKey, pairs.map(({ fresh }) => fresh), pairs.map((_, index) => next + index)];
  const moveTable = 'unnest($2::int[], $3::int[]) AS m(fresh, id)';
  await client.query(
    `UPDATE "SeriesChunk" c SET "seriesId" = m.id FROM ${moveTable} WHERE c."runKey" = $1 AND c."seriesId" = m.fresh`,
    moves,
  );
  await client.query(
    `UPDATE "Series" s SET "seriesId" = m.id, "origin" = $4 FROM ${moveTable} WHERE s."runKey" = $1 AND s."seriesId" = m.fresh`,
    [...moves, into],
  );
}
