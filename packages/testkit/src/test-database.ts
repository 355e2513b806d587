import { randomBytes } from 'node:crypto';
import { createPrisma, type Db } from '@proofload/db';
import pg from 'pg';
import { inject } from 'vitest';
import type {} from './integration-setup.ts';

export interface TestDatabase {
  connectionString: string;
  prisma: Db;
  drop(): Promise<void>;
}

/** A database of its own for a test file, cloned from the migrated template. Drop it in `afterAll`. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const template = new URL(inject('templateDatabase'));
  const name = `test_${randomBytes(8).toString('hex')}`;
  await runAsAdmin(
    template,
    `CREATE DATABASE ${name} TEMPLATE "${template.pathname.slice(1)}" STRATEGY wal_log`,
  );
  const own = new URL(template);
  own.pathname = `/${name}`;
  const prisma = createPrisma({ connectionString: own.href });
  return {
    connectionString: own.href,
    prisma,
    drop: async () => {
      await prisma.$disconnect();
      await runAsAdmin(template, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

async function runAsAdmin(template: URL, sql: string): Promise<void> {
  const admin = new URL(template);
  admin.pathname = '/postgres';
  const client = new pg.Client({ connectionString: admin.href });
  await client.connect();
  try {
    // Cloning needs the template to itself for a moment; two test files may ask at once.
    await client.query('SELECT pg_advisory_lock(1)');
    await client.query(sql);
  } finally {
    await client.end();
  }
}
