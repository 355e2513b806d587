import {
  chooseOverviewStep,
  createBucketizer,
  overviewSteps,
  planReads,
  type ReadableSeries,
} from '@proofload/series';
import type pg from 'pg';
import { writeOverview } from './chunk-bytes.ts';
import { readPoints } from './read-points.ts';

/** Shorter series are read as fast from their chunks. */
const leastPoints = 2 * overviewSteps;

interface LongSeries extends ReadableSeries {
  seriesId: number;
}

interface Span {
  firstMs: number;
  lastMs: number;
}

/**
 * Makes the overviews of a run whose samples stay as they are, in memory that does not grow with the run. Repeatable: what
 * has one is left alone.
 */
export async function makeOverviews(pool: pg.Pool, runKey: bigint): Promise<void> {
  const series = await findLongSeries(pool, runKey);
  if (series.length === 0) return;
  const span = await readSpan(pool, runKey);
  // One step for all series of the run, so that they can be put together.
  const stepMs = chooseOverviewStep(span.firstMs, span.lastMs);
  const everything = { fromMs: span.firstMs - stepMs, toMs: span.lastMs + stepMs };
  for (const { group, stretches } of planReads(series, everything)) {
    const bucketizers = group.map(({ kind }) => createBucketizer(kind, { fromMs: 0, stepMs }));
    for (const stretch of stretches) {
      const points = await readPoints(pool, runKey, group, stretch);
      for (const [index, { seriesId }] of group.entries()) {
        const found = points.get(seriesId);
        if (found) bucketizers[index]?.add(found);
      }
    }
    const overviews = bucketizers.map((bucketizer) =>
      writeOverview({ stepMs, buckets: bucketizer.finish() }),
    );
    await pool.query(
      `UPDATE "Series" s SET "overview" = o.data FROM unnest($2::int[], $3::bytea[]) AS o(id, data)
       WHERE s."runKey" = $1 AND s."seriesId" = o.id`,
      [runKey, group.map(({ seriesId }) => seriesId), overviews],
    );
  }
}

async function findLongSeries(pool: pg.Pool, runKey: bigint): Promise<LongSeries[]> {
  const { rows } = await pool.query<
    Omit<LongSeries, keyof Span> & { firstMs: string | null; lastMs: string | null }
  >(
    `SELECT s."seriesId", s."kind", s."count", s."firstMs", s."lastMs"
     FROM "Series" s JOIN "SeriesChunk" c ON c."runKey" = s."runKey" AND c."seriesId" = s."seriesId"
     WHERE s."runKey" = $1 AND s."overview" IS NULL
     GROUP BY s."runKey", s."seriesId" HAVING sum(c."points") > $2 ORDER BY s."seriesId"`,
    [runKey, leastPoints],
  );
  return rows.map((row) => ({ ...row, ...toSpan(row) }));
}

async function readSpan(pool: pg.Pool, runKey: bigint): Promise<Span> {
  const { rows } = await pool.query<{ firstMs: string | null; lastMs: string | null }>(
    'SELECT min("firstMs") AS "firstMs", max("lastMs") AS "lastMs" FROM "Series" WHERE "runKey" = $1',
    [runKey],
  );
  return toSpan(rows[0] ?? { firstMs: null, lastMs: null });
}

const toSpan = ({ firstMs, lastMs }: { firstMs: string | null; lastMs: string | null }): Span => ({
  firstMs: Number(firstMs ?? 0),
  lastMs: Number(lastMs ?? 0),
});
