import type { LabelMatcher } from '@proofload/domain';
import type pg from 'pg';
import { type SelectableRow, selectSeries } from './stored-series.ts';

export interface SeriesSearch {
  metric?: string;
  seriesIds?: readonly number[];
  matchers?: readonly LabelMatcher[];
  /** Texts that all occur in the name, the labels or their values, as `name{label="value"}` has them, in any case. */
  words?: readonly string[];
}

interface Row extends SelectableRow {
  seriesId: number;
  hasWords: boolean;
}

/**
 * Ids of the series of a run that a search means, by metric and id. The database compares the words, and of series of
 * which no more is asked only the ids leave it.
 */
export async function findSeries(
  pool: pg.Pool,
  runKey: bigint,
  { metric, seriesIds, matchers = [], words = [] }: SeriesSearch,
): Promise<number[]> {
  const lowered = words.map((word) => word.toLowerCase());
  // Databases may know the cases of these letters alone.
  const plain = lowered.filter((word) => /^[ -~]*$/.test(word));
  const others = lowered.filter((word) => !plain.includes(word));
  const { rows } = await pool.query<Row>(
    `WITH reported AS (
       SELECT EXISTS (SELECT 1 FROM "Series" WHERE "runKey" = $1 AND "reported" IS NOT NULL) AS exist
     )
     SELECT * FROM (
       SELECT s."seriesId", s."metric", o."source", s."reported", ${hasWords} AS "hasWords",
              CASE WHEN $4 OR s."reported" IS NOT NULL THEN s."labels" ELSE '{}' END AS labels
       FROM "Series" s
       JOIN "SeriesOrigin" o ON o."runKey" = s."runKey" AND o."origin" = s."origin" AND NOT o."staged"
       WHERE s."runKey" = $1 AND (s."firstMs" IS NOT NULL OR s."reported" IS NOT NULL)
         AND ($2::text IS NULL OR s."metric" = $2) AND ($3::int[] IS NULL OR s."seriesId" = ANY($3::int[]))
     ) s WHERE s."hasWords" OR (SELECT exist FROM reported)
     ORDER BY s."metric", s."seriesId"`,
    [runKey, metric ?? null, seriesIds ?? null, matchers.length + others.length > 0, plain],
  );
  // Where samples are stored, figures that were reported are not meant, even if only those have the words.
  return selectSeries(rows, matchers).flatMap((row) =>
    row.hasWords && others.every((word) => textOf(row).includes(word)) ? [row.seriesId] : [],
  );
}

const textOf = ({ metric, labels }: SelectableRow): string =>
  `${metric}{${Object.entries(labels)
    .map(([name, value]) => `${name}="${value}"`)
    .join(',')}}`.toLowerCase();

/** The same text, made by the database. */
const hasWords = `(cardinality($5::text[]) = 0 OR NOT EXISTS (
  SELECT 1 FROM (
    SELECT lower(s."metric" || '{' || coalesce(string_agg(l.key || '="' || l.value || '"', ','), '') || '}') AS text
    FROM jsonb_each_text(s."labels") l
  ) t, unnest($5::text[]) word WHERE strpos(t.text, word) = 0))`;
