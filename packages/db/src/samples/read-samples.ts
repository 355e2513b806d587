import type { LabelMatcher } from '@proofload/domain';
import type { Overview, Points } from '@proofload/series';
import type pg from 'pg';
import { readOverview } from './chunk-bytes.ts';
import { findRunsWithSeries, type RunsWithSeries } from './find-runs-with-series.ts';
import { findSeries, type SeriesSearch } from './find-series.ts';
import { listLabels } from './list-labels.ts';
import { type JudgedThreshold, listThresholds } from './list-thresholds.ts';
import { readPoints } from './read-points.ts';
import { type SeriesRow, type StoredSeries, selectSeries, toStoredSeries } from './stored-series.ts';

export interface SeriesSelection {
  metric?: string;
  /** Of any of these metrics. */
  metrics?: readonly string[];
  /** These series and no others. */
  seriesIds?: readonly number[];
  matchers?: readonly LabelMatcher[];
}

/**
 * Reading of what is stored of runs. Uploads that have not ended are invisible; what waits of streams is merged first.
 * @param merge merges what waits of runs
 */
export function createSampleReader(pool: pg.Pool, merge: (runKeys: readonly bigint[]) => Promise<void>) {
  /** Series of runs with their totals, by metric and labels, in a fixed order. */
  const listSeriesOfRuns = async (
    runKeys: readonly bigint[],
    { metric, metrics, seriesIds, matchers = [] }: SeriesSelection = {},
  ): Promise<Map<bigint, StoredSeries[]>> => {
    await merge(runKeys);
    const { rows } = await pool.query<SeriesRow & { runKey: string }>(
      `SELECT s."runKey", s."seriesId", o."name" AS origin, o."source", s."metric", s."kind", s."unit", s."labels",
              s."firstMs", s."lastMs", s."count", s."sum", s."min", s."max", s."last", s."sketch", s."reported"
       FROM "Series" s
       JOIN "SeriesOrigin" o ON o."runKey" = s."runKey" AND o."origin" = s."origin" AND NOT o."staged"
       WHERE s."runKey" = ANY($1::bigint[]) AND (s."firstMs" IS NOT NULL OR s."reported" IS NOT NULL)
         AND ($2::text[] IS NULL OR s."metric" = ANY($2::text[])) AND ($3::int[] IS NULL OR s."seriesId" = ANY($3::int[]))
       ORDER BY s."runKey", s."metric", s."seriesId"`,
      [runKeys, metrics ?? (metric === undefined ? null : [metric]), seriesIds ?? null],
    );
    const byRun = new Map<string, SeriesRow[]>(runKeys.map((runKey) => [String(runKey), []]));
    for (const { runKey, ...row } of rows) byRun.get(runKey)?.push(row);
    return new Map(
      runKeys.map((runKey) => [
        runKey,
        selectSeries(byRun.get(String(runKey)) ?? [], matchers).map(toStoredSeries),
      ]),
    );
  };
  return {
    listSeriesOfRuns,

    /** Series of a run with their totals, by metric and labels, in a fixed order. */
    async listSeries(runKey: bigint, selection: SeriesSelection = {}): Promise<StoredSeries[]> {
      return (await listSeriesOfRuns([runKey], selection)).get(runKey) ?? [];
    },

    /** Thresholds as the load generators of runs judged them, by run. */
    listThresholds: (runKeys: readonly bigint[]): Promise<Map<bigint, JudgedThreshold[]>> =>
      listThresholds(pool, runKeys),

    /** Ids of the series of a run that a search means; see `findSeries`. */
    async findSeries(runKey: bigint, search: SeriesSearch): Promise<number[]> {
      await merge([runKey]);
      return findSeries(pool, runKey, search);
    },

    /** Which labels the metrics of runs have; see `listLabels`. */
    async listLabels(runKeys: readonly bigint[]) {
      await merge(runKeys);
      return listLabels(pool, runKeys);
    },

    /** Runs of a project that have series of a metric, newest first; see `findRunsWithSeries`. */
    findRunsWithSeries: (projectId: string, wanted: RunsWithSeries) =>
      findRunsWithSeries(pool, projectId, wanted),

    /** Overviews of those series of runs that have one, by run and series id. */
    async readOverviews(
      wanted: readonly { runKey: bigint; seriesId: number }[],
    ): Promise<Map<bigint, Map<number, Overview>>> {
      const { rows } = await pool.query<{ place: number; overview: Buffer }>(
        `SELECT w.place::int AS place, s."overview" FROM unnest($1::bigint[], $2::int[]) WITH ORDINALITY AS w(run, id, place)
         JOIN "Series" s ON s."runKey" = w.run AND s."seriesId" = w.id WHERE s."overview" IS NOT NULL`,
        [wanted.map(({ runKey }) => runKey), wanted.map(({ seriesId }) => seriesId)],
      );
      const overviews = new Map<bigint, Map<number, Overview>>();
      for (const { place, overview } of rows) {
        const one = wanted[place - 1];
        if (!one) continue;
        const ofRun = overviews.get(one.runKey) ?? new Map<number, Overview>();
        overviews.set(one.runKey, ofRun.set(one.seriesId, readOverview(overview)));
      }
      return overviews;
    },

    /** Points of series with `fromMs <= time < toMs`, by series id. */
    readPoints(
      runKey: bigint,
      series: readonly Pick<StoredSeries, 'seriesId' | 'kind'>[],
      fromMs: number,
      toMs: number,
    ): Promise<Map<number, Points>> {
      return readPoints(pool, runKey, series, { fromMs, toMs });
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
      await merge([runKey]);
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
