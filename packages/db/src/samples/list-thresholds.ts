import type pg from 'pg';

/** A threshold of a load generator, as the generator itself judged it. */
export interface JudgedThreshold {
  /** With the labels of a sub-metric: `http_req_duration{scenario="burst"}`. */
  metric: string;
  threshold: string;
  held: boolean;
}

/** Thresholds of one run that are told. */
const maxThresholds = 200;

/** The thresholds that came with the summaries of runs, by run. */
export async function listThresholds(
  pool: pg.Pool,
  runKeys: readonly bigint[],
): Promise<Map<bigint, JudgedThreshold[]>> {
  const { rows } = await pool.query<{
    runKey: string;
    metric: string;
    labels: Record<string, string>;
    threshold: string;
    held: string;
  }>(
    `SELECT s."runKey", s."metric", s."labels", t.key AS threshold, t.value AS held FROM "Series" s
     JOIN "SeriesOrigin" o ON o."runKey" = s."runKey" AND o."origin" = s."origin" AND NOT o."staged"
     CROSS JOIN LATERAL jsonb_each_text(s."reported"->'thresholds') t
     WHERE s."runKey" = ANY($1::bigint[]) AND s."reported" IS NOT NULL ORDER BY s."runKey", s."metric", s."seriesId", t.key`,
    [runKeys],
  );
  const byRun = new Map<bigint, JudgedThreshold[]>();
  for (const { runKey, metric, labels, threshold, held } of rows) {
    const key = BigInt(runKey);
    const known = byRun.get(key) ?? [];
    byRun.set(key, known);
    if (known.length < maxThresholds)
      known.push({ metric: `${metric}${sayLabels(labels)}`, threshold, held: held === 'true' });
  }
  return byRun;
}

function sayLabels(labels: Readonly<Record<string, string>>): string {
  const said = Object.entries(labels).map(([name, value]) => `${name}="${value}"`);
  return said.length === 0 ? '' : `{${said.join(',')}}`;
}
