import { mergePoints, type Points, type SeriesKind, type Stretch, slicePoints } from '@proofload/series';
import type pg from 'pg';
import { readChunk } from './chunk-bytes.ts';

/** Points of series in a stretch of time, in order of time, by series id. All of them are in memory together. */
export async function readPoints(
  pool: pg.Pool,
  runKey: bigint,
  series: readonly { seriesId: number; kind: SeriesKind }[],
  { fromMs, toMs }: Stretch,
): Promise<Map<number, Points>> {
  const { rows } = await pool.query<{ seriesId: number; data: Buffer }>(
    `SELECT "seriesId", "data" FROM "SeriesChunk"
     WHERE "runKey" = $1 AND "seriesId" = ANY($2::int[]) AND "endMs" >= $3 AND "startMs" < $4 ORDER BY "seriesId", "chunk"`,
    [runKey, series.map(({ seriesId }) => seriesId), Math.floor(fromMs), Math.ceil(toMs)],
  );
  const parts = new Map<number, Points[]>();
  for (const { seriesId, data } of rows) {
    const points = readChunk(data);
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
}
