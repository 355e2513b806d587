import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
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
  const source = template.pathname.slice(1);
  await asAdmin(template, async (client) => {
    // Cloning needs the template to itself for a moment; two test files may ask at once.
    await client.query('SELECT pg_advisory_lock(1)');
    await client.query(`CREATE DATABASE ${name} TEMPLATE "${source}" STRATEGY wal_log`);
  });
  const own = new URL(template);
  own.pathname = `/${name}`;
  const prisma = createPrisma({ connectionString: own.href });
  return {
    connectionString: own.href,
    prisma,
    drop: async () => {
      await prisma.$disconnect();
      await asAdmin(template, async (client) => {
        await waitForLeaving(client, name);
        await client.query(`DROP DATABASE ${name} WITH (FORCE)`);
      });
    },
  };
}

async function asAdmin(template: URL, act: (client: pg.Client) => Promise<void>): Promise<void> {
  const admin = new URL(template);
  admin.pathname = '/postgres';
  const client = new pg.Client({ connectionString: admin.href });
  await client.connect();
  try {
    await act(client);
  } finally {
    await client.end();
  }
}

/** A pool counts as ended before its connections have gone, and one that is cut off then is an error that nobody awaits. */
async function waitForLeaving(client: pg.Client, database: string): Promise<void> {
  for (let tries = 0; tries < 20; tries += 1) {
    const connected = 'SELECT 1 FROM pg_stat_activity WHERE datname = $1 LIMIT 1';
    const { rowCount } = await client.query(connected, [database]);
    if (rowCount === 0) return;
    await sleep(50);
  }
}
