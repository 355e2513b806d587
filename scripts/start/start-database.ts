import { join } from 'node:path';
import { startEmbeddedPostgres } from '@proofload/db/embedded-postgres';
import { migrate } from '@proofload/db/migrate';
import { supervisePostgres } from './postgres-supervisor.ts';
import type { Settings } from './settings.ts';
import { StartError } from './start-error.ts';

export interface StartedDatabase {
  connectionString: string;
  stop(): Promise<void>;
}

/** The database that `DATABASE_URL` names, or the embedded one, started, watched and migrated. */
export async function startDatabase(
  settings: Settings,
  tell: (sentence: string) => void,
): Promise<StartedDatabase> {
  const database = settings.databaseUrl
    ? useDatabase(settings.databaseUrl)
    : await startEmbedded(settings.dataDir, tell);
  try {
    await migrate(database.connectionString);
    return database;
  } catch (error) {
    await database.stop();
    throw settings.databaseUrl ? describeFailure(settings.databaseUrl, error as Error) : error;
  }
}

function useDatabase(connectionString: string): StartedDatabase {
  return { connectionString, stop: async () => undefined };
}

async function startEmbedded(dataDir: string, tell: (sentence: string) => void): Promise<StartedDatabase> {
  const dir = join(dataDir, 'postgres');
  const postgres = await startEmbeddedPostgres({ dir });
  if (postgres.dir !== dir) {
    tell(`The database's files are in ${postgres.dir}: its user, postgres, cannot reach ${dir}`);
  }
  const supervisor = supervisePostgres(postgres, tell);
  return { connectionString: postgres.connectionString, stop: () => supervisor.stop() };
}

/** Names the database without its password. */
function describeFailure(databaseUrl: string, error: Error): StartError {
  const address = URL.canParse(databaseUrl) ? new URL(databaseUrl) : null;
  const where = address ? `${address.host}${address.pathname}` : 'an address that cannot be read';
  const reason = error.message || (error as NodeJS.ErrnoException).code || 'no answer';
  return new StartError(`The database that DATABASE_URL names (${where}) cannot be used: ${reason}`, {
    cause: error,
  });
}
