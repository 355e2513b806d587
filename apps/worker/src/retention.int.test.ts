import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { finishRunSchema, openRunSchema, saveRetentionSchema } from '@proofload/contracts';
import { finishRun, openRun, saveRetention } from '@proofload/services';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createWorkerBench, type WorkerBench } from './fixtures/worker-bench.ts';

const runs = 80;
const files = 6;

let bench: WorkerBench;
let client: pg.Client;
beforeEach(async () => {
  bench = await createWorkerBench();
  client = new pg.Client({ connectionString: bench.databaseUrl });
  await client.connect();
});
afterEach(async () => {
  await client.end();
  await bench.close();
});

async function* content(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('content');
}

async function endRun(): Promise<void> {
  const { ctx } = bench;
  const { timeline } = ctx.repos;
  const { id } = await openRun(ctx, openRunSchema.parse({}));
  await timeline.appendLog(id, [{ atMs: 0, level: 'info', message: 'hello' }]);
  for (let file = 0; file < files; file++) {
    const [name, blobKey] = [`file${file}`, `project1/runs/${id}/file${file}`];
    const stored = await ctx.artifacts.put(blobKey, content(), { maxBytes: 10 });
    await timeline.putArtifact(id, { name, contentType: 'text/plain', blobKey, ...stored });
  }
  await finishRun(ctx, { id, ...finishRunSchema.parse({}) });
}

/** Runs that ended 40 days ago, each with a log and some files. */
async function endRuns(): Promise<void> {
  await Promise.all(Array.from({ length: runs }, endRun));
  await client.query(
    `UPDATE "Run" SET "createdAt" = now() - interval '40 days', "finishedAt" = now() - interval '40 days'`,
  );
}

const count = async (what: string): Promise<number> =>
  (await client.query(`SELECT count(*)::int AS count FROM ${what}`)).rows[0].count;
const removed = () => count(`"Artifact" WHERE "removedAt" IS NOT NULL`);
const expired = () => count(`"Run" WHERE "logsExpiredAt" IS NOT NULL`);

it('a worker that is killed while it removes what has expired leaves the rest to another, and no file behind', async () => {
  await endRuns();
  const rules = { samples: null, artifacts: { days: 30 }, logs: { days: 30 } };
  await saveRetention(bench.ctx, saveRetentionSchema.parse({ rules }));
  await client.query(`UPDATE "RetentionRules" SET "nextAt" = now()`);

  // Every two seconds instead of every hour.
  const settings = { localK6: 'off', expiryMinutes: 2 / 60 } as const;
  const first = await bench.startWorker(settings);
  await expect.poll(expired, { timeout: 20_000, interval: 5 }).toBeGreaterThan(5);
  await first.end('SIGKILL');
  expect(await expired()).toBeLessThan(runs);

  // Killed once more, between the rows and their files.
  const second = await bench.startWorker(settings);
  await expect.poll(removed, { timeout: 30_000, interval: 5 }).toBeGreaterThan(5);
  await second.end('SIGKILL');
  expect(await removed()).toBeLessThan(runs * files);

  await Promise.all([bench.startWorker(settings), bench.startWorker(settings)]);
  await expect.poll(removed, { timeout: 60_000 }).toBe(runs * files);
  expect(await expired()).toBe(runs);
  expect(await count('"RunLogLine"')).toBe(0);
  expect(await readdir(join(bench.dataDir, 'artifacts'))).toEqual([]);
}, 180_000);
