import { ProofloadError } from '@proofload/domain';
import type pg from 'pg';
import { isDatabaseAway } from '../is-database-away.ts';

/**
 * Runs work in one transaction on one connection: all of it is kept, or nothing. When the connection breaks, that is
 * what is thrown; a COMMIT whose answer got lost may have been made.
 */
export async function inTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let lost: Error | null = null;
  // The pool listens to idle clients alone, and an error event that nobody listens to ends the process.
  const noteLoss = (error: Error): void => {
    lost ??= error;
  };
  client.on('error', noteLoss);
  const release = (broken?: Error): void => {
    client.release(broken);
    client.off('error', noteLoss);
  };
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    release();
    return result;
  } catch (error) {
    const reason = lost === null || isDatabaseAway(error) ? error : lost;
    // A connection that cannot even roll back is thrown away by the pool.
    await client.query('ROLLBACK').then(() => release(), release);
    throw reason;
  }
}

/** Makes those who open and close origins of a run take turns. */
export async function lockRun(client: pg.PoolClient, runKey: bigint): Promise<void> {
  await client.query('SELECT 1 FROM "Run" WHERE "key" = $1 FOR NO KEY UPDATE', [runKey]);
}

/** Throws `conflict` unless the worker holds the lease of the run, which must be locked. */
export async function requireOwner(client: pg.PoolClient, runKey: bigint, owner: string): Promise<void> {
  const { rowCount } = await client.query('SELECT 1 FROM "Run" WHERE "key" = $1 AND "leaseOwner" = $2', [
    runKey,
    owner,
  ]);
  if (rowCount !== 1) throw new ProofloadError('conflict', 'Another worker has the run now');
}
