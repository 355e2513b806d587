import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openRunSchema } from '@proofload/contracts';
import { createPrisma, type Db } from '@proofload/db';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@proofload/db/embedded-postgres';
import { migrate } from '@proofload/db/migrate';
import { createRandom } from '@proofload/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLedger } from '../fixtures/ledger.ts';
import { type OpenedContext, openContext, testProject } from '../fixtures/open-context.ts';
import { killingTimeoutMs, startProgram } from '../fixtures/program.ts';
import { k6Lines, scraperName } from '../fixtures/tasks.ts';
import { openRun } from '../runs/index.ts';
import { ingestK6 } from './index.ts';

let folder: string;
let postgres: EmbeddedPostgres;
let opened: OpenedContext;
let prisma: Db;
const random = createRandom(5);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'proofload-database-killed-'));
  // Durable as in production: only smaller.
  postgres = await startEmbeddedPostgres({
    dir: join(folder, 'postgres'),
    settings: ['shared_buffers=64MB'],
  });
  const { connectionString } = postgres;
  await migrate(connectionString);
  prisma = createPrisma({ connectionString });
  await prisma.project.create({ data: { id: testProject, name: testProject } });
  opened = openContext({ connectionString, folder, clock: { nowMs: Date.now } });
});
afterAll(async () => {
  await opened.close();
  await prisma.$disconnect();
  await postgres.stop('immediate');
  await rm(postgres.dir, { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
});

/** Kills one process that serves a client; the server then starts all of them anew and recovers. */
async function killBackend(): Promise<void> {
  const rows = await prisma.$queryRaw<{ pid: number }[]>`
    SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()
    ORDER BY state = 'active' DESC, pid`;
  const victim = rows[Math.floor(random() * Math.min(4, rows.length))];
  process.kill(victim?.pid ?? 0, 'SIGKILL');
}

/** Kills the server itself; its children end by themselves, each when it notices. */
async function killServer(): Promise<void> {
  const file = await readFile(join(postgres.dir, 'data/postmaster.pid'), 'utf8');
  process.kill(Number(file.split('\n')[0]), 'SIGKILL');
  await expect.poll(() => postgres.isRunning(), { timeout: 20_000 }).toBe(false);
  // It does not start while a child of the former one still holds the shared memory.
  await expect
    .poll(
      () =>
        postgres.start().then(
          () => 'started',
          (error: Error) => error.message,
        ),
      { timeout: 30_000, interval: 200 },
    )
    .toBe('started');
}

it(
  'a database that is killed again and again loses nothing acknowledged, and stores nothing twice or by half',
  async () => {
    const { ctx } = opened;
    const { connectionString } = postgres;
    const { id: runId } = await openRun(ctx, openRunSchema.parse({}));
    const { id: uploadedId } = await openRun(ctx, openRunSchema.parse({}));
    const ledger = createLedger(['a', 'b', 'c', scraperName]);
    const program = startProgram(connectionString, {
      role: 'push',
      folder,
      runId,
      senders: ledger.goOn(() => false),
    });
    const points = 60_000;
    const upload = startProgram(connectionString, { role: 'upload', folder, runId: uploadedId, points });
    for (const kill of [killServer, killBackend, killServer, killBackend]) {
      const ackedBefore = program.lines.filter((line) => line.startsWith('acked')).length;
      await program.untilSaid('acked', ackedBefore + 20 + Math.floor(random() * 60));
      await sleep(Math.floor(random() * 30));
      const awayBefore = program.lines.filter((line) => line === 'away').length;
      await kill();
      await program.untilSaid('away', awayBefore + 1);
    }
    const ackedBefore = program.lines.filter((line) => line.startsWith('acked')).length;
    await program.untilSaid('acked', ackedBefore + 20);
    await program.kill();
    ledger.note(program);
    await ledger.check(ctx, runId);
    await upload.ended();
    const again = await ingestK6(ctx, { runId: uploadedId, body: k6Lines(points) });
    expect(again.unchanged).toBe(true);
    const run = await ctx.repos.runs.find(uploadedId);
    const stored = await ctx.samples.listSeries(run?.key ?? 0n);
    expect(stored.reduce((sum, { count }) => sum + count, 0)).toBe(again.samples);
  },
  killingTimeoutMs,
);
