import type { SeriesKind } from '@proofload/series';
import type pg from 'pg';

export interface MetricLabels {
  metric: string;
  kind: SeriesKind;
  unit: string | null;
  /** In alphabetical order; how many values one of the runs has at most. */
  labels: { name: string; values: number }[];
}

/** More than this many pairs of metric and label nobody chooses from. */
const maxPairs = 5000;

/** Which labels the metrics of runs have, and how many values of each; counted by the database, because there may be many series. */
export async function listLabels(pool: pg.Pool, runKeys: readonly bigint[]): Promise<MetricLabels[]> {
  const { rows } = await pool.query<Omit<MetricLabels, 'labels'> & { name: string; values: number }>(
    `SELECT r."metric", r."kind", min(r."unit") AS unit, r."name", max(r."values")::int AS values FROM (
       SELECT s."runKey", s."metric", s."kind", min(s."unit") AS unit, l.key AS name, count(DISTINCT l.value) AS values
       FROM "Series" s
       JOIN "SeriesOrigin" o ON o."runKey" = s."runKey" AND o."origin" = s."origin" AND NOT o."staged"
       CROSS JOIN LATERAL jsonb_each_text(s."labels") l
       WHERE s."runKey" = ANY($1::bigint[]) AND s."firstMs" IS NOT NULL
       GROUP BY s."runKey", s."metric", s."kind", l.key
     ) r GROUP BY r."metric", r."kind", r."name" ORDER BY r."metric", r."kind", r."name" LIMIT ${maxPairs}`,
    [runKeys],
  );
  return [...Map.groupBy(rows, ({ metric, kind }) => `${metric}\0${kind}`).values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { metric, kind, unit } = first;
    return [{ metric, kind, unit, labels: group.map(({ name, values }) => ({ name, values })) }];
  });
}
