import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPool } from '@proofload/db';
import { startEmbeddedPostgres } from '@proofload/db/embedded-postgres';
import { migrate } from '@proofload/db/migrate';

/** Runs work over a PostgreSQL of its own, and a folder for files; nothing of either stays. */
export async function withBenchDatabase(
  work: (bench: { connectionString: string; folder: string }) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'proofload-bench-'));
  const postgres = await startEmbeddedPostgres({ dir: join(folder, 'postgres') });
  try {
    await migrate(postgres.connectionString);
    await work({ connectionString: postgres.connectionString, folder });
  } finally {
    await postgres.stop('immediate');
    await rm(folder, { recursive: true, force: true });
    await rm(postgres.dir, { recursive: true, force: true });
  }
}

/** Bytes on disk of everything that belongs to samples, indexes included. */
export async function measureStored(connectionString: string): Promise<number> {
  const pool = createPool({ connectionString, poolSize: 1 }, () => undefined);
  await pool.query('VACUUM FULL "SamplePiece", "SeriesChunk", "Series"');
  const { rows } = await pool.query<{ bytes: string }>(
    `SELECT sum(pg_total_relation_size(format('%I', name)::regclass)) AS bytes
     FROM unnest(ARRAY['Series', 'SeriesChunk', 'SeriesOrigin', 'SamplePiece']) AS name`,
  );
  await pool.end();
  return Number(rows[0]?.bytes ?? 0);
}

/** To two places, for a line of results. */
export const round = (value: number): number => Math.round(value * 100) / 100;
