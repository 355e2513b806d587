// Prepares the database that DATABASE_URL names for web servers and workers that are started by something else, such
// as docker compose: migrates it, makes the first project with its owner and admin token, and prints a sign-in link.
import { join } from 'node:path';
import { migrate } from '@proofload/db/migrate';
import { ensureSecretKey } from '@proofload/services';
import { ensureAccess } from './start/ensure-access.ts';
import { readSettings } from './start/settings.ts';

const settings = readSettings(process.env);

if (settings.databaseUrl === null) {
  console.error('DATABASE_URL is missing: expected the address of a PostgreSQL');
  process.exitCode = 1;
} else {
  await migrate(settings.databaseUrl);
  await ensureSecretKey({ variable: settings.secretKey, path: join(settings.dataDir, 'secret-key') });
  const { signInUrl } = await ensureAccess(settings.databaseUrl, settings);
  console.log(`The database is ready; sign in, once within a day, with ${signInUrl}`);
}
