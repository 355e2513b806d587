import { ProofloadError } from '@proofload/domain';
import { overflowLabel, SeriesAccumulator, type SeriesIdentity, seriesKey } from '@proofload/series';
import type pg from 'pg';
import { seriesPerOrigin, writeTotals } from './series-rows.ts';

/** Series of an origin that are kept apart; the samples of further ones go into one overflow series per metric and kind. */
const maxSeriesPerOrigin = 10_000;

interface KnownRow {
  seriesId: number;
  metric: string;
  kind: SeriesIdentity['kind'];
  labels: Record<string, string>;
}

/**
 * The ids of series in an origin, in the order asked for; new ones get a row without samples. The caller holds the lock
 * of the run, so that no series gets two ids.
 * @throws `too-large` when there are more metrics than a stream may have
 */
export async function registerSeries(
  client: pg.PoolClient,
  runKey: bigint,
  origin: number,
  identities: readonly SeriesIdentity[],
): Promise<number[]> {
  const { rows } = await client.query<KnownRow>(
    'SELECT "seriesId", "metric", "kind", "labels" FROM "Series" WHERE "runKey" = $1 AND "origin" = $2 AND "metric" = ANY($3::text[])',
    [runKey, origin, [...new Set(identities.map(({ metric }) => metric))]],
  );
  const ids = new Map(rows.map(({ seriesId, ...row }) => [seriesKey({ ...row, unit: null }), seriesId]));
  let next = await nextSeriesId(client, runKey, origin);
  const bound = origin * seriesPerOrigin + maxSeriesPerOrigin;
  const opened: { seriesId: number; row: SeriesAccumulator }[] = [];
  const idOf = (identity: SeriesIdentity): number => {
    const key = seriesKey(identity);
    const known = ids.get(key);
    if (known !== undefined) return known;
    const isOverflow = identity.labels[overflowLabel] !== undefined;
    if (next >= bound && !isOverflow) return idOf({ ...identity, labels: { [overflowLabel]: 'true' } });
    if (next >= (origin + 1) * seriesPerOrigin) throw tooManyMetrics();
    const seriesId = next++;
    opened.push({ seriesId, row: new SeriesAccumulator(identity, 0) });
    ids.set(key, seriesId);
    return seriesId;
  };
  const registered = identities.map(idOf);
  await writeTotals(client, runKey, opened);
  return registered;
}

async function nextSeriesId(client: pg.PoolClient, runKey: bigint, origin: number): Promise<number> {
  const first = origin * seriesPerOrigin;
  const { rows } = await client.query<{ next: number }>(
    'SELECT coalesce(max("seriesId") + 1, $2::int)::int AS next FROM "Series" WHERE "runKey" = $1 AND "seriesId" >= $2 AND "seriesId" < $3',
    [runKey, first, first + seriesPerOrigin],
  );
  return rows[0]?.next ?? first;
}

function tooManyMetrics(): ProofloadError {
  const message = `expected series of at most ${seriesPerOrigin - maxSeriesPerOrigin} metrics beyond the first ${maxSeriesPerOrigin} series`;
  return new ProofloadError('too-large', `The stream has too many metrics: ${message}`, {
    fields: [{ field: 'body', message }],
  });
}
