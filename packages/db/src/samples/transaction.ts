import type pg from 'pg';

/** Runs work in one transaction on one connection: all of it is kept, or nothing. */
export async function inTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    client.release();
    return result;
  } catch (error) {
    // A connection that cannot even roll back is thrown away by the pool.
    await client.query('ROLLBACK').then(
      () => client.release(),
      (broken: Error) => client.release(broken),
    );
    throw error;
  }
}

/** Makes those who open and close origins of a run take turns. */
export async function lockRun(client: pg.PoolClient, runKey: bigint): Promise<void> {
  await client.query('SELECT 1 FROM "Run" WHERE "key" = $1 FOR NO KEY UPDATE', [runKey]);
}
