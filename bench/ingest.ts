/**
 * How fast k6 output goes into the store, and what that takes: one JSON line on standard output.
 * `node bench/ingest.ts [points]`: makes gzipped NDJSON of so many points (1 180 000 unless told otherwise), then
 * uploads it in a process of its own into a PostgreSQL of its own, so that the peak of memory is that of the upload.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { createPool } from '@proofload/db';
import { startEmbeddedPostgres } from '@proofload/db/embedded-postgres';
import { migrate } from '@proofload/db/migrate';
import { k6Output } from '@proofload/testkit/k6-output';
import { uploadK6 } from './upload-process.ts';

const defaultPoints = 1_180_000;

const points = Number(process.argv[2] ?? defaultPoints);
const folder = await mkdtemp(join(tmpdir(), 'proofload-bench-'));
const postgres = await startEmbeddedPostgres({ dir: join(folder, 'postgres') });
try {
  await migrate(postgres.connectionString);
  const file = join(folder, 'k6.json.gz');
  await pipeline(Readable.from(k6Output(points)), createGzip(), createWriteStream(file));
  const gunzipMs = await measureGunzip(file);
  const uploaded = await uploadK6(postgres.connectionString, createReadStream(file));
  const storedBytes = await measureStored(postgres.connectionString);
  const result = {
    bench: 'ingest',
    points: uploaded.samples,
    gzipMb: round((await stat(file)).size / 1e6),
    seconds: round(uploaded.ms / 1000),
    pointsPerSecond: Math.round(uploaded.samples / (uploaded.ms / 1000)),
    gunzipAloneSeconds: round(gunzipMs / 1000),
    peakRssMb: uploaded.peakRssMb,
    bytesPerPoint: round(storedBytes / uploaded.samples),
  };
  process.stdout.write(`${JSON.stringify(result)}\n`);
} finally {
  await postgres.stop('immediate');
  await rm(folder, { recursive: true, force: true });
  await rm(postgres.dir, { recursive: true, force: true });
}

/** The lower bound of any reader, on this machine at this moment. */
async function measureGunzip(file: string): Promise<number> {
  const startedMs = performance.now();
  for await (const _ of createReadStream(file).pipe(createGunzip()));
  return performance.now() - startedMs;
}

/** Bytes on disk of everything that belongs to samples, indexes included. */
async function measureStored(connectionString: string): Promise<number> {
  const pool = createPool({ connectionString, poolSize: 1 }, () => undefined);
  const { rows } = await pool.query<{ bytes: string }>(
    `SELECT sum(pg_total_relation_size(format('%I', name)::regclass)) AS bytes
     FROM unnest(ARRAY['Series', 'SeriesChunk', 'SeriesOrigin']) AS name`,
  );
  await pool.end();
  return Number(rows[0]?.bytes ?? 0);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
