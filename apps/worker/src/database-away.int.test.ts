import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@proofload/db/embedded-postgres';
import { migrate } from '@proofload/db/migrate';
import { readArtifact } from '@proofload/services';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sleeper } from './fixtures/definitions.ts';
import { createWorkerBench, type WorkerBench } from './fixtures/worker-bench.ts';

let folder: string;
let postgres: EmbeddedPostgres;
let bench: WorkerBench;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'proofload-away-'));
  postgres = await startEmbeddedPostgres({
    dir: join(folder, 'postgres'),
    settings: ['shared_buffers=64MB'],
  });
  await migrate(postgres.connectionString);
  bench = await createWorkerBench({ databaseUrl: postgres.connectionString });
});
afterAll(async () => {
  await bench.close();
  await postgres.stop('immediate');
  await rm(postgres.dir, { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
});

async function countInSummary(id: string): Promise<number> {
  const { body } = await readArtifact(bench.ctx, { id, name: 'summary.json' });
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  const { metrics } = JSON.parse(Buffer.concat(chunks).toString()) as {
    metrics: Record<string, { count: number }>;
  };
  return metrics.naps?.count ?? Number.NaN;
}

it('a database that is away for 20 s in the middle of a sweep costs no run and no sample', async () => {
  const worker = await bench.startWorker();
  // The load of the first run begins with the database, and ends without it.
  const { sweepId, runIds } = await bench.launch(sleeper({ name: 'away', seconds: 12, runs: 3 }));
  const [first = ''] = runIds;
  const isUnderWay = (run: { status: string; startedAt: string | null }): boolean =>
    run.status === 'running' && Date.now() - Date.parse(run.startedAt ?? '') > 3000;
  await bench.runUntil(first, isUnderWay, 30_000);
  await postgres.stop('immediate');
  await sleep(20_000);
  await postgres.start();
  const sweep = await bench.sweepUntilFinished(sweepId, 150_000);
  expect(sweep, worker.log()).toMatchObject({ counts: { total: 3, completed: 3 }, verdict: 'pass' });
  for (const id of runIds) {
    const run = await bench.run(id);
    expect(run).toMatchObject({ outcome: 'completed', attempt: 1 });
    expect(run.measurements.naps?.value).toBe(await countInSummary(id));
    expect(run.measurements.naps?.value).toBeGreaterThan(80);
  }
}, 240_000);
