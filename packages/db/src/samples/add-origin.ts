import { mergePoints, mergeTotals, type Points, type SeriesIdentity, type Totals } from '@proofload/series';
import type pg from 'pg';
import { type Addition, addToSeries } from './add-to-series.ts';
import { readChunk } from './chunk-bytes.ts';
import { registerSeries } from './register-series.ts';
import { type TotalsColumns, toTotals, totalsColumns } from './stored-totals.ts';

/** Adds what an origin holds to the series of another one. For samples only. */
export async function addOrigin(
  client: pg.PoolClient,
  runKey: bigint,
  origin: number,
  into: number,
): Promise<void> {
  const added = await readOrigin(client, runKey, origin);
  const ids = await registerSeries(
    client,
    runKey,
    into,
    added.map(({ identity }) => identity),
  );
  // Series of an overflow come together in one.
  const byId = new Map<number, Addition>();
  for (const [index, { totals, points }] of added.entries()) {
    const seriesId = ids[index] ?? -1;
    const known = byId.get(seriesId);
    byId.set(seriesId, {
      seriesId,
      totals: known ? mergeTotals(known.totals, totals) : totals,
      points: known ? mergePoints(points.kind, [known.points, points]) : points,
    });
  }
  await addToSeries(client, runKey, [...byId.values()]);
}

interface OriginSeries {
  identity: SeriesIdentity;
  totals: Totals;
  points: Points;
}

async function readOrigin(client: pg.PoolClient, runKey: bigint, origin: number): Promise<OriginSeries[]> {
  const { rows } = await client.query<SeriesIdentity & TotalsColumns & { chunks: Buffer[] }>(
    `SELECT s."metric", s."kind", s."unit", s."labels", ${totalsColumns('s')},
            ARRAY(SELECT c."data" FROM "SeriesChunk" c
                  WHERE c."runKey" = s."runKey" AND c."seriesId" = s."seriesId" ORDER BY c."chunk") AS chunks
     FROM "Series" s WHERE s."runKey" = $1 AND s."origin" = $2 ORDER BY s."seriesId"`,
    [runKey, origin],
  );
  return rows.map((row) => ({
    identity: { metric: row.metric, kind: row.kind, unit: row.unit, labels: row.labels },
    totals: toTotals(row),
    points: mergePoints(row.kind, row.chunks.map(readChunk)),
  }));
}
