import { appendFile, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchSweepSchema, openRunSchema } from '@proofload/contracts';
import { k6Output } from '@proofload/testkit/k6-output';
import { encodeWriteRequest } from '@proofload/testkit/write-request';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { saveExperiment } from '../experiments/index.ts';
import { poolSize } from '../fixtures/definitions.ts';
import { killingTimeoutMs, type Program, startProgram } from '../fixtures/program.ts';
import { writtenBy } from '../fixtures/tasks.ts';
import { createTestContext, type TestContext } from '../fixtures/test-context.ts';
import { ingestK6, ingestRemoteWrite } from '../ingest/index.ts';
import { findRun } from '../runs/find-run.ts';
import { openRun, readRun, readRunLog } from '../runs/index.ts';
import { moveRun } from '../runs/move-run.ts';
import { launchSweep } from '../sweeps/index.ts';
import { closeRun } from './close-run.ts';
import { leaseMs } from './lease.ts';
import { reconcileRuns } from './reconcile-runs.ts';

let test: TestContext;
let folder: string;

beforeAll(async () => {
  test = await createTestContext();
  folder = await mkdtemp(join(tmpdir(), 'proofload-killed-'));
  await saveExperiment(test.ctx, { source: poolSize });
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true, force: true });
});

describe('a worker that is killed while it follows k6', () => {
  const samplesPath = () => join(folder, 'samples.json');
  let runId: string;
  let runKey: bigint;
  let program: Program;

  beforeEach(async () => {
    await writeFile(samplesPath(), lines(3000));
  });

  const lines = (count: number): string =>
    Array.from(
      { length: count },
      (_, index) =>
        `{"metric":"http_reqs","type":"Point","data":{"time":"2026-01-15T12:00:${String(index % 60).padStart(2, '0')}.5Z","value":1,"tags":{}}}\n`,
    ).join('');

  /** A run whose worker has stored the first 3000 samples, has read none of what came then, and is no more. */
  async function killWorker(samplesHost: string): Promise<void> {
    const input = launchSweepSchema.parse({ replicates: 1, params: { workers: 1, cached: true } });
    const { runs } = await launchSweep(test.ctx, { name: 'pool-size', ...input });
    runId = runs[0]?.id ?? '';
    const run = await test.ctx.repos.runs.claim(runId, 'dead', test.nowMs() + leaseMs);
    runKey = run?.key ?? 0n;
    const executorState = { samplesHost, samplesPath: samplesPath() };
    const changes = { status: 'running', startedAtMs: test.nowMs(), executorState } as const;
    await test.ctx.repos.runs.change(runId, { status: 'starting' }, changes);
    const task = { role: 'follow', folder, runKey: String(runKey), path: samplesPath() } as const;
    program = startProgram(test.connectionString, task);
    await program.untilSaid('acked 3000');
    await program.kill();
    await appendFile(samplesPath(), `${lines(500)}{"metric":"http_r`);
    expect(await stored()).toBe(3000);
  }

  const stored = async (): Promise<number> =>
    (await test.ctx.samples.listSeries(runKey)).reduce((sum, { count }) => sum + count, 0);
  const status = async () => (await readRun(test.ctx, { id: runId })).status;

  it('is followed by one that reads what it had not read', async () => {
    await killWorker(hostname());
    test.advance(leaseMs + 1);
    await reconcileRuns(test.ctx);
    const run = await readRun(test.ctx, { id: runId });
    expect(run).toMatchObject({ status: 'finished', outcome: 'failed' });
    expect(run.measurements.requests?.value).toBe(3500);
    expect(run.warnings).toEqual(['The last line of the output of k6 is incomplete and was left out']);
    expect(run.artifacts.map(({ name }) => name)).toEqual(['samples.json.gz']);
    const log = await readRunLog(test.ctx, { id: runId, after: 0, limit: 10 });
    expect(log.lines.at(-1)?.message).toBe('The output of the load was read to its end: 3500 samples');
    // Nobody does it twice.
    await reconcileRuns(test.ctx);
    expect((await readRun(test.ctx, { id: runId })).revision).toBe(run.revision);
  });

  it('keeps what it had stored when less is left of the file', async () => {
    await killWorker(hostname());
    await truncate(samplesPath(), 1000);
    test.advance(leaseMs + 1);
    await reconcileRuns(test.ctx);
    expect((await readRun(test.ctx, { id: runId })).measurements.requests?.value).toBe(3000);
  });

  it('keeps what it had stored when the file is on another machine, whose workers come first', async () => {
    await killWorker('elsewhere');
    test.advance(leaseMs + 1);
    await reconcileRuns(test.ctx);
    expect(await status()).toBe('running');
    test.advance(15_000);
    await reconcileRuns(test.ctx);
    expect(await status()).toBe('finishing');
    await closeRun(test.ctx, { runId, owner: 'other' });
    expect((await readRun(test.ctx, { id: runId })).measurements.requests?.value).toBe(3000);
  });
});

describe('closing a run', () => {
  const points = 13;

  /** A run with an upload and with requests that nobody has merged, whose load has ended. */
  async function endRun(): Promise<string> {
    const { id: runId } = await openRun(test.ctx, openRunSchema.parse({}));
    await ingestK6(test.ctx, { runId, body: k6Output(3000) });
    async function* body(): AsyncGenerator<Uint8Array> {
      yield encodeWriteRequest(writtenBy('a', 3));
    }
    await ingestRemoteWrite(test.ctx, { runId, version: '1.0', body: body() });
    const run = await findRun(test.ctx, runId);
    const end = { type: 'end', outcome: 'completed', reason: null } as const;
    await moveRun(test.ctx, run, end, { finishedAtMs: Date.UTC(2027, 0, 1) });
    return runId;
  }

  it(
    'that was killed before any of its steps gives the same results when another closes it',
    async () => {
      const expectedId = await endRun();
      const runIds: string[] = [];
      for (let point = 0; point < points; point++) runIds.push(await endRun());
      const late = { ...test.ctx, clock: { nowMs: () => Date.now() + leaseMs + 60_000 } };
      await closeRun(late, { runId: expectedId, owner: 'only' });
      const { measurements: expected } = await readRun(test.ctx, { id: expectedId });
      expect(Object.keys(expected).length).toBeGreaterThan(3);

      const program = startProgram(test.connectionString, { role: 'close', folder, runIds });
      await program.untilSaid('closed');
      await expect.poll(() => program.lines.length, { timeout: 20_000 }).toBe(points);
      await program.kill();
      expect(program.lines).toEqual(
        expect.arrayContaining(
          ['runs.claimFinishing', 'runs.change', 'runs.saveResults'].map((name) => `pauses repos.${name}`),
        ),
      );
      expect(program.lines).toEqual(
        expect.arrayContaining(['pauses samples.makeOverviews', 'pauses samples.settleRun']),
      );

      for (const runId of runIds) {
        await closeRun(late, { runId, owner: 'other' });
        const run = await readRun(test.ctx, { id: runId });
        expect(run).toMatchObject({ status: 'finished', outcome: 'completed' });
        expect(run.measurements).toEqual(expected);
      }
      // What is only tidied is tidied in the end as well.
      await reconcileRuns(late);
      expect(await test.prisma.samplePiece.count()).toBe(0);
    },
    killingTimeoutMs,
  );
});
