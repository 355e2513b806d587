import { createTestDatabase, type TestDatabase } from '@proofload/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Replacement } from './evaluations.ts';
import { createRepositories, type Repositories } from './index.ts';
import type { RunRecord } from './run-record.ts';

const nowMs = Date.UTC(2026, 0, 15, 12);
const experimentId = 'experiment1';
let database: TestDatabase;
let repos: Repositories;
let count = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  repos = createRepositories(database.prisma);
  await database.prisma.project.create({ data: { id: 'project1', name: 'project1' } });
  await database.prisma.experiment.create({
    data: { id: experimentId, projectId: 'project1', name: 'stored', latestVersion: 2 },
  });
});
afterAll(() => database.drop());

const measured = (value: number) => ({
  value,
  unit: 'ms',
  better: 'lower' as const,
  samples: 10,
  spread: null,
  window: null,
  note: null,
});

/** A finished run as a version without digests and stamps left it. */
async function insertRun(status: 'finished' | 'running' = 'finished'): Promise<RunRecord> {
  count += 1;
  const id = `run${String(count).padStart(8, '0')}`;
  await repos.runs.insert([
    {
      ...{ id, projectId: 'project1', experimentId, experimentVersion: 1, sweepId: null },
      ...{ name: id, executor: 'external', params: {}, labels: {}, treatment: '' },
      ...{ replicate: null, position: null, createdAtMs: nowMs },
      status: 'running',
    },
  ]);
  const results = {
    measurements: { p95: measured(100) },
    slos: [],
    verdict: 'pass',
    evaluatedVersion: 1,
  } as const;
  await repos.runs.saveResults({ id, projectId: 'project1' }, results);
  if (status === 'finished') {
    const changes = { status, outcome: 'completed', finishedAtMs: nowMs } as const;
    await repos.runs.change(id, { status: 'running' }, changes);
  }
  return find(id);
}

async function find(id: string): Promise<RunRecord> {
  const run = await repos.runs.find(id);
  if (!run) throw new Error(`There is no run ${id}`);
  return run;
}

const replacement = (value: number, changes: Partial<Replacement> = {}): Replacement => ({
  results: { measurements: { p95: measured(value) }, slos: [], verdict: 'fail', evaluatedVersion: 2 },
  stamp: { atMs: nowMs + 1000, by: 'Ada', reason: 'version', digest: 'abc' },
  message: 'Evaluated',
  ...changes,
});

async function insertJob(run: RunRecord): Promise<string> {
  count += 1;
  const id = `job${String(count).padStart(8, '0')}`;
  const job = { id, projectId: 'project1', experimentId, version: 2, digest: 'abc', filter: null };
  await repos.evaluationJobs.insert(
    { ...job, isWhole: false, createdAtMs: nowMs + count, createdBy: 'Ada' },
    { ids: [run.id], filter: null },
    [],
    10,
  );
  return id;
}

describe('replacing results', () => {
  it('keeps those of a run from before evaluations were counted', async () => {
    const run = await insertRun();
    expect(await repos.evaluations.replace(run, replacement(90))).toBe('replaced');
    const now = await find(run.id);
    expect(now).toMatchObject({ evaluation: 2, evaluatedVersion: 2, evaluatedBy: 'Ada', verdict: 'fail' });
    expect(now.revision).toBeGreaterThan(run.revision);
    expect(await repos.evaluations.list(run.id, null, 10)).toEqual([
      {
        ...{
          number: 1,
          version: 1,
          digest: null,
          reason: 'finished',
          createdAtMs: nowMs,
          createdBy: 'Proofload',
        },
        ...{ windows: {}, measurements: run.measurements, slos: [], verdict: 'pass' },
      },
    ]);
  });

  it('is done by one of ten that read the run at the same time', async () => {
    const run = await insertRun();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => repos.evaluations.replace(run, replacement(index))),
    );
    expect(answers.filter((answer) => answer === 'replaced')).toHaveLength(1);
    expect(answers.filter((answer) => answer === 'lost')).toHaveLength(9);
    const now = await find(run.id);
    expect(now.evaluation).toBe(2);
    expect(now.measurements.p95?.value).toBe(answers.indexOf('replaced'));
    expect(await repos.evaluations.list(run.id, null, 10)).toHaveLength(1);
    expect(await repos.timeline.readLog(run.id, 0, 10)).toHaveLength(1);
  });

  it('is not done for a run that is not finished', async () => {
    const run = await insertRun('running');
    expect(await repos.evaluations.replace(run, replacement(1))).toBe('lost');
    expect(await find(run.id)).toEqual(run);
  });

  it('is not done for a job that wants it no more, and settles one that does', async () => {
    const run = await insertRun();
    const [first, second] = [await insertJob(run), await insertJob(run)];
    expect(await repos.evaluations.replace(run, replacement(1, { jobId: first }))).toBe('superseded');
    expect(await find(run.id)).toEqual(run);
    expect(await repos.evaluations.list(run.id, null, 10)).toEqual([]);
    expect(await repos.evaluations.replace(run, replacement(1, { jobId: second }))).toBe('replaced');
    expect(await repos.evaluationJobs.countStates(second)).toMatchObject({ pending: 0, evaluated: 1 });
    expect(await repos.evaluationJobs.countStates(first)).toMatchObject({ superseded: 1, evaluated: 0 });
  });

  it('goes with its run', async () => {
    const run = await insertRun();
    const job = await insertJob(run);
    await repos.evaluations.replace(run, replacement(1, { jobId: job }));
    await repos.runs.delete(run.id, 'project1', { evenPinned: false });
    expect(await repos.evaluations.list(run.id, null, 10)).toEqual([]);
    expect(Object.values(await repos.evaluationJobs.countStates(job)).every((each) => each === 0)).toBe(true);
  });
});

describe('claiming runs of a job', () => {
  it('gives each to one of many, and again when the lease has run out', async () => {
    const run = await insertRun();
    const job = await insertJob(run);
    const claim = (atMs: number) => repos.evaluationJobs.claimRun(job, atMs, atMs + 1000);
    const claimed = (await Promise.all(Array.from({ length: 8 }, () => claim(nowMs)))).filter(Boolean);
    expect(claimed).toEqual([{ runId: run.id, attempts: 1 }]);
    expect(await claim(nowMs + 999)).toBeNull();
    expect(await claim(nowMs + 1001)).toEqual({ runId: run.id, attempts: 2 });
    await repos.evaluationJobs.settleRun(job, run.id, 'kept', 'gone');
    expect(await claim(nowMs + 10_000)).toBeNull();
    // What is settled stays so.
    await repos.evaluationJobs.settleRun(job, run.id, 'failed', 'other');
    expect(await repos.evaluationJobs.listNotes(job, 5)).toEqual([{ runId: run.id, note: 'gone' }]);
  });

  it('has no job made about more runs than it may have', async () => {
    const [first, second] = [await insertRun(), await insertRun()];
    const job = {
      id: 'jobtoolarge1',
      projectId: 'project1',
      experimentId,
      version: 2,
      digest: 'abc',
      filter: null,
    };
    const made = await repos.evaluationJobs.insert(
      { ...job, isWhole: false, createdAtMs: nowMs, createdBy: 'Ada' },
      { ids: [first.id, second.id], filter: null },
      [],
      1,
    );
    expect(made).toBeNull();
    expect(await repos.evaluationJobs.find(job.id)).toBeNull();
  });
});
