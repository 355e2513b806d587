import { comparisonSchema, listRunEvaluationsQuerySchema, type Run } from '@proofload/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareRuns } from '../compare/index.ts';
import { saveExperiment } from '../experiments/index.ts';
import { askForEvaluation, cutWindow, finishLateRun, lateDefinition } from '../fixtures/late-definition.ts';
import { createTestContext, type TestContext } from '../fixtures/test-context.ts';
import { openRun, readRun, readRunLog } from '../runs/index.ts';
import { changeRunWindows, evaluateRuns, listRunEvaluations } from './index.ts';

let test: TestContext;
const runs: Run[] = [];
beforeAll(async () => {
  test = await createTestContext();
  await saveExperiment(test.ctx, { source: lateDefinition('pool') });
  for (const workers of [1, 2, 2])
    runs.push(await finishLateRun(test, { experiment: 'pool', workers, latencyMs: 100 }));
});
afterAll(() => test.close());

const run = (index: number): Run => {
  const found = runs[index];
  if (!found) throw new Error(`There is no run ${index}`);
  return found;
};
const compare = async () =>
  comparisonSchema.parse(await compareRuns(test.ctx, { experiment: 'pool', by: 'treatment' }));
const mixedOf = async () => (await compare()).measurements.map(({ name, mixed }) => [name, mixed]);
const reset = (id: string) => changeRunWindows(test.ctx, { id, windows: {} });

describe('a window of one run', () => {
  it('cuts its warm-up, keeps what was measured with it, and says who did so', async () => {
    expect(await mixedOf()).toEqual([['p50', []]]);
    const cut = await cutWindow(test, run(1), 'steady', 12, 20);
    expect(cut).toMatchObject({ evaluation: 2, evaluatedVersion: 1, verdict: 'pass', experimentVersion: 1 });
    expect(cut.measurements.p50?.value).toBeCloseTo(100, -1);
    expect(cut.measurements.p50?.window).toEqual({ name: 'steady', ...cut.windows.steady });
    const { items } = await listRunEvaluations(test.ctx, {
      id: cut.id,
      ...listRunEvaluationsQuerySchema.parse({}),
    });
    expect(items).toMatchObject([
      { number: 2, reason: 'windows', createdBy: 'Ada', windows: cut.windows },
      { number: 1, reason: 'finished', windows: {}, verdict: 'fail' },
    ]);
    const { lines } = await readRunLog(test.ctx, { id: cut.id, after: 0, limit: 100 });
    expect(lines.at(-1)?.message).toBe(
      'Windows changed for this run: steady from 12\u00a0s to 20\u00a0s, by Ada (evaluation 2)',
    );
  });

  it('marks comparisons with runs that have the window of the definition', async () => {
    expect(await mixedOf()).toEqual([
      [
        'p50',
        [
          {
            kind: 'window',
            runs: [run(1).id],
            message:
              '1 of 3 runs has a window of its own in place of steady: pool workers=2, 12\u00a0s to 20\u00a0s after its start',
          },
        ],
      ],
    ]);
  });

  it('is no mixture when all runs are cut alike', async () => {
    await cutWindow(test, run(0), 'steady', 12, 20);
    await cutWindow(test, run(2), 'steady', 12, 20);
    expect(await mixedOf()).toEqual([['p50', []]]);
    await cutWindow(test, run(2), 'steady', 13, 20);
    expect((await compare()).measurements[0]?.mixed).toMatchObject([
      { kind: 'window', message: 'Every run has a window of its own in place of steady, and they differ' },
    ]);
  });

  it('stays when another version evaluates the run, and goes when it is set back', async () => {
    await saveExperiment(test.ctx, { source: lateDefinition('pool', { slos: '' }) });
    const job = await askForEvaluation(test, 'pool', { runs: [run(1).id] });
    await evaluateRuns(test.ctx, { jobId: job.id, signal: new AbortController().signal });
    const evaluated = await readRun(test.ctx, { id: run(1).id });
    expect(evaluated).toMatchObject({ evaluatedVersion: 2, evaluation: 3, verdict: 'none' });
    expect(evaluated.measurements.p50?.value).toBeCloseTo(100, -1);
    const back = await reset(run(1).id);
    expect(back).toMatchObject({ windows: {}, evaluation: 4, evaluatedVersion: 2 });
    expect(back.measurements).toEqual(run(1).measurements);
    // The same again changes nothing.
    expect(await reset(run(1).id)).toEqual(back);
  });

  it('may cut the whole run where no window is defined', async () => {
    const loose = await finishLateRun(test, { workers: 1, latencyMs: 100 });
    expect(loose.measurements.p95?.value).toBeCloseTo(400, -1);
    const cut = await cutWindow(test, loose, '*', 12, 20);
    expect(cut.measurements.p95).toMatchObject({ window: { name: 'own window' }, samples: 80 });
    expect(cut.measurements.p95?.value).toBeCloseTo(100, -1);
    expect((await reset(loose.id)).measurements).toEqual(loose.measurements);
  });

  it('is refused with the field and what was expected, and nothing is changed', async () => {
    const before = await readRun(test.ctx, { id: run(0).id });
    await expect(cutWindow(test, run(0), 'warmup', 1, 5)).rejects.toMatchObject({
      code: 'invalid',
      fields: [{ field: 'windows.warmup', message: 'expected a window of the definition (steady, *)' }],
    });
    await expect(cutWindow(test, run(0), 'steady', 5, 5.5)).rejects.toMatchObject({
      fields: [{ field: 'windows.steady.to', message: 'expected a time at least 1\u00a0s after from' }],
    });
    await expect(cutWindow(test, run(0), 'steady', -60, 5)).rejects.toMatchObject({
      fields: [{ field: 'windows.steady.from' }],
    });
    await expect(cutWindow(test, run(0), 'steady', 5, 600)).rejects.toMatchObject({
      fields: [{ field: 'windows.steady.to' }],
    });
    expect(await readRun(test.ctx, { id: run(0).id })).toEqual(before);
    const { id } = await openRun(test.ctx, { params: {}, labels: {} });
    await expect(reset(id)).rejects.toMatchObject({ code: 'conflict' });
    const reader = test.as({ scopes: ['read'] });
    await expect(changeRunWindows(reader, { id: run(0).id, windows: {} })).rejects.toMatchObject({
      code: 'forbidden',
    });
    const stranger = test.as({ projectId: 'project2' });
    await expect(changeRunWindows(stranger, { id: run(0).id, windows: {} })).rejects.toMatchObject({
      code: 'not-found',
    });
  });

  it('changed by two people at once is changed one after the other', async () => {
    await Promise.all([cutWindow(test, run(0), 'steady', 14, 20), cutWindow(test, run(0), 'steady', 15, 20)]);
    const { items } = await listRunEvaluations(test.ctx, { id: run(0).id, limit: 50 });
    expect(items.map(({ number }) => number)).toEqual([4, 3, 2, 1]);
    const lengths = items.slice(0, 2).map(({ windows }) => {
      const { from, to } = windows.steady ?? { from: '', to: '' };
      return Date.parse(to) - Date.parse(from);
    });
    expect(lengths.sort()).toEqual([5000, 6000]);
  });
});

describe('versions that measure differently', () => {
  it('are marked in a comparison, by name', async () => {
    await saveExperiment(test.ctx, { source: lateDefinition('mixed') });
    const ids: string[] = [];
    for (const workers of [1, 2])
      ids.push((await finishLateRun(test, { experiment: 'mixed', workers, latencyMs: 100 })).id);
    const windows = 'steady: {phase: load, skipFirst: 12s}';
    await saveExperiment(test.ctx, { source: lateDefinition('mixed', { windows }) });
    const job = await askForEvaluation(test, 'mixed', { filter: 'workers=2' });
    expect(job.counts).toMatchObject({ total: 1, pending: 1 });
    await evaluateRuns(test.ctx, { jobId: job.id, signal: new AbortController().signal });
    const compared = await compareRuns(test.ctx, { experiment: 'mixed', by: 'treatment' });
    expect(compared.measurements[0]?.mixed).toEqual([
      {
        kind: 'definition',
        runs: [ids[0]],
        message:
          'Measured in 2 ways: 1 run as p50(http_req_duration) over steady [start of load to end of load] (version 1); ' +
          '1 run as p50(http_req_duration) over steady [start of load + 12\u00a0s to end of load] (version 2)',
      },
    ]);
    expect(compared.runs.map(({ definitionVersion }) => definitionVersion)).toEqual([1, 2]);
  });
});
