import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@proofload/db/embedded-postgres';
import { migrate } from '@proofload/db/migrate';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the migrated database that test databases are cloned from. */
    templateDatabase: string;
  }
}

/** One PostgreSQL for the whole suite, with the migrations applied once. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dir = await mkdtemp(join(tmpdir(), 'proofload-test-'));
  const postgres = await startEmbeddedPostgres({
    dir: join(dir, 'postgres'),
    settings: ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=300'],
  });
  await migrate(postgres.connectionString);
  project.provide('templateDatabase', postgres.connectionString);
  return async () => {
    await postgres.stop('immediate');
    await rm(dir, { recursive: true, force: true });
    await rm(postgres.dir, { recursive: true, force: true });
  };
}
