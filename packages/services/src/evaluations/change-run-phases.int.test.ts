import { listRunEvaluationsQuerySchema, type Run } from '@proofload/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { saveExperiment } from '../experiments/index.ts';
import { finishLateRun, lateDefinition } from '../fixtures/late-definition.ts';
import { createTestContext, type TestContext } from '../fixtures/test-context.ts';
import {
  addAnnotation,
  addPhase,
  changeAnnotation,
  deleteAnnotation,
  openRun,
  readRun,
  readRunLog,
} from '../runs/index.ts';
import { changeRunPhases, listRunEvaluations } from './index.ts';

let test: TestContext;
let run: Run;
beforeAll(async () => {
  test = await createTestContext();
  await saveExperiment(test.ctx, { source: lateDefinition('pool') });
  run = await finishLateRun(test, { experiment: 'pool', workers: 1, latencyMs: 100 });
});
afterAll(() => test.close());

const phasesOf = ({ phases }: Run) => phases.map(({ name, from, to }) => ({ name, from, to: to ?? from }));
const after = (instant: string, seconds: number) =>
  new Date(Date.parse(instant) + seconds * 1000).toISOString();

it('moves the phases of a finished run, evaluates it with them, and sets them back', async () => {
  const before = phasesOf(run);
  const load = before.find(({ name }) => name === 'load');
  if (!load) throw new Error('The run has no load');
  const moved = [
    { ...load, from: after(load.from, 10) },
    { name: 'peak', from: load.from, to: after(load.from, 5) },
  ];
  // What alarmed by the results of before must not go on to alarm.
  const { id: experimentId } = await test.prisma.experiment.findFirstOrThrow({ where: { name: 'pool' } });
  const alarm = { experimentId, treatment: run.treatment, measurement: 'p50', total: 1, worse: 1 };
  await test.prisma.historyAlarm.create({ data: alarm });
  const changed = await changeRunPhases(test.ctx, { id: run.id, phases: moved });
  expect(await test.prisma.historyAlarm.count()).toBe(0);
  expect(phasesOf(changed).map(({ name }) => name)).toEqual(['peak', 'load']);
  expect(changed.evaluation).toBe(run.evaluation + 1);
  expect(changed.measurements.p50?.value).not.toBe(run.measurements.p50?.value);
  const query = listRunEvaluationsQuerySchema.parse({});
  const { items } = await listRunEvaluations(test.ctx, { id: run.id, ...query });
  expect(items.map(({ reason }) => reason)).toEqual(['phases', 'finished']);
  const { lines } = await readRunLog(test.ctx, { id: run.id, after: 0, limit: 100 });
  expect(lines.at(-1)?.message).toMatch(
    /^Phases changed: peak from 0.s to 5.s, load from .* by Ada \(evaluation 2\)$/,
  );
  const back = await changeRunPhases(test.ctx, { id: run.id, phases: before });
  expect(phasesOf(back)).toEqual(before);
  expect(back.measurements).toEqual(run.measurements);
  // The same again is no other evaluation.
  expect((await changeRunPhases(test.ctx, { id: run.id, phases: before })).evaluation).toBe(back.evaluation);
});

it('refuses what cannot be, and leaves the run as it was', async () => {
  const now = await readRun(test.ctx, { id: run.id });
  const [load] = phasesOf(now);
  if (!load) throw new Error('The run has no load');
  const change = (phases: (typeof load)[], evaluation?: number) =>
    changeRunPhases(test.ctx, { id: run.id, phases, ...(evaluation === undefined ? {} : { evaluation }) });
  await expect(change([load, load])).rejects.toThrow('load is taken');
  await expect(change([{ ...load, to: load.from }])).rejects.toThrow('a time after `from`');
  await expect(change([{ ...load, from: after(load.from, -3600) }])).rejects.toThrow('times within the run');
  await expect(change([{ ...load, name: 'a\0' }])).rejects.toThrow('without NUL');
  await expect(change([], now.evaluation - 1)).rejects.toThrow('changed meanwhile');
  const open = await openRun(test.ctx, { params: {}, labels: {} });
  await expect(changeRunPhases(test.ctx, { id: open.id, phases: [] })).rejects.toThrow(
    'phases can be changed once',
  );
  await addPhase(test.ctx, { id: open.id, name: 'load', from: load.from });
  expect(await readRun(test.ctx, { id: run.id })).toEqual(now);
});

it('moves, rewords and removes a note', async () => {
  const at = run.startedAt ?? run.createdAt;
  const noted = await addAnnotation(test.ctx, { id: run.id, at, text: 'deploy', labels: {} });
  const annotation = noted.annotations[0]?.id ?? '';
  const moved = await changeAnnotation(test.ctx, {
    id: run.id,
    annotation,
    at: after(at, 3),
    text: 'deploy 2',
  });
  expect(moved.annotations).toMatchObject([{ id: annotation, at: after(at, 3), text: 'deploy 2' }]);
  expect(moved.revision).toBeGreaterThan(noted.revision);
  const reworded = await changeAnnotation(test.ctx, { id: run.id, annotation, text: 'deploy' });
  expect(reworded.annotations).toMatchObject([{ at: after(at, 3), text: 'deploy' }]);
  expect((await deleteAnnotation(test.ctx, { id: run.id, annotation })).annotations).toEqual([]);
  await expect(deleteAnnotation(test.ctx, { id: run.id, annotation })).rejects.toThrow('has no annotation');
  await expect(changeAnnotation(test.ctx, { id: run.id, annotation, text: 'x' })).rejects.toThrow(
    'has no annotation',
  );
});
