/**
 * Measures how fast k6 output goes into the store and what it takes there.
 * `node bench/ingest.ts [points]`: makes gzipped NDJSON of so many points (1 180 000 unless told otherwise), then
 * uploads it in a process of its own into a PostgreSQL of its own, so that the peak of memory is that of the upload.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { k6Output } from '@proofload/testkit/k6-output';
import { measureStored, round, withBenchDatabase } from './bench-database.ts';
import { uploadK6 } from './upload-process.ts';

const defaultPoints = 1_180_000;

await withBenchDatabase(async ({ connectionString, folder }) => {
  const file = join(folder, 'k6.json.gz');
  const points = Number(process.argv[2] ?? defaultPoints);
  await pipeline(Readable.from(k6Output(points)), createGzip(), createWriteStream(file));
  const gunzipMs = await measureGunzip(file);
  const uploaded = await uploadK6(connectionString, createReadStream(file));
  const storedBytes = await measureStored(connectionString);
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
});

/** The lower bound of any reader, on this machine at this moment. */
async function measureGunzip(file: string): Promise<number> {
  const startedMs = performance.now();
  for await (const _ of createReadStream(file).pipe(createGunzip()));
  return performance.now() - startedMs;
}
