/**
 * Measures remote write, from a request to samples that can be read.
 * `node bench/remote-write.ts [samples] [series]`: 1 000 000 samples of 2 000 series unless told otherwise, by four
 * senders at once.
 */
import { createRandom } from '@proofload/domain';
import { ingestRemoteWrite, openRun } from '@proofload/services';
import { openBenchContext } from './bench-context.ts';
import { measureStored, round, withBenchDatabase } from './bench-database.ts';
import { writeRequests } from './write-requests.ts';

const senders = 16;

await withBenchDatabase(async ({ connectionString }) => {
  const wanted = Number(process.argv[2] ?? 1_000_000);
  const series = Number(process.argv[3] ?? 2_000);
  const { ctx, close } = await openBenchContext(connectionString);
  const { id: runId } = await openRun(ctx, { params: {}, labels: {}, startedAt: '2026-11-21T05:56:40Z' });
  const requests = [...writeRequests(wanted, series, createRandom(1))];
  const samples = requests.reduce((sum, request) => sum + request.samples, 0);
  const startedMs = performance.now();
  let next = 0;
  const send = async (): Promise<void> => {
    for (let request = requests[next++]; request !== undefined; request = requests[next++]) {
      await ingestRemoteWrite(ctx, { runId, version: '1.0', body: one(request.body) });
    }
  };
  await Promise.all(Array.from({ length: senders }, send));
  const acceptedMs = performance.now() - startedMs;
  const run = await ctx.repos.runs.find(runId, 'bench');
  const stored = run ? await ctx.samples.listSeries(run.key) : [];
  const readableMs = performance.now() - startedMs;
  const kept = stored.reduce((sum, { count }) => sum + count, 0);
  if (kept !== samples) throw new Error(`${kept} of ${samples} samples were stored`);
  await close();
  const result = {
    bench: 'remote-write',
    samples,
    series,
    acceptedSeconds: round(acceptedMs / 1000),
    readableSeconds: round(readableMs / 1000),
    samplesPerSecond: Math.round(samples / (readableMs / 1000)),
    bytesPerSample: round((await measureStored(connectionString)) / samples),
    peakRssMb: Math.round(process.resourceUsage().maxRSS / 1024),
  };
  process.stdout.write(`${JSON.stringify(result)}\n`);
});

async function* one(body: Uint8Array): AsyncGenerator<Uint8Array> {
  yield body;
}
