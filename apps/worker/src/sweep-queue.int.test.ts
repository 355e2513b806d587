import { retryRunsSchema, type Sweep } from '@proofload/contracts';
import { addReplicates, changeSweep, pauseSweep, resumeSweep, retryRuns } from '@proofload/services';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sleeper } from './fixtures/definitions.ts';
import { createWorkerBench, type WorkerBench } from './fixtures/worker-bench.ts';

let bench: WorkerBench;
beforeEach(async () => {
  bench = await createWorkerBench();
});
afterEach(() => bench.close());

const pauseMs = 6_500;
const rest = () => new Promise((resolve) => setTimeout(resolve, pauseMs));

async function until(id: string, isWanted: (sweep: Sweep) => boolean, timeoutMs = 60_000): Promise<Sweep> {
  await expect.poll(async () => isWanted(await bench.sweep(id)), { timeout: timeoutMs }).toBe(true);
  return bench.sweep(id);
}

/** Starts and ends of the runs of a sweep in their order, in unix milliseconds. */
const timesOf = ({ runs }: Sweep) =>
  runs.map(({ startedAt, finishedAt }) => ({
    startMs: Date.parse(startedAt ?? ''),
    endMs: Date.parse(finishedAt ?? ''),
  }));

it('a sweep that is paused while a run is at work starts no other, whatever becomes of its worker', async () => {
  const worker = await bench.startWorker();
  const { sweepId } = await bench.launch(sleeper({ name: 'paused', seconds: 4, runs: 3 }));
  await until(sweepId, ({ counts }) => counts.active === 1);
  await pauseSweep(bench.ctx, { id: sweepId });
  await until(sweepId, ({ counts }) => counts.completed === 1);
  // Longer than the reconciler takes to look for what waits.
  await rest();
  expect((await bench.sweep(sweepId)).counts).toMatchObject({ completed: 1, queued: 2, active: 0 });

  await worker.end('SIGKILL');
  await bench.forgetQueue();
  await bench.startWorker();
  await rest();
  expect(await bench.sweep(sweepId)).toMatchObject({
    paused: { by: 'Ada' },
    counts: { completed: 1, queued: 2, active: 0 },
  });
  await resumeSweep(bench.ctx, { id: sweepId });
  const sweep = await bench.sweepUntilFinished(sweepId, 60_000);
  expect(sweep).toMatchObject({ paused: null, counts: { completed: 3 } });
}, 150_000);

it('a worker that is killed at work on a paused sweep ends that run alone, and a retry repeats it', async () => {
  const worker = await bench.startWorker();
  const { sweepId, runIds } = await bench.launch(sleeper({ name: 'killed', seconds: 5, runs: 2 }));
  await bench.runUntil(runIds[0] ?? '', ({ status }) => status === 'running', 30_000);
  await pauseSweep(bench.ctx, { id: sweepId });
  await worker.end('SIGKILL');
  await bench.startWorker();
  await until(sweepId, ({ counts }) => counts.failed === 1, 80_000);
  const { runs } = await retryRuns(bench.ctx, { id: sweepId, ...retryRunsSchema.parse({}) });
  expect(runs).toMatchObject([{ retryOf: runIds[0] }]);
  await rest();
  expect((await bench.sweep(sweepId)).counts).toMatchObject({ queued: 2, active: 0, failed: 1 });
  await resumeSweep(bench.ctx, { id: sweepId });
  const sweep = await bench.sweepUntilFinished(sweepId, 60_000);
  expect(sweep).toMatchObject({ verdict: 'pass', counts: { total: 3, completed: 2, failed: 1, retried: 1 } });
}, 180_000);

it('a cool-down lies between runs, also over the death of the worker, and another sweep goes on meanwhile', async () => {
  const coolDownMs = 7_000;
  const first = await bench.startWorker();
  const { sweepId } = await bench.launch(sleeper({ name: 'cooled', seconds: 1, runs: 3 }), {
    coolDown: `${coolDownMs}ms`,
    priority: 10,
  });
  await until(sweepId, ({ waiting }) => waiting?.reason === 'cool-down');
  await first.end('SIGKILL');
  await bench.startWorker();
  const other = await bench.launch(sleeper({ name: 'meanwhile', seconds: 1, runs: 1 }));
  const sweep = await bench.sweepUntilFinished(sweepId, 90_000);
  const times = timesOf(sweep);
  for (const [index, { startMs }] of times.entries()) {
    const before = times[index - 1];
    if (!before) continue;
    expect(startMs - before.endMs).toBeGreaterThanOrEqual(coolDownMs);
    // The hint at the end of a cool-down, or else the reconciler, comes soon after it.
    expect(startMs - before.endMs).toBeLessThan(coolDownMs + 10_000);
  }
  const [between] = timesOf(await bench.sweepUntilFinished(other.sweepId, 30_000));
  expect(between?.startMs).toBeLessThan(times[2]?.startMs ?? 0);
}, 150_000);

it('the sweep with the greater priority has the next run, however late it came', async () => {
  await bench.startWorker();
  const low = await bench.launch(sleeper({ name: 'low', seconds: 1, runs: 3 }));
  await until(low.sweepId, ({ counts }) => counts.active === 1);
  const high = await bench.launch(sleeper({ name: 'high', seconds: 1, runs: 2 }));
  await changeSweep(bench.ctx, { id: high.sweepId, priority: 1 });
  await bench.sweepUntilFinished(low.sweepId, 60_000);
  const ends = timesOf(await bench.sweepUntilFinished(high.sweepId, 60_000)).map(({ endMs }) => endMs);
  const starts = timesOf(await bench.sweep(low.sweepId)).map(({ startMs }) => startMs);
  expect(starts[1]).toBeGreaterThanOrEqual(Math.max(...ends));
}, 120_000);

it('on a cluster three workers have one run at a time, of two sweeps, and none waits without need', async () => {
  await Promise.all([bench.startWorker(), bench.startWorker(), bench.startWorker()]);
  await bench.ctx.repos.clusters.insert({
    ...{ id: 'testbed00', projectId: 'project1', name: 'testbed', namespace: 'default', updatedBy: 'Ada' },
    ...{ server: null, context: null, authKind: 'in-cluster', caCertificate: null, sealedSecrets: null },
    ...{ insecureSkipTlsVerify: false, tlsServerName: null, proxyUrl: null, prometheusServer: null },
    ...{ maxConcurrentRuns: 1, maxObjects: 500, createdAtMs: Date.now(), updatedAtMs: Date.now() },
  });
  const source = (name: string) =>
    sleeper({ name, seconds: 1, runs: 3 }).replace('spec:', 'spec:\n  cluster: testbed');
  const launched = [await bench.launch(source('one')), await bench.launch(source('two'))];
  const sweeps = await Promise.all(launched.map(({ sweepId }) => bench.sweepUntilFinished(sweepId, 120_000)));
  expect(sweeps.map(({ counts }) => counts.completed)).toEqual([3, 3]);
  const times = sweeps.flatMap(timesOf).sort((a, b) => a.startMs - b.startMs);
  for (const [index, { startMs }] of times.entries())
    expect(startMs).toBeGreaterThanOrEqual(times[index - 1]?.endMs ?? 0);
  const added = await addReplicates(bench.ctx, { id: launched[0]?.sweepId ?? '', add: 1 });
  expect(added.runs).toHaveLength(1);
  expect((await bench.sweepUntilFinished(launched[0]?.sweepId ?? '', 60_000)).counts.completed).toBe(4);
}, 180_000);
