import { launchSweepSchema, sweepListSchema, sweepSchema } from '@proofload/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saveExperiment } from '../experiments/index.ts';
import { external, poolSize } from '../fixtures/definitions.ts';
import { createTestContext, type TestContext } from '../fixtures/test-context.ts';
import { cancelRun } from '../runs/index.ts';
import { cancelSweep, launchSweep, listSweeps, readSweep } from './index.ts';

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext();
  await saveExperiment(test.ctx, { source: poolSize });
  await saveExperiment(test.ctx, { source: external });
  await saveExperiment(test.ctx, {
    source: poolSize.replace('pool-size', 'later').replace('executor: k6', 'executor: argocd'),
  });
});
afterAll(() => test.close());

const launch = (input: Record<string, unknown> = {}, name = 'pool-size') =>
  launchSweep(test.ctx, { name, ...launchSweepSchema.parse(input) });

describe('launching', () => {
  it('makes every replicate of every treatment, in an order that its seed repeats', async () => {
    const orders: string[][] = [];
    for (const seed of [7, 7, 8]) {
      const { id, url, runs } = await launch({ seed, labels: { branch: 'main' } });
      expect(url).toBe(`http://proofload.test/sweeps/${id}`);
      const sweep = sweepSchema.parse(await readSweep(test.ctx, { id }));
      expect(sweep).toMatchObject({
        status: 'queued',
        seed,
        order: 'random',
        verdict: null,
        experimentVersion: 1,
        labels: { branch: 'main' },
      });
      expect(sweep.counts).toEqual({
        total: 12,
        queued: 12,
        active: 0,
        completed: 0,
        failed: 0,
        cancelled: 0,
        retried: 0,
      });
      expect(sweep.runs.map((run) => run.id)).toEqual(runs.map((run) => run.id));
      expect(sweep.runs.map(({ position }) => position)).toEqual(
        Array.from({ length: 12 }, (_, index) => index + 1),
      );
      const cells = sweep.runs.map(({ treatment, replicate }) => `${treatment} #${replicate}`);
      expect(new Set(cells).size).toBe(12);
      orders.push(cells);
    }
    expect(orders[0]).toEqual(orders[1]);
    expect(orders[0]).not.toEqual(orders[2]);
  });

  it('keeps the order of the definition when told to, replicate by replicate', async () => {
    const { id } = await launch({
      order: 'defined',
      params: { workers: [1, 4], cached: false },
      replicates: 2,
    });
    const { runs } = await readSweep(test.ctx, { id });
    expect(runs.map(({ treatment, replicate }) => [treatment, replicate])).toEqual([
      ['cached=false,workers=1', 1],
      ['cached=false,workers=4', 1],
      ['cached=false,workers=1', 2],
      ['cached=false,workers=4', 2],
    ]);
    const run = await test.ctx.repos.runs.find(runs[0]?.id ?? '');
    expect(run).toMatchObject({
      params: { workers: 1, cached: false },
      labels: { team: 'platform' },
      status: 'queued',
      executor: 'k6',
    });
  });

  it('opens the runs of somebody else at once', async () => {
    const { id } = await launch({}, 'elsewhere');
    const sweep = await readSweep(test.ctx, { id });
    expect(sweep.counts).toMatchObject({ total: 2, active: 2, queued: 0 });
    expect(sweep.runs.every(({ status }) => status === 'running')).toBe(true);
  });

  it.each<[string, Record<string, unknown>, string, string]>([
    [
      'an unknown factor',
      { params: { worker: 1 } },
      'params.worker',
      'expected a factor; known are workers, cached',
    ],
    ['an unknown level', { params: { workers: [1, 3] } }, 'params.workers', 'expected one of 1, 2, 4, not 3'],
    [
      'a level of another type',
      { params: { workers: '1' } },
      'params.workers',
      'expected one of 1, 2, 4, not "1"',
    ],
  ])('refuses %s', async (_, input, field, message) => {
    await expect(launch(input)).rejects.toMatchObject({ code: 'invalid', fields: [{ field, message }] });
  });

  it('refuses more runs than one sweep may have', async () => {
    const levels = Array.from({ length: 20 }, (_, index) => index + 1).join(', ');
    const source = poolSize.replace('pool-size', 'large').replace('[1, 2, 4]', `[${levels}]`);
    await saveExperiment(test.ctx, { source });
    await expect(launch({ replicates: 26 }, 'large')).rejects.toMatchObject({
      code: 'invalid',
      fields: [{ field: 'replicates', message: 'expected at most 1000 runs in a sweep; this makes 1040' }],
    });
  });

  it('refuses an executor that is not there, or is switched off, and names it', async () => {
    await expect(launch({}, 'later')).rejects.toMatchObject({
      code: 'invalid',
      fields: [{ field: 'spec.workload.executor' }],
    });
    const off = { ...test.ctx, config: { ...test.ctx.config, localK6: false } };
    await expect(
      launchSweep(off, { name: 'pool-size', ...launchSweepSchema.parse({}) }),
    ).rejects.toMatchObject({
      code: 'conflict',
      fields: [{ field: 'spec.workload.executor', message: expect.stringContaining('switched off') }],
    });
    await expect(
      launchSweep(off, { name: 'elsewhere', ...launchSweepSchema.parse({}) }),
    ).resolves.toBeDefined();
  });

  it('needs the scope launch and an experiment of the project', async () => {
    const input = { name: 'pool-size', ...launchSweepSchema.parse({}) };
    await expect(launchSweep(test.as({ scopes: ['read'] }), input)).rejects.toMatchObject({
      code: 'forbidden',
    });
    await expect(launchSweep(test.as({ projectId: 'project2' }), input)).rejects.toMatchObject({
      code: 'not-found',
    });
  });
});

describe('cancelling', () => {
  it('ends a sweep whose runs all wait, and closes it once', async () => {
    const { id, runs } = await launch({ params: { workers: 1 } });
    await cancelRun(test.ctx, { id: runs[0]?.id ?? '' });
    expect(await readSweep(test.ctx, { id })).toMatchObject({
      status: 'running',
      counts: { cancelled: 1, queued: 3 },
    });
    const sweep = await cancelSweep(test.ctx, { id });
    expect(sweep).toMatchObject({
      status: 'finished',
      verdict: 'none',
      counts: { total: 4, cancelled: 4 },
      remainingMs: 0,
    });
    expect(await cancelSweep(test.ctx, { id })).toEqual(sweep);
    const run = await test.ctx.repos.runs.find(runs[1]?.id ?? '');
    expect(run).toMatchObject({
      status: 'finished',
      outcome: 'cancelled',
      verdict: 'none',
      reason: 'Cancelled before it started',
    });
  });

  it('leaves the sweeps of another project alone', async () => {
    const { id } = await launch({ params: { workers: 1 } });
    const other = test.as({ projectId: 'project2' });
    await expect(cancelSweep(other, { id })).rejects.toMatchObject({ code: 'not-found' });
    await expect(readSweep(other, { id })).rejects.toMatchObject({ code: 'not-found' });
    expect(await readSweep(test.ctx, { id })).toMatchObject({ status: 'queued' });
  });
});

describe('listing', () => {
  it('goes page by page, newest first, for one experiment', async () => {
    test.advance(1000);
    const ids: string[] = [];
    for (let round = 0; round < 3; round++) {
      test.advance(1000);
      ids.unshift((await launch({}, 'elsewhere')).id);
    }
    const first = sweepListSchema.parse(await listSweeps(test.ctx, { experiment: 'elsewhere', limit: 2 }));
    expect(first.items.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    const second = await listSweeps(test.ctx, {
      experiment: 'elsewhere',
      limit: 2,
      cursor: first.nextCursor ?? '',
    });
    expect(second.items[0]?.id).toBe(ids[2]);
    expect((await listSweeps(test.as({ projectId: 'project2' }), { limit: 10 })).items).toEqual([]);
  });
});
