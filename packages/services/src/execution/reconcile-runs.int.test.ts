import { launchSweepSchema } from '@proofload/contracts';
import type { RunRecord } from '@proofload/db';
import { maxAttempts } from '@proofload/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ServiceContext } from '../context.ts';
import { saveExperiment } from '../experiments/index.ts';
import { poolSize } from '../fixtures/definitions.ts';
import { createTestContext, type TestContext } from '../fixtures/test-context.ts';
import { launchSweep, readSweep } from '../sweeps/index.ts';
import { closeRun } from './close-run.ts';
import { leaseMs } from './lease.ts';
import { reconcileRuns } from './reconcile-runs.ts';

let test: TestContext;
/** Jobs that were put into the queue, in order. */
let jobs: { name: string; data: object; dedupeKey: string | undefined }[];
let ctx: ServiceContext;

beforeAll(async () => {
  test = await createTestContext();
  await saveExperiment(test.ctx, { source: poolSize });
});
afterAll(() => test.close());
beforeEach(() => {
  jobs = [];
  const { queue } = test.ctx;
  ctx = {
    ...test.ctx,
    queue: {
      ...queue,
      enqueue: async (name, data, options) => {
        jobs.push({ name, data, dedupeKey: options?.dedupeKey });
        await queue.enqueue(name, data, options);
      },
    },
  };
});

/** One run of a sweep, claimed by a worker that is then never heard of again. */
async function abandonRun(
  changes: { isRunning?: boolean; attempts?: number; isCancelled?: boolean } = {},
): Promise<RunRecord> {
  const input = launchSweepSchema.parse({ replicates: 1, params: { workers: 1, cached: true } });
  const { runs } = await launchSweep(test.ctx, { name: 'pool-size', ...input });
  const id = runs[0]?.id ?? '';
  for (let attempt = 1; attempt < (changes.attempts ?? 1); attempt++) {
    await ctx.repos.runs.claim(id, 'dead', test.nowMs());
    await ctx.repos.runs.change(id, { status: 'starting' }, { status: 'queued', lease: null });
  }
  await ctx.repos.runs.claim(id, 'dead', test.nowMs() + leaseMs);
  if (changes.isRunning) {
    await ctx.repos.runs.change(id, { status: 'starting' }, { status: 'running', startedAtMs: test.nowMs() });
  }
  if (changes.isCancelled) await ctx.repos.runs.noteCancel(id, test.nowMs());
  return find(id);
}

async function find(id: string): Promise<RunRecord> {
  const run = await ctx.repos.runs.find(id);
  if (!run) throw new Error(`There is no run ${id}`);
  return run;
}

const jobsOf = (id: string): string[] =>
  jobs.filter(({ data }) => 'runId' in data && data.runId === id).map(({ name }) => name);

describe('a run whose worker vanished', () => {
  it('is left alone until its lease has run out', async () => {
    const run = await abandonRun({ isRunning: true });
    test.advance(leaseMs - 1);
    await reconcileRuns(ctx);
    expect(await find(run.id)).toMatchObject({ status: 'running', revision: run.revision });
    expect(jobsOf(run.id)).toEqual([]);
  });

  it('before its load began waits again, with a job of its own', async () => {
    const run = await abandonRun();
    test.advance(leaseMs + 1);
    await reconcileRuns(ctx);
    expect(await find(run.id)).toMatchObject({ status: 'queued', leaseOwner: null });
    expect(jobs.filter(({ name }) => name === 'execute-run').map(({ dedupeKey }) => dedupeKey)).toContain(
      `execute-${run.id}-1`,
    );
    expect((await ctx.repos.timeline.readLog(run.id, 0, 10)).at(-1)?.message).toBe(
      'The worker dead vanished; the run is queued now',
    );
  });

  it('again and again before its load began has failed', async () => {
    const run = await abandonRun({ attempts: maxAttempts });
    test.advance(leaseMs + 1);
    await reconcileRuns(ctx);
    expect(await find(run.id)).toMatchObject({
      status: 'finishing',
      outcome: 'failed',
      reason: '5 workers vanished before the load began',
    });
    expect(jobsOf(run.id)).toEqual(['finish-run']);
  });

  it('while its load was running has failed, and ended when its worker last showed life', async () => {
    const run = await abandonRun({ isRunning: true });
    test.advance(leaseMs + 5000);
    await reconcileRuns(ctx);
    const ended = await find(run.id);
    expect(ended).toMatchObject({
      status: 'finishing',
      outcome: 'failed',
      leaseOwner: null,
      finishedAtMs: run.startedAtMs,
    });
    await closeRun(ctx, { runId: run.id, owner: 'other' });
    expect(await find(run.id)).toMatchObject({
      status: 'finished',
      outcome: 'failed',
      verdict: 'inconclusive',
      leaseOwner: null,
    });
    expect(await readSweep(ctx, { id: run.sweepId ?? '' })).toMatchObject({
      status: 'finished',
      verdict: 'inconclusive',
    });
  });

  it('after its cancellation was asked for is cancelled', async () => {
    const run = await abandonRun({ isCancelled: true });
    test.advance(leaseMs + 1);
    await reconcileRuns(ctx);
    expect(await find(run.id)).toMatchObject({ status: 'finishing', outcome: 'cancelled' });
  });
});

describe('a run that is finishing', () => {
  it('is finished once, by whoever is first', async () => {
    const run = await abandonRun({ isRunning: true });
    test.advance(leaseMs + 1);
    await reconcileRuns(ctx);
    await Promise.all(['a', 'b', 'c'].map((owner) => closeRun(ctx, { runId: run.id, owner })));
    const { status, revision } = await find(run.id);
    expect(status).toBe('finished');
    await closeRun(ctx, { runId: run.id, owner: 'd' });
    expect((await find(run.id)).revision).toBe(revision);
  });

  it('is finished here when the queue is away', async () => {
    const run = await abandonRun({ isRunning: true });
    test.advance(leaseMs + 1);
    const away = {
      ...ctx.queue,
      enqueue: () => Promise.reject(new Error('The queue did not answer within 5000 ms')),
    };
    await reconcileRuns({ ...ctx, queue: away });
    expect(await find(run.id)).toMatchObject({ status: 'finished', outcome: 'failed' });
  });
});

describe('a sweep', () => {
  it('that nobody closed is closed', async () => {
    const run = await abandonRun();
    await test.ctx.repos.runs.change(
      run.id,
      { status: 'starting' },
      { status: 'finishing', outcome: 'failed' },
    );
    await test.ctx.repos.runs.change(
      run.id,
      { status: 'finishing' },
      { status: 'finished', lease: null, verdict: 'inconclusive' },
    );
    expect(await readSweep(ctx, { id: run.sweepId ?? '' })).toMatchObject({
      status: 'running',
      verdict: null,
    });
    await reconcileRuns(ctx);
    expect(await readSweep(ctx, { id: run.sweepId ?? '' })).toMatchObject({
      status: 'finished',
      verdict: 'inconclusive',
    });
  });
});
