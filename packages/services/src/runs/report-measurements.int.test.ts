import { finishRunSchema, openRunSchema } from '@proofload/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { saveExperiment } from '../experiments/index.ts';
import { createTestContext, type TestContext } from '../fixtures/test-context.ts';
import { finishRun, openRun, readRun, reportMeasurements } from './index.ts';

const definition = `apiVersion: proofload/v1
kind: Experiment
metadata: {name: by-hand}
spec:
  objective: What somebody read off a screen
  factors: [{size: [1, 2]}]
  workload: {executor: external}
  measurements:
    duration: {reported: true, unit: min, better: lower}
    delay: {reported: true, unit: ms, better: lower}
    missing: {reported: true, unit: s}
    requests: {metric: http_reqs, aggregate: count}
  slos:
    - {name: quick, measurement: duration, objective: "< 2h"}
    - {name: prompt, measurement: delay, objective: "< 15s"}
    - {name: steady, measurement: delay, objective: "< 30s"}
`;

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext();
  await saveExperiment(test.ctx, { source: definition });
});
afterAll(() => test.close());

const open = async (input: Record<string, unknown> = {}): Promise<string> =>
  (await openRun(test.ctx, openRunSchema.parse({ experiment: 'by-hand', params: { size: 1 }, ...input }))).id;
const finish = (id: string) => finishRun(test.ctx, { id, ...finishRunSchema.parse({}) });

it('what is reported becomes the measurements of the run, in the units of its definition', async () => {
  const id = await open({ environment: { nodes: '2' } });
  await reportMeasurements(test.ctx, { id, measurements: { duration: '2 h', delay: '10-20 s' } });
  await reportMeasurements(test.ctx, {
    id,
    measurements: { duration: { value: 61.5, note: 'read off the dashboard' }, extra: '> 75 moves' },
  });
  const run = await finish(id);
  expect(run.measurements).toMatchObject({
    duration: { value: 61.5, unit: 'min', better: 'lower', samples: 1, note: 'read off the dashboard' },
    delay: { value: null, amount: { kind: 'range', low: 10_000, high: 20_000 }, unit: 'ms' },
    missing: { value: null, note: 'nothing was reported' },
    extra: { value: null, amount: { kind: 'above', low: 75 }, unit: 'moves', better: 'none' },
  });
  expect(run.slos.map(({ name, met }) => [name, met])).toEqual([
    ['quick', true],
    ['prompt', null],
    ['steady', true],
  ]);
  const delay = { kind: 'range', low: 10_000, high: 20_000 };
  expect(run.slos[1]).toMatchObject({ value: null, amount: delay });
  expect(run.slos[1]?.note).toMatch(/^cannot be told from 10 to 20\ss$/);
  expect(run.slos[2]).toMatchObject({ value: null, amount: delay, note: null });
  expect(run.environment).toEqual({ nodes: '2' });
  expect(await readRun(test.ctx, { id })).toMatchObject({ verdict: 'inconclusive' });
});

it.each([
  ['a value that nobody can read', { duration: 'quite long' }, 'measurements.duration'],
  ['a unit that does not convert', { duration: '3 kg' }, 'measurements.duration'],
  ['two units', { duration: { value: '3 s', unit: 'min' } }, 'measurements.duration'],
  ['a measurement that is computed', { requests: 5 }, 'measurements.requests'],
])('%s is refused, and nothing of the call is kept', async (_, measurements, field) => {
  const id = await open();
  await expect(
    reportMeasurements(test.ctx, { id, measurements: { delay: 5, ...measurements } }),
  ).rejects.toMatchObject({ code: 'invalid', fields: [{ field }] });
  expect((await finish(id)).measurements.delay).toMatchObject({ value: null });
});

it('a finished run takes no more', async () => {
  const id = await open();
  await finish(id);
  await expect(reportMeasurements(test.ctx, { id, measurements: { delay: 5 } })).rejects.toMatchObject({
    code: 'conflict',
  });
});

it('figures that were published may stand for what is computed otherwise', async () => {
  const citation = { title: 'A paper', url: 'https://example.org/paper' };
  const id = await open({ citation });
  await reportMeasurements(test.ctx, { id, measurements: { requests: 5 } });
  expect(await finish(id)).toMatchObject({ citation, measurements: { requests: { value: 5 } } });
});
