import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { listMetrics, readArtifact, readRunLog } from '@proofload/services';
import { startTargetServer, type TargetServer } from '@proofload/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadTarget } from './fixtures/definitions.ts';
import { createWorkerBench, type WorkerBench } from './fixtures/worker-bench.ts';

let bench: WorkerBench;
let target: TargetServer;

beforeAll(async () => {
  target = await startTargetServer();
  bench = await createWorkerBench();
});
afterAll(async () => {
  await bench.close();
  await target.stop();
});

async function readText(id: string, name: string): Promise<string> {
  const { body } = await readArtifact(bench.ctx, { id, name });
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

it('executes a sweep: real load, measurements that agree with k6, objectives, goals and a verdict', async () => {
  const worker = await bench.startWorker();
  const source = loadTarget({
    name: 'sweep',
    targetUrl: target.url,
    workers: [1, 4],
    replicates: 2,
    durationSeconds: 4,
  });
  const { sweepId, runIds } = await bench.launch(source, { seed: 3 });
  const sweep = await bench.sweepUntilFinished(sweepId, 90_000);
  expect(sweep.counts).toMatchObject({ total: 4, completed: 4 });
  expect(sweep.goals).toMatchObject([
    {
      measurement: 'throughput',
      target: '>= 1.3x',
      met: true,
      best: { treatment: 'workers=4', n: 2, baselineN: 2 },
    },
  ]);
  expect(sweep.verdict).toBe('pass');

  for (const id of runIds) {
    const run = await bench.run(id);
    expect(run).toMatchObject({
      status: 'finished',
      outcome: 'completed',
      verdict: 'pass',
      reason: null,
      attempt: 1,
      warnings: [],
    });
    const summary = (
      JSON.parse(await readText(id, 'summary.json')) as { metrics: Record<string, Record<string, number>> }
    ).metrics;
    const value = (name: string): number => run.measurements[name]?.value ?? Number.NaN;
    expect(value('requests')).toBe(summary.http_reqs?.count);
    expect(value('requests')).toBeGreaterThan(50);
    expect(value('avg') / (summary.http_req_duration?.avg ?? 0)).toBeCloseTo(1, 3);
    expect(Math.abs(value('p95') / (summary.http_req_duration?.['p(95)'] ?? 0) - 1)).toBeLessThan(0.01);
    expect(Math.abs(value('p99') / (summary.http_req_duration?.['p(99)'] ?? 0) - 1)).toBeLessThan(0.01);
    expect(value('pool')).toBe(run.params.workers);
    expect(run.phases).toMatchObject([{ name: 'load' }]);
    const loadMs = Date.parse(run.phases[0]?.to ?? '') - Date.parse(run.phases[0]?.from ?? '');
    expect(loadMs).toBeGreaterThan(3500);
    expect(loadMs).toBeLessThan(6000);
    expect(run.artifacts.map(({ name }) => name)).toEqual([
      'k6-output.txt',
      'samples.json.gz',
      'script.js',
      'summary.json',
    ]);
    expect(Object.keys(run.environment)).toContain('k6.version');
    const sources = (await listMetrics(bench.ctx, { runId: id })).metrics.map(({ source: from }) => from);
    expect(new Set(sources)).toEqual(new Set(['k6', 'scrape']));
    const { lines } = await readRunLog(bench.ctx, { id, after: 0, limit: 1000 });
    expect(lines[0]?.message).toMatch(/^Attempt 1 begins on worker /);
    expect(lines.some(({ message }) => message.includes('http_req_duration'))).toBe(true);
  }
  const starts = await Promise.all(sweep.runs.map(async ({ id }) => bench.run(id)));
  const inOrder = starts.map(({ startedAt, finishedAt }) => [
    Date.parse(startedAt ?? ''),
    Date.parse(finishedAt ?? ''),
  ]);
  for (const [index, [startMs]] of inOrder.entries()) {
    expect(startMs).toBeGreaterThanOrEqual(inOrder[index - 1]?.[1] ?? 0);
  }
  expect(await worker.end('SIGTERM')).toBe(0);
}, 120_000);

it('leaves nothing behind in the folder of its runs', async () => {
  const runs = join(bench.dataDir, 'runs');
  expect(await readdir(runs)).toEqual([]);
});
