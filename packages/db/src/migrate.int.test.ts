import { createTestDatabase } from '@proofload/testkit';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from './migrate.ts';
import { printSchemaSql } from './schema-sql.ts';

const schemaPath = new URL('../../../prisma/schema.prisma', import.meta.url).pathname;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let diffed: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  diffed = new pg.Client({ connectionString: database.connectionString });
  await diffed.connect();
});
afterAll(async () => {
  await diffed.end();
  await database.drop();
});

const columnsOf = (schema: string): string => `
  SELECT table_name, column_name, data_type, is_nullable, numeric_precision, datetime_precision,
         replace(column_default, '${schema}.', '') AS column_default
  FROM information_schema.columns
  WHERE table_schema = '${schema}' AND table_name <> '_prisma_migrations' ORDER BY 1, 2`;

it('makes the same tables and columns as schema.prisma says', async () => {
  const sql = await printSchemaSql(schemaPath, database.connectionString);
  await diffed.query('CREATE SCHEMA expected');
  await diffed.query(`SET search_path TO expected; ${sql.replaceAll('"public".', '')}`);
  const migrated = await diffed.query(columnsOf('public'));
  const expected = await diffed.query(columnsOf('expected'));
  expect(expected.rows.length).toBeGreaterThan(100);
  expect(migrated.rows).toEqual(expected.rows);
});

it('makes every index that schema.prisma asks for', async () => {
  const indexes = (schema: string): string =>
    `SELECT replace(indexdef, '${schema}.', '') AS sql FROM pg_indexes WHERE schemaname = '${schema}' ORDER BY 1`;
  const migrated = (await diffed.query<{ sql: string }>(indexes('public'))).rows.map((row) => row.sql);
  const expected = (await diffed.query<{ sql: string }>(indexes('expected'))).rows.map((row) => row.sql);
  expect(migrated).toEqual(expect.arrayContaining(expected));
});

it('applies nothing the second time', async () => {
  expect(await migrate(database.connectionString)).toEqual([]);
});
