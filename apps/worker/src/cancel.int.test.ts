import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sleeper } from './fixtures/definitions.ts';
import { createWorkerBench, type WorkerBench } from './fixtures/worker-bench.ts';

let bench: WorkerBench;

beforeAll(async () => {
  bench = await createWorkerBench();
  await bench.startWorker();
});
afterAll(() => bench.close());

const hasNaps = (run: { status: string; startedAt: string | null }): boolean =>
  run.status === 'running' && Date.now() - Date.parse(run.startedAt ?? '') > 3500;

describe('cancelling', () => {
  it('stops a running load within 5 s and keeps what had arrived', async () => {
    const { runIds } = await bench.launch(sleeper({ name: 'cancelled', seconds: 120 }));
    const id = runIds[0] ?? '';
    await bench.runUntil(id, hasNaps, 30_000);
    const askedAtMs = Date.now();
    expect(await bench.cancel(id)).toMatchObject({ status: 'running', cancelRequested: true });
    const run = await bench.runUntil(
      id,
      ({ finishedAt, status }) => status === 'finished' && finishedAt !== null,
      10_000,
    );
    expect(run).toMatchObject({
      outcome: 'cancelled',
      reason: 'Cancelled on request',
      verdict: 'inconclusive',
    });
    // The load itself has ended by then; results take a moment longer.
    expect(Date.parse(run.finishedAt ?? '') - askedAtMs).toBeLessThan(5000);
    expect(run.measurements.naps?.value).toBeGreaterThan(20);
    expect(run.artifacts.map(({ name }) => name)).toContain('summary.json');
    await bench.sweepUntilFinished(run.sweep ?? '', 10_000);
  });

  it('goes on with the next run', async () => {
    const { sweepId } = await bench.launch(sleeper({ name: 'after', seconds: 1 }));
    expect((await bench.sweepUntilFinished(sweepId, 30_000)).verdict).toBe('pass');
  });
});

describe('a load that does not end', () => {
  it('in time fails with the reason', async () => {
    const { runIds } = await bench.launch(sleeper({ name: 'late', seconds: 60, workload: 'timeout: 3s' }));
    const run = await bench.runUntil(runIds[0] ?? '', ({ status }) => status === 'finished', 30_000);
    expect(run).toMatchObject({ outcome: 'failed' });
    expect(run.reason).toMatch(/^The load did not end within 3\ss$/);
    expect(run.measurements.naps?.value).toBeGreaterThan(5);
  });

  it('and makes no progress is stalled', async () => {
    const workload = "stall: {metric: 'data_sent', unchangedFor: 5s}";
    const { runIds } = await bench.launch(sleeper({ name: 'stalled', seconds: 60, workload }));
    const run = await bench.runUntil(runIds[0] ?? '', ({ status }) => status === 'finished', 45_000);
    expect(run).toMatchObject({ outcome: 'stalled' });
    expect(run.reason).toMatch(/^data_sent did not change for 5\ss$/);
  });
});

describe('a script that cannot run', () => {
  it('fails with what k6 says, and the sweep goes on to its end', async () => {
    const source = sleeper({ name: 'broken', seconds: 1, runs: 2 })
      .replace('sleep(0.1)', 'sleep(0.1')
      .replace('naps.add(1);', '');
    const { sweepId, runIds } = await bench.launch(source);
    const sweep = await bench.sweepUntilFinished(sweepId, 60_000);
    expect(sweep).toMatchObject({ counts: { failed: 2 }, verdict: 'inconclusive' });
    const run = await bench.run(runIds[0] ?? '');
    expect(run.reason).toMatch(
      /^The script threw an exception outside of an iteration: could not initialize 'script.js': .*Line 5:34 Unexpected token ;$/,
    );
    expect(run).toMatchObject({ outcome: 'failed', verdict: 'inconclusive' });
  });
});
