import {
  evaluateExperimentSchema,
  finishRunSchema,
  listRunEvaluationsQuerySchema,
  openRunSchema,
} from '@proofload/contracts';
import {
  evaluateExperiment,
  finishRun,
  ingestK6,
  listRunEvaluations,
  openRun,
  readEvaluationJob,
  saveExperiment,
} from '@proofload/services';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createWorkerBench, type WorkerBench } from './fixtures/worker-bench.ts';

let bench: WorkerBench;
beforeEach(async () => {
  bench = await createWorkerBench();
});
afterEach(() => bench.close());

const define = (measurements: string): string => `apiVersion: proofload/v1
kind: Experiment
metadata: {name: stored}
spec:
  objective: What was it again that we measured?
  workload: {executor: external}
  measurements: {${measurements}}
`;

async function* oneRequest(): AsyncGenerator<Uint8Array> {
  const metric = {
    name: 'http_reqs',
    type: 'counter',
    contains: 'default',
    thresholds: [],
    submetrics: null,
  };
  const time = new Date().toISOString();
  yield Buffer.from(
    `${JSON.stringify({ metric: metric.name, type: 'Metric', data: metric })}\n` +
      `${JSON.stringify({ metric: metric.name, type: 'Point', data: { time, value: 1, tags: {} } })}\n`,
  );
}

async function finishRuns(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index++) {
    const { id } = await openRun(bench.ctx, openRunSchema.parse({ experiment: 'stored' }));
    await ingestK6(bench.ctx, { runId: id, body: oneRequest() });
    await finishRun(bench.ctx, { id, ...finishRunSchema.parse({}) });
    ids.push(id);
  }
  return ids;
}

const ask = () => evaluateExperiment(bench.ctx, { name: 'stored', ...evaluateExperimentSchema.parse({}) });
const read = (id: string) => readEvaluationJob(bench.ctx, { id });

async function until(isWanted: () => Promise<boolean>, timeoutMs: number): Promise<void> {
  const deadlineMs = performance.now() + timeoutMs;
  while (!(await isWanted())) {
    if (performance.now() > deadlineMs) throw new Error(`Not so within ${timeoutMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

it('workers evaluate stored runs, and others finish what a killed one leaves, queue or not', async () => {
  await saveExperiment(bench.ctx, { source: define('requests: {metric: http_reqs, aggregate: count}') });
  const ids = await finishRuns(120);
  await saveExperiment(bench.ctx, {
    source: define('requests: {metric: http_reqs, aggregate: count, unit: requests}'),
  });
  const first = await bench.startWorker();
  const job = await ask();
  expect(job).toMatchObject({ status: 'running', counts: { total: 120 } });
  await until(async () => (await read(job.id)).counts.evaluated >= 3, 20_000);
  await first.end('SIGKILL');
  const left = (await read(job.id)).counts.pending;
  expect(left, 'killed in the middle').toBeGreaterThan(0);
  await bench.forgetQueue();
  await Promise.all([bench.startWorker(), bench.startWorker()]);
  await until(async () => (await read(job.id)).status === 'finished', 90_000);
  expect((await read(job.id)).counts).toMatchObject({ total: 120, evaluated: 120, failed: 0 });
  for (const id of ids) {
    const { items } = await listRunEvaluations(bench.ctx, { id, ...listRunEvaluationsQuerySchema.parse({}) });
    expect(items.map(({ number, version }) => [number, version])).toEqual([
      [2, 2],
      [1, 1],
    ]);
  }
}, 180_000);
