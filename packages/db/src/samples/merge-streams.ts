import type pg from 'pg';
import { mergeWaiting, type PieceDecoders } from './stream-pieces.ts';
import { inTransaction } from './transaction.ts';

/** Merges what waits of the streams of a run into its series, one bounded transaction after the other. */
export async function mergeStreams(pool: pg.Pool, runKey: bigint, decoders: PieceDecoders): Promise<void> {
  const newest = await readPiece(pool, runKey, 'max');
  if (newest === null) return;
  // What comes in meanwhile is left to the next reader, or a busy stream would keep this one for ever.
  for (let oldest = await readPiece(pool, runKey, 'min'); oldest !== null && oldest <= newest; ) {
    await inTransaction(pool, (client) => mergeWaiting(client, runKey, decoders));
    oldest = await readPiece(pool, runKey, 'min');
  }
}

async function readPiece(pool: pg.Pool, runKey: bigint, which: 'min' | 'max'): Promise<bigint | null> {
  const { rows } = await pool.query<{ piece: string | null }>(
    `SELECT ${which}("piece") AS piece FROM "SamplePiece" WHERE "runKey" = $1 AND "data" IS NOT NULL`,
    [runKey],
  );
  const piece = rows[0]?.piece ?? null;
  return piece === null ? null : BigInt(piece);
}
