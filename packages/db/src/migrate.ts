import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import pg from 'pg';
import { createSchemaEngine } from './schema-engine.ts';

const prismaDir = fileURLToPath(new URL('../../../prisma', import.meta.url));
/** Any number will do, as long as every starter takes the same lock. */
const migrationLock = 7_463_001;

/**
 * Applies the migrations under `prisma/migrations` that the database has not seen, in their order, and records them in
 * `_prisma_migrations` as Prisma's own command would. Two processes that start at once take turns.
 * @returns the names of the migrations that were applied
 */
export async function migrate(connectionString: string): Promise<string[]> {
  const lock = new pg.Client({ connectionString });
  const pool = new pg.Pool({ connectionString, max: 2 });
  await lock.connect();
  try {
    await lock.query('SELECT pg_advisory_lock($1)', [migrationLock]);
    const engine = await createSchemaEngine(
      [[join(prismaDir, 'schema.prisma'), await readFile(join(prismaDir, 'schema.prisma'), 'utf8')]],
      bindMigrationAwareSqlAdapterFactory(createFactory(pool)),
    );
    try {
      const { appliedMigrationNames } = await engine.applyMigrations({
        migrationsList: await readMigrations(join(prismaDir, 'migrations')),
        filters: { externalTables: [], externalEnums: [] },
      });
      return appliedMigrationNames;
    } finally {
      engine.free();
    }
  } finally {
    await pool.end();
    await lock.end();
  }
}

/**
 * Prisma's adapter, but for scripts: it would cut them at every semicolon, also within a function, and run the pieces
 * one by one. As one query, a migration is applied whole or not at all.
 */
function createFactory(pool: pg.Pool): PrismaPg {
  const factory = new PrismaPg(pool);
  const connect = factory.connect.bind(factory);
  factory.connect = async () => {
    const adapter = await connect();
    adapter.executeScript = async (script) => {
      await pool.query(script);
    };
    return adapter;
  };
  return factory;
}

async function readMigrations(baseDir: string) {
  const entries = await readdir(baseDir, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return {
    baseDir,
    lockfile: {
      path: 'migration_lock.toml',
      content: await readFile(join(baseDir, 'migration_lock.toml'), 'utf8'),
    },
    shadowDbInitScript: '',
    migrationDirectories: await Promise.all(
      names.sort().map(async (path) => ({
        path,
        migrationFile: {
          path: 'migration.sql',
          content: {
            tag: 'ok' as const,
            value: await readFile(join(baseDir, path, 'migration.sql'), 'utf8'),
          },
        },
      })),
    ),
  };
}
