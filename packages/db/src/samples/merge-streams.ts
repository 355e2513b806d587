import type pg from 'pg';
import { mergeWaiting } from './stream-batches.ts';
import { inTransaction } from './transaction.ts';

/** Merges what waits of the streams of a run into its series, one bounded transaction after the other. */
export async function mergeStreams(pool: pg.Pool, runKey: bigint): Promise<void> {
  const newest = await readBatch(pool, runKey, 'max');
  if (newest === null) return;
  // What comes in meanwhile is left to the next reader, or a busy stream would keep this one for ever.
  for (let oldest = await readBatch(pool, runKey, 'min'); oldest !== null && oldest <= newest; ) {
    await inTransaction(pool, (client) => mergeWaiting(client, runKey));
    oldest = await readBatch(pool, runKey, 'min');
  }
}

async function readBatch(pool: pg.Pool, runKey: bigint, which: 'min' | 'max'): Promise<bigint | null> {
  const { rows } = await pool.query<{ batch: string | null }>(
    `SELECT ${which}("batch") AS batch FROM "SampleBatch" WHERE "runKey" = $1 AND "data" IS NOT NULL`,
    [runKey],
  );
  const batch = rows[0]?.batch ?? null;
  return batch === null ? null : BigInt(batch);
}
