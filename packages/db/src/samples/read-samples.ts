import type { LabelMatcher } from '@proofload/domain';
import { mergePoints, type Points, slicePoints } from '@proofload/series';
import type pg from 'pg';
import { readChunk } from './chunk-bytes.ts';
import { mergeStreams } from './merge-streams.ts';
import { type SeriesRow, type StoredSeries, selectSeries, toStoredSeries } from './stored-series.ts';

export interface SeriesSelection {
  metric?: string;
  matchers?: readonly LabelMatcher[];
}

/** Reading of what is stored of runs. Uploads that have not ended are invisible; what waits of streams is merged first. */
export function createSampleReader(pool: pg.Pool) {
  return {
    /** Series of a run with their totals, by metric and labels, in a fixed order. */
    async listSeries(
      runKey: bigint,
      { metric, matchers = [] }: SeriesSelection = {},
    ): Promise<StoredSeries[]> {
      await mergeStreams(pool, runKey);
      const { rows } = await pool.query<SeriesRow>(
        `SELECT s."seriesId", o."name" AS origin, o."source", s."metric", s."kind", s."unit", s."labels", s."firstMs",
                s."lastMs", s."count", s."sum", s."min", s."max", s."last", s."sketch", s."reported"
         FROM "Series" s
         JOIN "SeriesOrigin" o ON o."runKey" = s."runKey" AND o."origin" = s."origin" AND NOT o."staged"
         WHERE s."runKey" = $1 AND (s."firstMs" IS NOT NULL OR s."reported" IS NOT NULL) AND ($2::text IS NULL OR s."metric" = $2) ORDER BY s."metric", s."seriesId"`,
        [runKey, metric ?? null],
      );
      return selectSeries(rows, matchers).map(toStoredSeries);
    },

    /** Points of series with `fromMs <= time < toMs`, by series id. */
    async readPoints(
      runKey: bigint,
      series: readonly Pick<StoredSeries, 'seriesId' | 'kind'>[],
      fromMs: number,
      toMs: number,
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
    },

    /** What whoever reads the data should know of it, upload by upload; those that were replaced say nothing any more. */
    async readWarnings(runKey: bigint): Promise<string[]> {
      const { rows } = await pool.query<{ warnings: string[] }>(
        'SELECT "warnings" FROM "SeriesOrigin" WHERE "runKey" = $1 AND NOT "staged" ORDER BY "origin"',
        [runKey],
      );
      return rows.flatMap(({ warnings }) => warnings);
    },

    /** First and last observation of each origin. */
    async readSpans(runKey: bigint): Promise<Record<string, { fromMs: number; toMs: number }>> {
      await mergeStreams(pool, runKey);
      const { rows } = await pool.query<{ name: string; fromMs: string | null; toMs: string | null }>(
        `SELECT o."name", min(s."firstMs") AS "fromMs", max(s."lastMs") AS "toMs" FROM "SeriesOrigin" o
         JOIN "Series" s ON s."runKey" = o."runKey" AND s."origin" = o."origin"
         WHERE o."runKey" = $1 AND NOT o."staged" GROUP BY 1`,
        [runKey],
      );
      return Object.fromEntries(
        rows.flatMap(({ name, fromMs, toMs }) =>
          fromMs === null || toMs === null ? [] : [[name, { fromMs: Number(fromMs), toMs: Number(toMs) }]],
        ),
      );
    },
  };
}
