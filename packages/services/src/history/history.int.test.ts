import { finishRunSchema, openRunSchema } from '@proofload/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listExperiments, readExperiment, saveExperiment } from '../experiments/index.ts';
import { createTestContext, type TestContext } from '../fixtures/test-context.ts';
import { deleteRun, finishRun, openRun, reportMeasurements } from '../runs/index.ts';
import { acknowledgeChange, readHistory, takeBackAcknowledgement } from './index.ts';

const definition = `apiVersion: proofload/v1
kind: Experiment
metadata: {name: nightly}
spec:
  objective: Does it stay as fast as it was?
  factors: [{size: [1, 2]}]
  baseline: {size: 1}
  workload: {executor: external}
  measurements:
    p95: {reported: true, unit: ms, better: lower}
    rate: {reported: true, unit: requests/s, better: higher}
  slos: [{name: fast, measurement: p95, objective: "< 0.3s"}]
  goals: [{measurement: rate, target: ">= 2x"}]
`;
const latencies = [200, 204, 198, 201, 203, 199, 240, 243, 239, 238, 244, 241];
const name = 'nightly';

let test: TestContext;
const ids: string[] = [];

async function run(size: number, measurements: Record<string, string>, hour: number, outcome = 'completed') {
  const startedAt = new Date(Date.UTC(2026, 0, 1, hour)).toISOString();
  const input = openRunSchema.parse({ experiment: name, params: { size }, startedAt });
  const { id } = await openRun(test.ctx, input);
  await reportMeasurements(test.ctx, { id, measurements });
  await finishRun(test.ctx, {
    id,
    ...finishRunSchema.parse({ outcome, finishedAt: new Date(Date.UTC(2026, 0, 1, hour, 1)).toISOString() }),
  });
  return id;
}

beforeAll(async () => {
  test = await createTestContext();
  await saveExperiment(test.ctx, { source: definition });
  for (const [hour, value] of latencies.entries())
    ids.push(await run(2, { p95: `${value} ms`, rate: '10 requests/s' }, hour));
  await run(2, { p95: '2 s' }, 20, 'failed');
  await run(1, { p95: '100 ms', rate: '4 requests/s' }, 21);
});
afterAll(() => test.close());

const alarmsOf = async () => (await readExperiment(test.ctx, { name })).changes;

it('tells where a measurement changed, and what stands in the way of telling', async () => {
  const history = await readHistory(test.ctx, { name });
  expect(history).toMatchObject({
    measurement: 'p95',
    unit: 'ms',
    better: 'lower',
    measurements: ['p95', 'rate'],
    treatments: ['size=1', 'size=2'],
    runs: 14,
    leftOut: 0,
    alarms: 1,
  });
  const [small, large] = history.histories;
  expect(small).toMatchObject({ n: 1, changes: [], note: expect.stringContaining('from 10 on') });
  expect(large?.points).toHaveLength(13);
  expect(large?.points.at(-1)).toMatchObject({ value: 2000, outcome: 'failed', excluded: 'failed' });
  expect(large?.changes).toMatchObject([
    { run: ids[6], place: 6, direction: 'worse', acknowledgement: null },
  ]);
  expect(large?.limits).toEqual([{ label: 'fast: < 0.3s', value: 300, kind: 'objective' }]);
  expect(await readHistory(test.ctx, { name })).toEqual(history);
  const rate = await readHistory(test.ctx, { name, measurement: 'rate', treatment: 'size=2' });
  expect(rate.histories).toHaveLength(1);
  expect(rate.histories[0]?.limits).toEqual([
    { label: 'goal >= 2x of size=1 (n=1)', value: 8, kind: 'goal' },
  ]);
  await expect(readHistory(test.ctx, { name, measurement: 'p99' })).rejects.toThrow(
    'measurement: expected a measurement of the experiment (p95, rate), not p99',
  );
});

it('alarms until somebody has seen it, and again when that is taken back', async () => {
  expect(await alarmsOf()).toEqual({ total: 1, worse: 1 });
  const change = { name, run: ids[6] ?? '', measurement: 'p95' };
  const seen = await acknowledgeChange(test.ctx, { ...change, note: 'new kernel' });
  expect(seen.alarms).toBe(0);
  expect(seen.histories[0]?.changes[0]?.acknowledgement).toMatchObject({
    run: ids[6],
    by: test.ctx.actor.name,
    note: 'new kernel',
  });
  expect(await alarmsOf()).toEqual({ total: 0, worse: 0 });
  await acknowledgeChange(test.ctx, { ...change, note: 'new kernel, 6.18' });
  const again = await readHistory(test.ctx, { name });
  expect(again.histories[1]?.changes[0]?.acknowledgement?.note).toBe('new kernel, 6.18');
  expect((await takeBackAcknowledgement(test.ctx, change)).alarms).toBe(1);
  const { items } = await listExperiments(test.ctx, { limit: 10 });
  expect(items[0]?.changes).toEqual({ total: 1, worse: 1 });
});

it('knows only changes that there are, of runs of the experiment', async () => {
  const change = { name, run: ids[5] ?? '', measurement: 'p95', note: '' };
  await expect(acknowledgeChange(test.ctx, change)).rejects.toThrow('There is no change of p95 with the run');
  await expect(acknowledgeChange(test.ctx, { ...change, run: 'abcdefgh' })).rejects.toThrow(
    'There is no run abcdefgh of the experiment nightly',
  );
});

it('forgets the alarm with the runs that it was about', async () => {
  for (const id of ids.slice(6)) await deleteRun(test.ctx, { id, pinned: 'keep' });
  expect(await alarmsOf()).toEqual({ total: 0, worse: 0 });
});
