import { createTestDatabase, type TestDatabase } from '@proofload/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRunTimelineRepository } from './run-timeline.ts';
import { createRunRepository, type NewRun, type RunRepository } from './runs.ts';

const nowMs = Date.UTC(2026, 0, 15, 12);
let database: TestDatabase;
let runs: RunRepository;
let count = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  runs = createRunRepository(database.prisma);
  for (const id of ['project1', 'project2']) await database.prisma.project.create({ data: { id, name: id } });
});
afterAll(() => database.drop());

async function insertRun(changes: Partial<NewRun> = {}): Promise<string> {
  count += 1;
  const id = `run${String(count).padStart(8, '0')}`;
  await runs.insert([
    {
      id,
      projectId: 'project1',
      experimentId: null,
      experimentVersion: null,
      sweepId: null,
      name: `run ${count}`,
      executor: 'k6',
      params: { workers: 2 },
      labels: { branch: 'main' },
      treatment: 'workers=2',
      replicate: 1,
      position: count,
      status: 'queued',
      createdAtMs: nowMs + count,
      ...changes,
    },
  ]);
  return id;
}

const revisionOf = async (id: string): Promise<number> => (await runs.find(id))?.revision ?? -1;

describe('claiming', () => {
  it('gives a run to one of twenty workers that ask at once', async () => {
    const id = await insertRun();
    const owners = Array.from({ length: 20 }, (_, index) => `worker-${index}`);
    const answers = await Promise.all(owners.map((owner) => runs.claim(id, owner, nowMs + 40_000)));
    const won = answers.filter((answer) => answer !== null);
    expect(won).toHaveLength(1);
    expect(won[0]).toMatchObject({
      status: 'starting',
      attempt: 1,
      revision: 1,
      leaseUntilMs: nowMs + 40_000,
    });
    expect((await runs.find(id))?.leaseOwner).toBe(won[0]?.leaseOwner);
  });

  it.each(['starting', 'running', 'finishing'] as const)('refuses a run that is %s', async (status) => {
    const id = await insertRun({ status });
    expect(await runs.claim(id, 'worker', nowMs)).toBeNull();
    expect(await revisionOf(id)).toBe(0);
  });
});

describe('leases', () => {
  it('are renewed by their owner alone, and tell of a cancellation', async () => {
    const id = await insertRun();
    await runs.claim(id, 'worker-a', nowMs + 40_000);
    expect(await runs.renewLease(id, 'worker-b', nowMs + 90_000)).toEqual({
      isHeld: false,
      isCancelRequested: false,
    });
    expect((await runs.find(id))?.leaseUntilMs).toBe(nowMs + 40_000);
    expect(await runs.renewLease(id, 'worker-a', nowMs + 45_000)).toEqual({
      isHeld: true,
      isCancelRequested: false,
    });
    await runs.noteCancel(id, nowMs);
    expect(await runs.renewLease(id, 'worker-a', nowMs + 50_000)).toEqual({
      isHeld: true,
      isCancelRequested: true,
    });
    expect((await runs.find(id))?.leaseUntilMs).toBe(nowMs + 50_000);
  });

  it('guard every change: a worker that lost its lease writes nothing', async () => {
    const id = await insertRun();
    await runs.claim(id, 'worker-a', nowMs + 40_000);
    const before = await revisionOf(id);
    expect(await runs.change(id, { status: 'starting', leaseOwner: 'worker-b' }, { status: 'running' })).toBe(
      false,
    );
    expect(await runs.change(id, { status: 'running', leaseOwner: 'worker-a' }, { reason: 'late' })).toBe(
      false,
    );
    expect(await runs.find(id)).toMatchObject({ status: 'starting', reason: null, revision: before });
    const changes = { status: 'running', startedAtMs: nowMs, reason: 'as wanted' } as const;
    expect(await runs.change(id, { status: 'starting', leaseOwner: 'worker-a' }, changes)).toBe(true);
    expect(await runs.find(id)).toMatchObject({
      status: 'running',
      startedAtMs: nowMs,
      reason: 'as wanted',
      leaseOwner: 'worker-a',
      revision: before + 1,
    });
  });

  it('that run on keep the reconciler from taking a run away', async () => {
    const id = await insertRun();
    await runs.claim(id, 'worker-a', nowMs + 40_000);
    const requeue = { status: 'queued', lease: null } as const;
    expect(await runs.change(id, { status: 'starting', leaseExpiredAtMs: nowMs + 40_000 }, requeue)).toBe(
      false,
    );
    expect(await runs.change(id, { status: 'starting', leaseExpiredAtMs: nowMs + 40_001 }, requeue)).toBe(
      true,
    );
  });

  it('are given up with a null', async () => {
    const id = await insertRun();
    await runs.claim(id, 'worker-a', nowMs + 40_000);
    expect(
      await runs.change(
        id,
        { status: 'starting', leaseOwner: 'worker-a' },
        { status: 'queued', lease: null },
      ),
    ).toBe(true);
    expect(await runs.find(id)).toMatchObject({ status: 'queued', leaseOwner: null, leaseUntilMs: null });
    expect((await runs.claim(id, 'worker-b', nowMs + 80_000))?.attempt).toBe(2);
  });

  it('on a run that is finishing can be taken over when free or run out, not before', async () => {
    const id = await insertRun({ status: 'finishing' });
    const first = await runs.claimFinishing(id, 'worker-a', nowMs, nowMs + 40_000);
    expect(first?.leaseOwner).toBe('worker-a');
    expect(await runs.claimFinishing(id, 'worker-b', nowMs + 39_000, nowMs + 79_000)).toBeNull();
    expect(await runs.claimFinishing(id, 'worker-a', nowMs + 39_000, nowMs + 40_000)).not.toBeNull();
    const taken = await runs.claimFinishing(id, 'worker-b', nowMs + 40_001, nowMs + 80_000);
    expect(taken?.leaseOwner).toBe('worker-b');
  });
});

describe('what nobody attends to', () => {
  it('is what lost its worker, oldest first, without what somebody else executes', async () => {
    await database.prisma.run.deleteMany();
    await insertRun();
    const dead = await insertRun();
    await runs.claim(dead, 'dead', nowMs - 1);
    const alive = await insertRun();
    await runs.claim(alive, 'alive', nowMs + 10_000);
    const running = await insertRun();
    await runs.claim(running, 'dead', nowMs - 1);
    await runs.change(running, { status: 'starting' }, { status: 'running' });
    await insertRun({ status: 'running', executor: 'external' });
    const finishing = await insertRun({ status: 'finishing' });
    const finished = await insertRun({ status: 'finishing' });
    await runs.change(finished, { status: 'finishing' }, { outcome: 'failed' });
    await runs.change(finished, { status: 'finishing' }, { status: 'finished', lease: null });
    const found = await runs.findUnattended(nowMs, 100);
    expect(found.map((run) => run.id)).toEqual([dead, running, finishing]);
    expect((await runs.findUnattended(nowMs, 2)).map((run) => run.id)).toEqual([dead, running]);
    expect(await runs.countByStatus()).toEqual({
      queued: 1,
      starting: 2,
      running: 2,
      finishing: 1,
      finished: 1,
    });
  });
});

describe('results', () => {
  const measured = (value: number | null) => ({
    value,
    unit: 'ms',
    better: 'lower' as const,
    samples: 10,
    spread: null,
    window: null,
    note: null,
  });

  it('replace those of an earlier evaluation, in the row and beside it', async () => {
    const id = await insertRun({ status: 'finishing' });
    const run = { id, projectId: 'project1' };
    await runs.saveResults(run, {
      measurements: { p95: measured(120), old: measured(1) },
      slos: [],
      verdict: 'fail',
      evaluatedVersion: 1,
    });
    await runs.saveResults(run, {
      measurements: { p95: measured(90), none: measured(null) },
      slos: [],
      verdict: 'pass',
      evaluatedVersion: 2,
    });
    const stored = await runs.find(id);
    expect(stored).toMatchObject({ verdict: 'pass', evaluatedVersion: 2, revision: 2 });
    expect(Object.keys(stored?.measurements ?? {}).sort()).toEqual(['none', 'p95']);
    expect(await readValues(id)).toEqual([['p95', 90]]);
  });
});

/** The measurements by which lists find a run. */
async function readValues(id: string): Promise<[name: string, number: number][]> {
  const rows = await database.prisma.$queryRaw<{ name: string; number: number }[]>`
    SELECT f."name", v."number" FROM "RunValue" v JOIN "RunField" f ON f."id" = v."field"
    WHERE v."run" = (SELECT "key" FROM "Run" WHERE "id" = ${id}) AND f."kind" = 'measurement' ORDER BY 1`;
  return rows.map(({ name, number }) => [name, number]);
}

describe('projects', () => {
  it('do not see, list or delete one another', async () => {
    const id = await insertRun();
    expect(await runs.find(id, 'project2')).toBeNull();
    expect(await runs.readRevision(id, 'project2')).toBeNull();
    expect(await runs.findMany('project2', { ids: [id] }, 10)).toEqual([]);
    expect(await runs.delete(id, 'project2', { evenPinned: true })).toBe(false);
    expect(await runs.delete(id, 'project1', { evenPinned: false })).toBe(true);
    expect(await runs.find(id)).toBeNull();
  });
});

describe('the log', () => {
  it('numbers the lines of several writers once each, and reads on from a line', async () => {
    const timeline = createRunTimelineRepository(database.prisma);
    const id = await insertRun();
    const writers = Array.from({ length: 6 }, (_, writer) =>
      timeline.appendLog(
        id,
        Array.from({ length: 5 }, (_, line) => ({
          atMs: nowMs,
          level: 'info' as const,
          message: `${writer}.${line}`,
        })),
      ),
    );
    await Promise.all(writers);
    const lines = await timeline.readLog(id, 0, 100);
    expect(lines.map((line) => line.seq)).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
    expect(new Set(lines.map((line) => line.message)).size).toBe(30);
    expect((await timeline.readLog(id, 28, 100)).map((line) => line.seq)).toEqual([29, 30]);
  });

  it('keeps text that PostgreSQL cannot hold and lines without end', async () => {
    const timeline = createRunTimelineRepository(database.prisma);
    const id = await insertRun();
    await timeline.appendLog(id, [{ atMs: nowMs, level: 'warn', message: `a\0b${'x'.repeat(20_000)}` }]);
    const [line] = await timeline.readLog(id, 0, 1);
    expect(line?.message).toHaveLength(8192);
    expect(line?.message.startsWith('a\ufffdb')).toBe(true);
  });
});

describe('phases and warnings', () => {
  it('are kept once each, phases in order of time', async () => {
    const timeline = createRunTimelineRepository(database.prisma);
    const id = await insertRun();
    await Promise.all([
      timeline.putPhase(id, { name: 'load', startMs: nowMs + 2000, endMs: null }),
      timeline.putPhase(id, { name: 'setup', startMs: nowMs, endMs: nowMs + 2000 }),
      timeline.addWarnings(id, ['one', 'two']),
      timeline.addWarnings(id, ['two', 'three']),
    ]);
    await timeline.putPhase(id, { name: 'load', startMs: nowMs + 2000, endMs: nowMs + 9000 });
    const run = await runs.find(id);
    expect(run?.phases).toEqual([
      { name: 'setup', startMs: nowMs, endMs: nowMs + 2000 },
      { name: 'load', startMs: nowMs + 2000, endMs: nowMs + 9000 },
    ]);
    expect([...(run?.warnings ?? [])].sort()).toEqual(['one', 'three', 'two']);
  });
});
