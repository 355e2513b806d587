import type pg from 'pg';
import { mergeWaiting, type PieceDecoders } from './stream-pieces.ts';
import { inTransaction } from './transaction.ts';

/** Merges what waits of the streams of a run into its series, one bounded transaction after the other. */
export async function mergeStreams(pool: pg.Pool, runKey: bigint, decoders: PieceDecoders): Promise<void> {
  // What comes in meanwhile is left to the next reader, or a busy stream would keep this one for ever.
  let newest: bigint | null = null;
  for (;;) {
    const waiting = await readWaiting(pool, runKey);
    newest ??= waiting?.newest ?? null;
    if (waiting === null || newest === null || waiting.oldest > newest) return;
    await inTransaction(pool, (client) => mergeWaiting(client, runKey, decoders));
  }
}

/** Numbers of the pieces that wait; null when none does. */
async function readWaiting(
  pool: pg.Pool,
  runKey: bigint,
): Promise<{ oldest: bigint; newest: bigint } | null> {
  const { rows } = await pool.query<{ oldest: string | null; newest: string | null }>(
    `SELECT min("piece") AS oldest, max("piece") AS newest FROM "SamplePiece"
     WHERE "runKey" = $1 AND "data" IS NOT NULL`,
    [runKey],
  );
  const { oldest = null, newest = null } = rows[0] ?? {};
  return oldest === null || newest === null ? null : { oldest: BigInt(oldest), newest: BigInt(newest) };
}
