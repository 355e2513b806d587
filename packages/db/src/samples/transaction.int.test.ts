import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isDatabaseAway } from '../is-database-away.ts';
import { createSampleDatabase, type SampleDatabase } from './fixtures/sample-database.ts';
import { inTransaction } from './transaction.ts';

let database: SampleDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createSampleDatabase();
  pool = database.pool;
});
afterAll(() => database.close());

/** Does the work of a transaction that loses its connection before or while it is at it. */
async function lose(work: (client: pg.PoolClient) => Promise<unknown>): Promise<unknown> {
  const lost = inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const gone = new Promise((settle) => client.once('end', settle));
    const killing = pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
    await work(client).finally(() => Promise.all([gone, killing]));
    await client.query('SELECT 1');
  });
  return lost.then(
    () => undefined,
    (error: unknown) => error,
  );
}

it('whose connection breaks says so, whatever it was at, and leaves the process alive', async () => {
  const errors = [
    await lose((client) => client.query('SELECT pg_sleep(20)')),
    // At nothing that the database knows of: the loss comes as an event.
    await lose(() => Promise.resolve()),
    await lose(() => Promise.reject(new Error('of the work'))),
  ];
  expect(errors.map(isDatabaseAway)).toEqual([true, true, true]);
  const { rows } = await inTransaction(pool, (client) => client.query<{ one: number }>('SELECT 1 AS one'));
  expect(rows).toEqual([{ one: 1 }]);
});
