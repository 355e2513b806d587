import { decideTurns, type WaitingSweep } from '@proofload/domain';
import { createTestDatabase, type TestDatabase } from '@proofload/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPrisma, type Db } from '../client.ts';
import { createRunQueueRepository } from './run-queue.ts';
import { createRunRepository, type NewRun } from './runs.ts';
import { createSweepRepository, type NewSweep } from './sweeps.ts';

const nowMs = Date.UTC(2026, 0, 15, 12);
let database: TestDatabase;
/** Each claims over connections of its own, as workers do. */
let claimers: Db[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  for (const id of ['project1', 'project2']) {
    await database.prisma.project.create({ data: { id, name: id } });
    await database.prisma.experiment.create({
      data: { id: `${id}-e`, projectId: id, name: 'e', latestVersion: 1 },
    });
  }
  const { connectionString } = database;
  claimers = Array.from({ length: 8 }, () => createPrisma({ connectionString, poolSize: 2 }));
});
afterAll(async () => {
  await Promise.all(claimers.map((claimer) => claimer.$disconnect()));
  await database.drop();
});
beforeEach(async () => {
  await database.prisma.sweep.deleteMany();
  await database.prisma.cluster.deleteMany();
});

async function launch(
  id: string,
  runs: number,
  changes: Partial<NewSweep> & { clusterName?: string } = {},
): Promise<string[]> {
  const { clusterName = null, ...rest } = changes;
  const projectId = changes.projectId ?? 'project1';
  const base = {
    projectId,
    experimentId: `${projectId}-e`,
    experimentVersion: 1,
    createdAtMs: nowMs,
    labels: {},
  };
  const sweep: NewSweep = { id, ...base, order: 'defined', seed: 1, createdBy: 'Ada', ...rest };
  const ids = Array.from({ length: runs }, (_, index) => `${id}-${String(index + 1).padStart(3, '0')}`);
  await createSweepRepository(database.prisma).insert(
    sweep,
    ids.map(
      (runId, index): NewRun => ({
        ...base,
        id: runId,
        sweepId: id,
        name: runId,
        executor: 'k6',
        params: {},
        treatment: '',
        replicate: 1,
        position: index + 1,
        status: 'queued',
        clusterName,
      }),
    ),
  );
  return ids;
}

const choose = (sweeps: WaitingSweep[], atMs = nowMs) =>
  decideTurns(sweeps, atMs).find(({ turn }) => turn.kind === 'due')?.sweep ?? null;

const onTestbed = { projectId: 'project1', clusterName: 'testbed', sweepId: null };

async function claim(db: Db, owner = 'worker', lane = onTestbed as Parameters<typeof claimOn>[1]) {
  return claimOn(db, lane, owner);
}
const claimOn = (
  db: Db,
  lane: { projectId: string; clusterName: string | null; sweepId: string | null },
  owner: string,
) => createRunQueueRepository(db).claim(lane, (sweeps) => choose(sweeps), { owner, untilMs: nowMs + 40_000 });

/** Ends a run at once, as its worker does. */
async function finish(db: Db, id: string): Promise<void> {
  const runs = createRunRepository(db);
  await runs.change(id, { status: 'starting' }, { status: 'running' });
  await runs.change(id, { status: 'running' }, { status: 'finishing', finishedAtMs: nowMs });
  await runs.change(id, { status: 'finishing' }, { status: 'finished', outcome: 'completed', lease: null });
}

const allow = (maxConcurrentRuns: number) =>
  database.prisma.cluster.create({
    data: {
      ...{ id: 'testbed00', projectId: 'project1', name: 'testbed', namespace: 'default', updatedBy: 'Ada' },
      ...{ authKind: 'in-cluster', maxConcurrentRuns },
    },
  });

describe('claiming on a cluster', () => {
  it.each([1, 3])(
    'eight workers at once never have more than %i runs there, and none is left or taken twice',
    async (limit) => {
      await allow(limit);
      await launch('sweep-a', 30, { clusterName: 'testbed' });
      await launch('sweep-b', 30, { clusterName: 'testbed', priority: 1 });
      let atWork = 0;
      let most = 0;
      const claimed: string[] = [];
      const work = async (db: Db, owner: string): Promise<void> => {
        for (let idle = 0; idle < 400; ) {
          const run = await claim(db, owner);
          if (run === null) {
            if (claimed.length === 60) return;
            idle += 1;
            await new Promise((resolve) => setTimeout(resolve, 2));
            continue;
          }
          atWork += 1;
          most = Math.max(most, atWork);
          claimed.push(run.id);
          expect(run).toMatchObject({ leaseOwner: owner, status: 'starting', attempt: 1 });
          // Longer than others need to claim.
          await new Promise((resolve) => setTimeout(resolve, limit === 1 ? 3 : 100));
          // Before the row says so, or another may be counted twice here.
          atWork -= 1;
          await finish(db, run.id);
        }
      };
      await Promise.all(claimers.map((db, index) => work(db, `worker-${index}`)));
      expect(most).toBe(limit);
      expect(new Set(claimed).size).toBe(60);
      // Strictly in turn: the sweep with the greater priority, then the other, each in its order.
      if (limit === 1)
        expect(claimed).toEqual([
          ...Array.from({ length: 30 }, (_, index) => `sweep-b-${String(index + 1).padStart(3, '0')}`),
          ...Array.from({ length: 30 }, (_, index) => `sweep-a-${String(index + 1).padStart(3, '0')}`),
        ]);
    },
  );

  it('workers on two clusters, two projects and no cluster do not wait for one another', async () => {
    await launch('sweep-a', 5, { clusterName: 'testbed' });
    await launch('sweep-b', 5, { clusterName: 'other' });
    await launch('sweep-c', 5, { clusterName: 'testbed', projectId: 'project2' });
    await launch('sweep-d', 5);
    const lanes = [
      onTestbed,
      { ...onTestbed, clusterName: 'other' },
      { ...onTestbed, projectId: 'project2' },
      { projectId: 'project1', clusterName: null, sweepId: 'sweep-d' },
    ];
    const claims = await Promise.all(
      claimers.flatMap((db, index) => lanes.map((lane) => claimOn(db, lane, `worker-${index}`))),
    );
    const bySweep = (id: string) => claims.filter((run) => run?.sweepId === id).length;
    expect(['sweep-a', 'sweep-b', 'sweep-c', 'sweep-d'].map(bySweep)).toEqual([1, 1, 1, 5]);
  });

  it('what is finishing occupies the cluster, what somebody else executes does not', async () => {
    const [first = '', second = ''] = await launch('sweep-a', 3, { clusterName: 'testbed' });
    await database.prisma.run.update({
      where: { id: second },
      data: { status: 'running', executor: 'external' },
    });
    const [db] = claimers as [Db];
    expect((await claim(db))?.id).toBe(first);
    const runs = createRunRepository(db);
    for (const [status, next] of [
      ['starting', 'running'],
      ['running', 'finishing'],
      ['finishing', 'finished'],
    ] as const) {
      expect(await claim(db), status).toBeNull();
      const outcome = next === 'finished' ? { outcome: 'completed' as const } : {};
      await runs.change(first, { status }, { status: next, ...outcome });
    }
    expect((await claim(db))?.id).toBe('sweep-a-003');
  });

  it('what a worker that vanished left there does too, but not for ever', async () => {
    const [first = ''] = await launch('sweep-a', 3, { clusterName: 'testbed' });
    const [db] = claimers as [Db];
    await claim(db);
    await finish(db, first);
    const endedAgo = (minutes: number) =>
      database.prisma.run.update({
        where: { id: first },
        data: { objects: 'present', finishedAt: new Date(Date.now() - minutes * 60_000) },
      });
    await endedAgo(9);
    expect(await claim(db)).toBeNull();
    await endedAgo(11);
    expect(await claim(db)).not.toBeNull();
  });

  it('a run that is cancelled at the same moment is not executed', async () => {
    const ids = await launch('sweep-a', 1, { clusterName: 'testbed' });
    const runs = createRunRepository(database.prisma);
    const [run] = await Promise.all([
      claim(claimers[0] as Db),
      runs.change(ids[0] ?? '', { status: 'queued' }, { status: 'finished', outcome: 'cancelled' }),
    ]);
    const stored = await runs.find(ids[0] ?? '');
    expect(stored?.status).toBe(run === null ? 'finished' : 'starting');
  });
});

describe('what is known of sweeps that wait', () => {
  const read = async () => {
    const sweeps = await createRunQueueRepository(database.prisma).readWaiting('project1');
    return Object.fromEntries(sweeps.map((sweep) => [sweep.sweepId, sweep]));
  };

  it('counts what is at work, and finds the last end of what was executed', async () => {
    const ids = await launch('sweep-a', 5, { clusterName: 'testbed', coolDownMs: 60_000, priority: 3 });
    await launch('sweep-b', 1, { clusterName: 'testbed', createdAtMs: nowMs + 5 });
    const [db] = claimers as [Db];
    await claim(db);
    await finish(db, ids[0] ?? '');
    await database.prisma.run.update({ where: { id: ids[1] ?? '' }, data: { status: 'running' } });
    // Cancelled before it started, and so no end of a load.
    await createRunRepository(db).change(
      ids[2] ?? '',
      { status: 'queued' },
      { status: 'finished', outcome: 'cancelled', finishedAtMs: nowMs + 9_000 },
    );
    expect(await read()).toEqual({
      'sweep-a': {
        sweepId: 'sweep-a',
        projectId: 'project1',
        clusterName: 'testbed',
        priority: 3,
        createdAtMs: nowMs,
        coolDownMs: 60_000,
        isPaused: false,
        waiting: 2,
        active: 1,
        activeOnCluster: 1,
        clusterLimit: 1,
        lastEndMs: nowMs,
      },
      'sweep-b': expect.objectContaining({
        waiting: 1,
        active: 0,
        activeOnCluster: 1,
        lastEndMs: null,
        createdAtMs: nowMs + 5,
      }),
    });
    await createSweepRepository(db).configure('sweep-b', {
      paused: { atMs: nowMs, by: 'Ada' },
      priority: -4,
    });
    expect((await read())['sweep-b']).toMatchObject({ isPaused: true, priority: -4 });
  });

  it('takes the end on the cluster for the end, whose sweep it ever was', async () => {
    const [db] = claimers as [Db];
    const [other = ''] = await launch('sweep-a', 1, { clusterName: 'testbed' });
    await launch('sweep-b', 1, { clusterName: 'testbed', coolDownMs: 60_000 });
    await launch('sweep-c', 1, { coolDownMs: 60_000 });
    await claim(db);
    await finish(db, other);
    const sweeps = await read();
    expect(sweeps['sweep-b']?.lastEndMs).toBe(nowMs);
    expect(sweeps['sweep-c']?.lastEndMs).toBeNull();
  });

  it('finds the first runs of each sweep, in the order of the sweeps', async () => {
    await launch('sweep-a', 3);
    await launch('sweep-b', 3);
    const found = await createRunQueueRepository(database.prisma).findFirst([
      { sweepId: 'sweep-b', limit: 2 },
      { sweepId: 'sweep-a', limit: 1 },
    ]);
    expect(found.map(({ id }) => id)).toEqual(['sweep-b-001', 'sweep-b-002', 'sweep-a-001']);
  });
});
