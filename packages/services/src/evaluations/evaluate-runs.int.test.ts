import {
  launchSweepSchema,
  listRunEvaluationsQuerySchema,
  runEvaluationListSchema,
} from '@proofload/contracts';
import { createPool } from '@proofload/db';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reconcileRuns } from '../execution/index.ts';
import { saveExperiment } from '../experiments/index.ts';
import { askForEvaluation, fillLateRun, finishLateRun, lateDefinition } from '../fixtures/late-definition.ts';
import { createTestContext, type TestContext } from '../fixtures/test-context.ts';
import { listRuns, readRun, readRunLog } from '../runs/index.ts';
import { launchSweep, readSweep } from '../sweeps/index.ts';
import { maxClaims, runLeaseMs } from './evaluate-runs.ts';
import {
  cancelEvaluationJob,
  evaluateRuns,
  listRunEvaluations,
  readEvaluationJob,
  readEvaluationOffer,
} from './index.ts';

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext();
});
afterAll(() => test.close());

const never = new AbortController().signal;
const work = (jobId: string) => evaluateRuns(test.ctx, { jobId, signal: never });
const historyOf = (id: string) =>
  listRunEvaluations(test.ctx, { id, ...listRunEvaluationsQuerySchema.parse({}) });

const withoutWarmUp = { windows: 'steady: {phase: load, skipFirst: 12s}' };

/** An experiment with so many finished runs of its first version. */
async function prepare(name: string, runs = 1) {
  await saveExperiment(test.ctx, { source: lateDefinition(name) });
  const made = [];
  for (let index = 0; index < runs; index++)
    made.push(await finishLateRun(test, { experiment: name, workers: 1 + (index % 2), latencyMs: 100 }));
  return made;
}

describe('a version that measures differently', () => {
  it('evaluates stored runs anew and keeps what they had', async () => {
    const [run] = await prepare('changed');
    if (!run) throw new Error('no run');
    expect(run).toMatchObject({ evaluatedVersion: 1, evaluation: 1, verdict: 'fail', windows: {} });
    expect(run.measurements.p50?.value).toBeCloseTo(400, -1);
    await saveExperiment(test.ctx, {
      source: lateDefinition('changed', {
        ...withoutWarmUp,
        measurements:
          'p50: {metric: http_req_duration, aggregate: p50, over: steady, unit: ms, better: lower}\n' +
          '    heap: {metric: go_memstats_heap_bytes, aggregate: max, unit: MiB}',
        slos: '{name: fast, measurement: p50, objective: "< 150ms"}, {name: small, measurement: heap, objective: "< 1MiB"}',
      }),
    });
    expect(await readEvaluationOffer(test.ctx, { name: 'changed' })).toMatchObject({
      version: 2,
      runs: 1,
      due: 1,
      job: null,
      from: [
        {
          version: 1,
          runs: 1,
          changes: [
            { kind: 'window', name: 'steady', change: 'changed' },
            { kind: 'measurement', name: 'heap', change: 'added' },
            { kind: 'slo', name: 'small', change: 'added' },
          ],
        },
      ],
    });
    const job = await askForEvaluation(test, 'changed');
    expect(job).toMatchObject({ version: 2, status: 'running', counts: { total: 1, pending: 1 } });
    await work(job.id);
    expect(await readEvaluationJob(test.ctx, { id: job.id })).toMatchObject({
      status: 'finished',
      createdBy: 'Ada',
      counts: { total: 1, pending: 0, evaluated: 1, failed: 0 },
    });
    const now = await readRun(test.ctx, { id: run.id });
    expect(now).toMatchObject({
      experimentVersion: 1,
      evaluatedVersion: 2,
      evaluation: 2,
      verdict: 'inconclusive',
    });
    expect(now.measurements.p50?.value).toBeCloseTo(100, -1);
    expect(now.measurements.heap).toMatchObject({
      value: null,
      note: 'the run has no data of go_memstats_heap_bytes',
    });
    expect(now.slos.map(({ name, met }) => [name, met])).toEqual([
      ['fast', true],
      ['small', null],
    ]);
    const { items, nextCursor } = runEvaluationListSchema.parse(await historyOf(run.id));
    expect(nextCursor).toBeNull();
    expect(items).toMatchObject([
      { number: 2, current: true, version: 2, reason: 'version', createdBy: 'Ada', verdict: 'inconclusive' },
      { number: 1, current: false, version: 1, reason: 'finished', createdBy: 'Proofload', verdict: 'fail' },
    ]);
    expect(items[1]?.measurements).toEqual(run.measurements);
    expect(items[1]?.slos).toEqual(run.slos);
    expect(items[0]?.digest).not.toBe(items[1]?.digest);
    const { lines } = await readRunLog(test.ctx, { id: run.id, after: 0, limit: 100 });
    expect(lines.at(-1)?.message).toBe('Evaluated with version 2 (evaluation 2), asked for by Ada');
    const found = await listRuns(test.ctx, { limit: 10, filter: 'experiment="changed" and p50<150' });
    expect(found.items.map(({ id }) => id)).toEqual([run.id]);
  });

  it('changes nothing when asked again', async () => {
    const job = await askForEvaluation(test, 'changed');
    expect(job).toMatchObject({ status: 'finished', counts: { total: 1, unchanged: 1, evaluated: 0 } });
    const { items } = await listRuns(test.ctx, { limit: 1, experiment: 'changed' });
    expect((await readRun(test.ctx, { id: items[0]?.id ?? '' })).evaluation).toBe(2);
    expect((await historyOf(items[0]?.id ?? '')).items).toHaveLength(2);
  });

  it('goes back to the values of before with the version of before', async () => {
    const job = await askForEvaluation(test, 'changed', { version: 1 });
    await work(job.id);
    const { items } = await listRuns(test.ctx, { limit: 1, experiment: 'changed' });
    const history = (await historyOf(items[0]?.id ?? '')).items;
    expect(history.map(({ version }) => version)).toEqual([1, 2, 1]);
    expect(history[0]?.measurements).toEqual(history[2]?.measurements);
    const page = await listRunEvaluations(test.ctx, { id: items[0]?.id ?? '', limit: 1 });
    expect(page).toMatchObject({ items: [{ number: 3 }], nextCursor: '3' });
    const rest = await listRunEvaluations(test.ctx, { id: items[0]?.id ?? '', limit: 2, cursor: '3' });
    expect(rest).toMatchObject({ items: [{ number: 2 }, { number: 1 }], nextCursor: null });
  });
});

describe('many runs of few treatments', () => {
  it('are looked at along their history once a treatment, when all have their results', async () => {
    await prepare('histories', 14);
    await saveExperiment(test.ctx, { source: lateDefinition('histories', withoutWarmUp) });
    const { repos } = test.ctx;
    const asked: (string | null)[] = [];
    const history = {
      ...repos.history,
      findRuns: (...args: Parameters<typeof repos.history.findRuns>) => {
        asked.push(args[1]);
        return repos.history.findRuns(...args);
      },
    };
    const job = await askForEvaluation(test, 'histories');
    // A change that the results of before had, and the new ones have not.
    const { experimentId } = await test.prisma.evaluationJob.findUniqueOrThrow({ where: { id: job.id } });
    const alarm = { experimentId, treatment: 'workers=1', measurement: 'p50', total: 1, worse: 1 };
    await test.prisma.historyAlarm.create({ data: alarm });
    const ctx = { ...test.ctx, repos: { ...repos, history } };
    await evaluateRuns(ctx, { jobId: job.id, signal: never });
    expect(await readEvaluationJob(test.ctx, { id: job.id })).toMatchObject({ counts: { evaluated: 14 } });
    expect(asked).toEqual(['workers=1', 'workers=2']);
    expect(await test.prisma.historyAlarm.count()).toBe(0);
  });
});

describe('saving a version', () => {
  it('evaluates stored runs at once when asked to, and only where results can differ', async () => {
    const [run] = await prepare('asked');
    const other = await saveExperiment(test.ctx, {
      source: lateDefinition('asked', { objective: 'The same in other words' }),
      evaluate: true,
    });
    expect(other).toMatchObject({ version: 2, evaluation: null });
    const saved = await saveExperiment(test.ctx, {
      source: lateDefinition('asked', withoutWarmUp),
      evaluate: true,
    });
    expect(saved.evaluation).toMatchObject({ version: 3, counts: { pending: 1 } });
    await work(saved.evaluation?.id ?? '');
    expect(await readRun(test.ctx, { id: run?.id ?? '' })).toMatchObject({
      evaluatedVersion: 3,
      verdict: 'pass',
    });
  });

  it('that differs in goals alone carries the values over, samples or not', async () => {
    const [run] = await prepare('goals');
    await dropSamples(run?.id ?? '');
    const saved = await saveExperiment(test.ctx, {
      source: lateDefinition('goals', { goals: '{measurement: p50, target: "<= 0.9x"}' }),
      evaluate: true,
    });
    await work(saved.evaluation?.id ?? '');
    const now = await readRun(test.ctx, { id: run?.id ?? '' });
    expect(now).toMatchObject({ evaluatedVersion: 2, evaluation: 2 });
    expect(now.measurements).toEqual(run?.measurements);
  });
});

async function dropSamples(id: string): Promise<void> {
  const run = await test.ctx.repos.runs.find(id);
  const pool = createPool({ connectionString: test.connectionString }, () => undefined);
  for (const table of ['SeriesChunk', 'Series', 'SeriesOrigin'])
    await pool.query(`DELETE FROM "${table}" WHERE "runKey" = $1`, [run?.key]);
  await pool.end();
}

describe('runs that cannot be evaluated', () => {
  it('keep their old values when their samples are gone', async () => {
    const [run] = await prepare('expired');
    await dropSamples(run?.id ?? '');
    await saveExperiment(test.ctx, { source: lateDefinition('expired', withoutWarmUp) });
    const job = await askForEvaluation(test, 'expired');
    await work(job.id);
    expect(await readEvaluationJob(test.ctx, { id: job.id })).toMatchObject({
      status: 'finished',
      counts: { kept: 1, evaluated: 0 },
      notes: [{ run: run?.id, note: 'Its samples are gone, so the old results stay' }],
    });
    expect(await readRun(test.ctx, { id: run?.id ?? '' })).toEqual(run);
  });

  it('keep them when a rule has begun to remove their samples', async () => {
    const [run] = await prepare('expiring');
    const pool = createPool({ connectionString: test.connectionString }, () => undefined);
    await pool.query(`UPDATE "Run" SET "samplesExpiredAt" = now() WHERE "id" = $1`, [run?.id]);
    await pool.end();
    await saveExperiment(test.ctx, { source: lateDefinition('expiring', withoutWarmUp) });
    const job = await askForEvaluation(test, 'expiring');
    await work(job.id);
    expect(await readEvaluationJob(test.ctx, { id: job.id })).toMatchObject({
      status: 'finished',
      counts: { kept: 1, failed: 0 },
    });
    expect((await readRun(test.ctx, { id: run?.id ?? '' })).measurements).toEqual(run?.measurements);
  });

  it('are refused by name, and nothing is made', async () => {
    const [run] = await prepare('refused');
    const [foreign] = await prepare('foreign');
    const ask = (input: object) => askForEvaluation(test, 'refused', { ...input });
    await expect(ask({ runs: [run?.id, foreign?.id] })).rejects.toMatchObject({
      code: 'invalid',
      fields: [{ field: 'runs', message: `expected runs of refused, not ${foreign?.id}` }],
    });
    await expect(ask({ version: 9 })).rejects.toMatchObject({ code: 'not-found' });
    await expect(ask({ filter: 'p50 <' })).rejects.toMatchObject({ code: 'invalid' });
    await expect(askForEvaluation(test, 'nowhere')).rejects.toMatchObject({ code: 'not-found' });
    const reader = { ...test, ctx: test.as({ scopes: ['read'] }) };
    await expect(askForEvaluation(reader, 'refused')).rejects.toMatchObject({ code: 'forbidden' });
    const stranger = { ...test, ctx: test.as({ projectId: 'project2' }) };
    await expect(askForEvaluation(stranger, 'refused')).rejects.toMatchObject({ code: 'not-found' });
    expect((await readEvaluationOffer(test.ctx, { name: 'refused' })).job).toBeNull();
  });
});

describe('workers', () => {
  it('share a job, and evaluate every run once', async () => {
    const runs = await prepare('shared', 6);
    await saveExperiment(test.ctx, { source: lateDefinition('shared', withoutWarmUp) });
    const job = await askForEvaluation(test, 'shared');
    await Promise.all([work(job.id), work(job.id), work(job.id)]);
    expect(await readEvaluationJob(test.ctx, { id: job.id })).toMatchObject({
      status: 'finished',
      counts: { total: 6, evaluated: 6 },
    });
    for (const { id } of runs) expect((await historyOf(id)).items).toHaveLength(2);
  });

  it('that look at the same run at once give it one evaluation', async () => {
    const [run] = await prepare('same');
    await saveExperiment(test.ctx, { source: lateDefinition('same', withoutWarmUp) });
    const whole = await askForEvaluation(test, 'same');
    expect((await askForEvaluation(test, 'same')).id).toBe(whole.id);
    const named = await askForEvaluation(test, 'same', { runs: [run?.id] });
    expect(await readEvaluationJob(test.ctx, { id: whole.id })).toMatchObject({ counts: { superseded: 1 } });
    await Promise.all([work(whole.id), work(named.id)]);
    expect((await historyOf(run?.id ?? '')).items).toHaveLength(2);
    for (const { id } of [whole, named])
      expect((await readEvaluationJob(test.ctx, { id })).status).toBe('finished');
  });

  it('do what was asked for last, when two ask at once', async () => {
    const [run] = await prepare('asked-twice');
    for (const skip of ['12s', '15s']) {
      const windows = `steady: {phase: load, skipFirst: ${skip}}`;
      await saveExperiment(test.ctx, { source: lateDefinition('asked-twice', { windows }) });
    }
    const jobs = await Promise.all(
      [2, 3].map((version) => askForEvaluation(test, 'asked-twice', { version })),
    );
    const counts = await Promise.all(jobs.map(({ id }) => readEvaluationJob(test.ctx, { id })));
    expect(counts.map((each) => each.counts.superseded).sort()).toEqual([0, 1]);
    await Promise.all(jobs.map(({ id }) => work(id)));
    const last = counts.find((each) => each.counts.superseded === 0);
    expect(await readRun(test.ctx, { id: run?.id ?? '' })).toMatchObject({
      evaluation: 2,
      evaluatedVersion: last?.version,
    });
  });

  it('that die in the middle are followed by others, told by the reconciler', async () => {
    const runs = await prepare('died', 3);
    await saveExperiment(test.ctx, { source: lateDefinition('died', withoutWarmUp) });
    const job = await askForEvaluation(test, 'died');
    // Takes a run, evaluates another, and is never heard of again.
    const nowMs = test.nowMs();
    await test.ctx.repos.evaluationJobs.claimRun(job.id, nowMs, nowMs + runLeaseMs);
    await work(job.id);
    expect(await readEvaluationJob(test.ctx, { id: job.id })).toMatchObject({
      status: 'running',
      counts: { pending: 1, evaluated: 2 },
    });
    test.advance(runLeaseMs + 1);
    const hints: string[] = [];
    const { queue } = test.ctx;
    await reconcileRuns({
      ...test.ctx,
      queue: {
        ...queue,
        enqueue: async (name, data) => {
          if (name === 'evaluate-runs' && 'jobId' in data) hints.push(data.jobId);
        },
      },
    });
    expect(hints).toEqual([job.id]);
    await work(job.id);
    expect(await readEvaluationJob(test.ctx, { id: job.id })).toMatchObject({
      status: 'finished',
      counts: { pending: 0, evaluated: 3 },
    });
    for (const { id } of runs) expect((await historyOf(id)).items).toHaveLength(2);
  });

  it('give a run up that none of them comes back from, and keep its results', async () => {
    const [run] = await prepare('deadly');
    await saveExperiment(test.ctx, { source: lateDefinition('deadly', withoutWarmUp) });
    const job = await askForEvaluation(test, 'deadly');
    for (let claim = 0; claim < maxClaims; claim++) {
      const nowMs = test.nowMs();
      await test.ctx.repos.evaluationJobs.claimRun(job.id, nowMs, nowMs + runLeaseMs);
      test.advance(runLeaseMs + 1);
    }
    await work(job.id);
    expect(await readEvaluationJob(test.ctx, { id: job.id })).toMatchObject({
      status: 'finished',
      counts: { failed: 1 },
      notes: [{ run: run?.id, note: '5 workers vanished while they evaluated it' }],
    });
    expect((await readRun(test.ctx, { id: run?.id ?? '' })).evaluation).toBe(1);
  });

  it('stop between two runs when they shut down, and when the job is cancelled', async () => {
    const runs = await prepare('stopped', 2);
    await saveExperiment(test.ctx, { source: lateDefinition('stopped', withoutWarmUp) });
    const job = await askForEvaluation(test, 'stopped');
    await evaluateRuns(test.ctx, { jobId: job.id, signal: AbortSignal.abort() });
    expect(await readEvaluationJob(test.ctx, { id: job.id })).toMatchObject({ counts: { pending: 2 } });
    expect(await cancelEvaluationJob(test.ctx, { id: job.id })).toMatchObject({
      status: 'cancelled',
      counts: { pending: 0, superseded: 2 },
    });
    await work(job.id);
    for (const { id } of runs) expect((await readRun(test.ctx, { id })).evaluation).toBe(1);
  });
});

describe('a sweep', () => {
  it('is judged anew once all of its runs are, by the goals of that version', async () => {
    await saveExperiment(test.ctx, { source: lateDefinition('swept') });
    const { id, runs } = await launchSweep(test.ctx, {
      name: 'swept',
      ...launchSweepSchema.parse({ replicates: 1, order: 'defined' }),
    });
    for (const [index, run] of runs.entries()) await fillLateRun(test, run.id, index === 0 ? 100 : 40);
    const before = await readSweep(test.ctx, { id });
    expect(before).toMatchObject({ status: 'finished', verdict: 'fail', evaluatedVersion: null });
    expect(before.goals).toMatchObject([{ target: '<= 0.5x', met: false }]);
    const goals = '{measurement: p50, target: "<= 0.45x"}';
    await saveExperiment(test.ctx, { source: lateDefinition('swept', { ...withoutWarmUp, goals }) });

    const one = await askForEvaluation(test, 'swept', { runs: [runs[1]?.id] });
    await work(one.id);
    const between = await readSweep(test.ctx, { id });
    expect(between).toMatchObject({ verdict: 'fail', evaluatedVersion: null, finishedAt: before.finishedAt });
    expect(between.goals).toMatchObject([{ target: '<= 0.5x', met: true }]);
    expect(between.goals[0]?.note).toContain(
      'Measured in 2 ways: 1 run as p50(http_req_duration) over steady',
    );

    const all = await askForEvaluation(test, 'swept');
    expect(all.counts).toMatchObject({ total: 2, unchanged: 1, pending: 1 });
    await work(all.id);
    const after = await readSweep(test.ctx, { id });
    expect(after).toMatchObject({ experimentVersion: 1, evaluatedVersion: 2, verdict: 'pass' });
    expect(after.goals).toMatchObject([{ target: '<= 0.45x', met: true }]);
    expect(after.goals[0]?.note).not.toContain('Measured in');
  });
});
