import {
  chooseOverviewStep,
  makeOverview,
  mergePoints,
  overviewSteps,
  type Points,
  type SeriesKind,
} from '@proofload/series';
import type pg from 'pg';
import { readChunk, writeOverview } from './chunk-bytes.ts';

/** Shorter series are read as fast from their chunks. */
const leastPoints = 2 * overviewSteps;
/** Points of the series that are decoded together, to bound the memory. */
const pointsPerBatch = 500_000;
/** A sketch takes about as much as so many numbers. */
const sketchWeight = 100;

interface LongSeries {
  seriesId: number;
  kind: SeriesKind;
  points: number;
}

/** Makes the overviews of a run whose samples stay as they are. Repeatable: what has one is left alone. */
export async function makeOverviews(pool: pg.Pool, runKey: bigint): Promise<void> {
  const { rows } = await pool.query<LongSeries>(
    `SELECT s."seriesId", s."kind", sum(c."points")::int AS points
     FROM "Series" s JOIN "SeriesChunk" c ON c."runKey" = s."runKey" AND c."seriesId" = s."seriesId"
     WHERE s."runKey" = $1 AND s."overview" IS NULL
     GROUP BY s."seriesId", s."kind" HAVING sum(c."points") > $2 ORDER BY s."seriesId"`,
    [runKey, leastPoints],
  );
  const stepMs = await chooseStep(pool, runKey);
  for (const batch of batchByPoints(rows)) await makeBatch(pool, runKey, batch, stepMs);
}

/** One for all series of the run, so that they can be put together. */
async function chooseStep(pool: pg.Pool, runKey: bigint): Promise<number> {
  const { rows } = await pool.query<{ first: string | null; last: string | null }>(
    'SELECT min("firstMs") AS first, max("lastMs") AS last FROM "Series" WHERE "runKey" = $1',
    [runKey],
  );
  return chooseOverviewStep(Number(rows[0]?.first ?? 0), Number(rows[0]?.last ?? 0));
}

function batchByPoints(series: readonly LongSeries[]): LongSeries[][] {
  const batches: LongSeries[][] = [];
  let held = Number.POSITIVE_INFINITY;
  for (const one of series) {
    const weight = one.points * (one.kind === 'distribution' ? sketchWeight : 1);
    if (held + weight > pointsPerBatch) {
      batches.push([]);
      held = 0;
    }
    batches.at(-1)?.push(one);
    held += weight;
  }
  return batches;
}

async function makeBatch(
  pool: pg.Pool,
  runKey: bigint,
  batch: readonly LongSeries[],
  stepMs: number,
): Promise<void> {
  const { rows } = await pool.query<{ seriesId: number; data: Buffer }>(
    `SELECT "seriesId", "data" FROM "SeriesChunk"
     WHERE "runKey" = $1 AND "seriesId" = ANY($2::int[]) ORDER BY "seriesId", "chunk"`,
    [runKey, batch.map(({ seriesId }) => seriesId)],
  );
  const parts = new Map<number, Points[]>(batch.map(({ seriesId }) => [seriesId, []]));
  for (const { seriesId, data } of rows) parts.get(seriesId)?.push(readChunk(data));
  const overviews = batch.map(({ seriesId, kind }) =>
    writeOverview(makeOverview(mergePoints(kind, parts.get(seriesId) ?? []), stepMs)),
  );
  await pool.query(
    `UPDATE "Series" s SET "overview" = o.data FROM unnest($2::int[], $3::bytea[]) AS o(id, data)
     WHERE s."runKey" = $1 AND s."seriesId" = o.id`,
    [runKey, batch.map(({ seriesId }) => seriesId), overviews],
  );
}
