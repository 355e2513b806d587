import { createTestDatabase, type TestDatabase } from '@proofload/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPool, createPrisma } from './client.ts';
import { isDatabaseAway } from './is-database-away.ts';
import { pingDatabase } from './ping.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const errorOf = async (work: () => Promise<unknown>): Promise<unknown> =>
  work().then(
    () => undefined,
    (error: unknown) => error,
  );

const nowhere = 'postgresql://x@127.0.0.1:1/x';

describe('isDatabaseAway', () => {
  it('says yes when nothing listens', async () => {
    const prisma = createPrisma({ connectionString: nowhere });
    const pool = createPool({ connectionString: nowhere }, () => undefined);
    const errors = [
      await errorOf(() => prisma.run.count()),
      await errorOf(() => prisma.$queryRaw`SELECT 1`),
      await errorOf(() => pool.query('SELECT 1')),
      await errorOf(() => pingDatabase(prisma)),
    ];
    expect(errors.map(isDatabaseAway)).toEqual([true, true, true, true]);
    await prisma.$disconnect();
    await pool.end();
  });

  it('says yes when the connection is ended in the middle of a query', async () => {
    const { prisma, connectionString } = database;
    const pool = createPool({ connectionString }, () => undefined);
    const suicide = 'SELECT pg_terminate_backend(pg_backend_pid())';
    expect(isDatabaseAway(await errorOf(() => pool.query(suicide)))).toBe(true);
    expect(isDatabaseAway(await errorOf(() => prisma.$queryRawUnsafe(suicide)))).toBe(true);
    await pool.end();
  });

  it('says yes when a transaction loses its connection', async () => {
    const { prisma } = database;
    const error = await errorOf(() =>
      prisma.$transaction(async (tx) => {
        await tx.$queryRaw`SELECT pg_terminate_backend(pg_backend_pid())`;
      }),
    );
    expect(isDatabaseAway(error)).toBe(true);
  });

  it('says no to errors that would come again', async () => {
    const { prisma } = database;
    await prisma.project.create({ data: { id: 'p1', name: 'one' } });
    const errors = [
      await errorOf(() => prisma.project.create({ data: { id: 'p1', name: 'two' } })),
      await errorOf(() => prisma.$queryRaw`SELECT nothing`),
      new Error('something else'),
      'a string',
      undefined,
    ];
    expect(errors.map(isDatabaseAway)).toEqual([false, false, false, false, false]);
  });
});
