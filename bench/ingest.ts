/**
 * Measures how fast k6 output goes into the store, from the first byte of the upload to "measurements ready", what it
 * takes there, and how both grow; DuckDB groups the same file by second in the same run.
 * `node bench/ingest.ts [FILE]`: gzipped NDJSON of a real k6, as `bench/make-k6.ts` makes it in the cache.
 * `node bench/ingest.ts POINTS...`: made-up output of these sizes instead, without the rival, and the growth.
 * Every upload has a process of its own, so that the peak of memory is that of the upload.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { k6Output } from '@proofload/testkit/k6-output';
import { measureStored, round, withBenchDatabase } from './bench-database.ts';
import { cacheFolder } from './cache-folder.ts';
import { growthExponent } from './growth.ts';
import { type DuckdbResult, runRival } from './rival.ts';
import { uploadK6 } from './upload-process.ts';

const args = process.argv.slice(2);
const sizes = args.map(Number).filter((size) => size > 0);
if (sizes.length > 0) await measureGrowth(sizes);
else await measureFile(args[0] ?? join(cacheFolder, 'k6-80000.json.gz'));

async function measureFile(file: string): Promise<void> {
  await withBenchDatabase(async ({ connectionString }) => {
    const gunzipMs = await measureGunzip(file);
    const duckdb = await runRival<DuckdbResult>('duckdb_k6.py', [file]);
    const uploaded = await uploadK6(connectionString, createReadStream(file));
    if (uploaded.samples !== duckdb.points) throw new Error(`DuckDB read ${duckdb.points} points`);
    const storedBytes = await measureStored(connectionString);
    print({
      bench: 'ingest',
      points: uploaded.samples,
      gzipMb: round((await stat(file)).size / 1e6),
      seconds: round(uploaded.ms / 1000),
      uploadSeconds: round(uploaded.uploadMs / 1000),
      duckdbSeconds: round(duckdb.seconds),
      duckdbDetectedSeconds: round(duckdb.detectedSeconds),
      ratio: round(duckdb.seconds / (uploaded.ms / 1000)),
      ratioDetected: round(duckdb.detectedSeconds / (uploaded.ms / 1000)),
      gunzipAloneSeconds: round(gunzipMs / 1000),
      uploadPeakRssMb: uploaded.uploadPeakRssMb,
      peakRssMb: uploaded.peakRssMb,
      bytesPerPoint: round(storedBytes / uploaded.samples),
    });
  });
}

async function measureGrowth(points: readonly number[]): Promise<void> {
  const seconds: number[] = [];
  const uploadPeakRssMb: number[] = [];
  const peakRssMb: number[] = [];
  for (const size of points) {
    await withBenchDatabase(async ({ connectionString, folder }) => {
      const file = join(folder, 'k6.json.gz');
      await pipeline(Readable.from(k6Output(size)), createGzip({ level: 1 }), createWriteStream(file));
      const uploaded = await uploadK6(connectionString, createReadStream(file));
      seconds.push(round(uploaded.ms / 1000));
      uploadPeakRssMb.push(uploaded.uploadPeakRssMb);
      peakRssMb.push(uploaded.peakRssMb);
    });
  }
  const exponent = growthExponent(points, seconds);
  print({ bench: 'ingest-growth', points, seconds, uploadPeakRssMb, peakRssMb, exponent });
}

/** The lower bound of any reader, on this machine at this moment. */
async function measureGunzip(file: string): Promise<number> {
  const startedMs = performance.now();
  for await (const _ of createReadStream(file).pipe(createGunzip()));
  return performance.now() - startedMs;
}

function print(result: Record<string, unknown>): void {
  process.stdout.write(`${JSON.stringify(result)}\n`);
}
