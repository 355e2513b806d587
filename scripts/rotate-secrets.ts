// Replaces the key that stored credentials are encrypted with, while Proofload runs or when it is stopped.
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@proofload/db/embedded-postgres';
import { replaceSecretKey } from './start/replace-secret-key.ts';
import { readSettings } from './start/settings.ts';

const settings = readSettings(process.env);
const place = { variable: settings.secretKey, path: join(settings.dataDir, 'secret-key') };

if (settings.databaseUrl !== null) {
  console.log(await replaceSecretKey(settings.databaseUrl, place));
} else {
  const postgres = await startEmbeddedPostgres({ dir: join(settings.dataDir, 'postgres') });
  try {
    console.log(await replaceSecretKey(postgres.connectionString, place));
  } finally {
    if (!postgres.wasRunning) await postgres.stop();
  }
}
