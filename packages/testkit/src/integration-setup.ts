import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '@proofload/db/embedded-postgres';
import { migrate } from '@proofload/db/migrate';
import type { TestProject } from 'vitest/node';
import { startTestbedBroker, type TestbedAddress } from './testbed-broker.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the migrated database that test databases are cloned from. */
    templateDatabase: string;
    /** Where the control plane of the suite is asked for. */
    testbed: TestbedAddress;
  }
}

const folderPrefix = 'proofload-test-';
const ownerFile = 'owner.pid';

/** One PostgreSQL for the whole suite, with the migrations applied once, and one control plane when it is asked for. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeAbandoned();
  const dir = await mkdtemp(join(tmpdir(), folderPrefix));
  await chmod(dir, 0o755); // so that PostgreSQL's user reaches it when root runs the tests
  await writeFile(join(dir, ownerFile), String(process.pid));
  const postgres = await startEmbeddedPostgres({
    dir: join(dir, 'postgres'),
    settings: ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=300'],
  });
  await migrate(postgres.connectionString);
  project.provide('templateDatabase', postgres.connectionString);
  const broker = await startTestbedBroker(dir);
  project.provide('testbed', broker.address);
  return async () => {
    await broker.close();
    await remove(dir);
  };
}

async function remove(dir: string): Promise<void> {
  await removeEmbeddedPostgres(join(dir, 'postgres'));
  await rm(dir, { recursive: true, force: true });
}

/** What suites left behind that were killed before they could stop their server. */
async function removeAbandoned(): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(folderPrefix));
  for (const dir of names.map((name) => join(tmpdir(), name))) {
    const owner = Number(await readFile(join(dir, ownerFile), 'utf8').catch(nothingThere));
    if (owner > 0 && !isAlive(owner)) await remove(dir);
  }
}

function nothingThere(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return '';
  throw error;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}
