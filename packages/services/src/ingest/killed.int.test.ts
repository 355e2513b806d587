import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openRunSchema } from '@proofload/contracts';
import { createRandom } from '@proofload/domain';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createLedger } from '../fixtures/ledger.ts';
import { killingTimeoutMs, type Program, startProgram } from '../fixtures/program.ts';
import { k6Lines, scraperName, type Task } from '../fixtures/tasks.ts';
import { createTestContext, type TestContext } from '../fixtures/test-context.ts';
import { openRun } from '../runs/index.ts';
import { ingestK6 } from './index.ts';

const rounds = 5;

let test: TestContext;
let folder: string;
let runId: string;
let runKey: bigint;
let random: () => number;

beforeAll(async () => {
  test = await createTestContext();
  folder = await mkdtemp(join(tmpdir(), 'proofload-killed-'));
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  random = createRandom(11);
  runId = (await openRun(test.ctx, openRunSchema.parse({}))).id;
  runKey = (await test.ctx.repos.runs.find(runId))?.key ?? 0n;
});

const below = (end: number): number => Math.floor(random() * end);
const programName = 'killed-program';

function start(task: Task): Program {
  const url = new URL(test.connectionString);
  url.searchParams.set('application_name', programName);
  return startProgram(url.href, task);
}

/** Kills a process, and waits until the server has noticed: what it was at may still be made. */
async function kill(program: Program): Promise<void> {
  await program.kill();
  const atWork = () =>
    test.prisma.$queryRaw`SELECT 1 FROM pg_stat_activity WHERE application_name = ${programName}`;
  await expect.poll(atWork, { timeout: 60_000 }).toEqual([]);
}

it(
  'senders and readers that are killed lose nothing acknowledged, and nothing is stored twice or by half',
  async () => {
    const ledger = createLedger(['a', 'b', 'c', scraperName]);
    for (let round = 0; round < rounds; round++) {
      const program = start({ role: 'push', folder, runId, senders: ledger.goOn(() => random() < 0.4) });
      await Promise.all([
        program.untilSaid('acked', 20 + below(150)),
        program.untilSaid(`acked ${scraperName}`, 1 + below(5)),
        program.untilSaid('read', 2 + below(10)),
      ]);
      await sleep(below(20));
      await kill(program);
      ledger.note(program);
    }
    expect(ledger.acked()).toBeGreaterThan(rounds * 20);
    await ledger.check(test.ctx, runId);
  },
  killingTimeoutMs,
);

const observed = async (): Promise<number> =>
  (await test.ctx.samples.listSeries(runKey)).reduce((sum, { count }) => sum + count, 0);

const countStaged = () => test.prisma.seriesOrigin.count({ where: { runKey, staged: true } });

it(
  'k6: an upload that is killed leaves the one before it whole, and is complete when it is sent again',
  async () => {
    let whole = 0;
    let left = 0;
    for (let round = 0; round < rounds; round++) {
      const points = 21_000 + round * 500;
      const program = start({ role: 'upload', folder, runId, points });
      // Half of the rounds end in the middle of the body, half about when all of it was stored.
      if (round % 2 === 0) await program.untilSaid('sends', 1 + below(points / 1000));
      else await program.untilSaid('sent');
      await sleep(below(40));
      await kill(program);
      const seen = await observed();
      const isWhole = seen === whole;
      if (isWhole) left += 1;
      expect(program.lines.some((line) => line.startsWith('acked')) && isWhole).toBe(false);
      const report = await ingestK6(test.ctx, { runId, body: k6Lines(points) });
      expect(report.unchanged).toBe(!isWhole);
      expect(await observed()).toBe(report.samples);
      if (!isWhole) expect(seen).toBe(report.samples);
      whole = report.samples;
    }
    expect(left).toBeGreaterThanOrEqual(rounds / 2);
    expect(await countStaged()).toBe(left);
    expect(await test.ctx.samples.dropStaleStaged(3_600_000)).toBe(0);
    await test.ctx.samples.dropStaleStaged(0);
    expect(await countStaged()).toBe(0);
    const orphans = await test.prisma.$queryRaw`
    SELECT 1 FROM "SeriesChunk" c LEFT JOIN "Series" s USING ("runKey", "seriesId")
    LEFT JOIN "SeriesOrigin" o ON o."runKey" = s."runKey" AND o."origin" = s."origin" WHERE o."origin" IS NULL`;
    expect(orphans).toEqual([]);
    expect(await observed()).toBe(whole);
  },
  killingTimeoutMs,
);
