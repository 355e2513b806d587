import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import { readArtifact, readRunLog } from '@proofload/services';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sleeper } from './fixtures/definitions.ts';
import { createWorkerBench, type WorkerBench } from './fixtures/worker-bench.ts';

let bench: WorkerBench;

beforeEach(async () => {
  bench = await createWorkerBench();
});
afterEach(() => bench.close());

const attemptsOf = async (id: string): Promise<number> => {
  const { lines } = await readRunLog(bench.ctx, { id, after: 0, limit: 1000 });
  return lines.filter(({ message }) => message.startsWith('Attempt ')).length;
};

/** Naps in the raw samples of a run. */
async function countNaps(id: string): Promise<number> {
  const { body } = await readArtifact(bench.ctx, { id, name: 'samples.json.gz' });
  const samples = await text(Readable.from(body).pipe(createGunzip()));
  return samples.split('\n').filter((line) => /"metric":"naps".*"Point"/.test(line)).length;
}

describe('a worker that is killed', () => {
  it('in the middle of a load loses no run of the sweep', async () => {
    const first = await bench.startWorker();
    const { sweepId, runIds } = await bench.launch(sleeper({ name: 'killed', seconds: 6, runs: 3 }));
    const [victim = '', ...others] = runIds;
    await bench.runUntil(
      victim,
      ({ status, startedAt }) => status === 'running' && Date.now() - Date.parse(startedAt ?? '') > 4000,
      30_000,
    );
    await first.end('SIGKILL');
    const killedAtMs = Date.now();
    await bench.startWorker();
    const run = await bench.runUntil(victim, ({ status }) => status === 'finished', 60_000);
    expect(Date.now() - killedAtMs).toBeLessThan(60_000);
    expect(run).toMatchObject({
      outcome: 'failed',
      verdict: 'inconclusive',
      attempt: 1,
      slos: [{ met: true }],
    });
    expect(run.reason).toBe(
      'The worker vanished while the load was running; what had arrived by then is kept',
    );
    expect(run.measurements.naps?.value).toBeGreaterThan(10);
    // k6 outlives its worker by a moment, and what it wrote then counts as well.
    expect(run.measurements.naps?.value).toBe(await countNaps(victim));
    const sweep = await bench.sweepUntilFinished(sweepId, 60_000);
    expect(sweep).toMatchObject({ counts: { total: 3, failed: 1, completed: 2 }, verdict: 'inconclusive' });
    for (const id of others) expect(await attemptsOf(id)).toBe(1);
    await expect.poll(() => readdir(join(bench.dataDir, 'runs')), { timeout: 15_000 }).toEqual([]);
  }, 150_000);
});

describe('a worker that is asked to end', () => {
  it('ends its run as failed, leaves the others waiting, and is gone soon', async () => {
    const worker = await bench.startWorker();
    const { runIds } = await bench.launch(sleeper({ name: 'stopped', seconds: 60, runs: 2 }));
    const [running = '', waiting = ''] = runIds;
    await bench.runUntil(
      running,
      ({ status, startedAt }) => status === 'running' && Date.now() - Date.parse(startedAt ?? '') > 3000,
      30_000,
    );
    const askedAtMs = Date.now();
    expect(await worker.end('SIGTERM')).toBe(0);
    expect(Date.now() - askedAtMs).toBeLessThan(10_000);
    expect(await bench.run(running)).toMatchObject({
      status: 'finished',
      outcome: 'failed',
      reason: 'The worker was stopped while the load was running; what had arrived by then is kept',
      measurements: { naps: { value: expect.any(Number) } },
    });
    expect(await bench.run(waiting)).toMatchObject({ status: 'queued', attempt: 0 });
  }, 90_000);
});

describe('two workers', () => {
  it('share the runs of a sweep, and never execute the same one', async () => {
    await Promise.all([bench.startWorker(), bench.startWorker()]);
    const { sweepId, runIds } = await bench.launch(sleeper({ name: 'shared', seconds: 2, runs: 8 }));
    const sweep = await bench.sweepUntilFinished(sweepId, 90_000);
    expect(sweep).toMatchObject({ counts: { completed: 8 }, verdict: 'pass' });
    const owners = new Set<string>();
    for (const id of runIds) {
      expect((await bench.run(id)).attempt).toBe(1);
      const { lines } = await readRunLog(bench.ctx, { id, after: 0, limit: 1000 });
      const begun = lines.filter(({ message }) => message.startsWith('Attempt '));
      expect(begun).toHaveLength(1);
      owners.add(begun[0]?.message.split(' on worker ')[1] ?? '');
    }
    expect(owners.size).toBe(2);
  }, 120_000);
});

describe('a queue that has lost everything', () => {
  it('costs a few seconds, and no run', async () => {
    const { sweepId } = await bench.launch(sleeper({ name: 'forgotten', seconds: 1, runs: 2 }));
    await bench.forgetQueue();
    await bench.startWorker();
    expect((await bench.sweepUntilFinished(sweepId, 60_000)).counts.completed).toBe(2);
  }, 90_000);
});

describe('a worker whose local k6 is switched off', () => {
  it('fails a run that was launched before, and says why', async () => {
    const { runIds } = await bench.launch(sleeper({ name: 'off', seconds: 1 }));
    await bench.startWorker({ localK6: 'off' });
    const run = await bench.runUntil(runIds[0] ?? '', ({ status }) => status === 'finished', 30_000);
    expect(run).toMatchObject({
      outcome: 'failed',
      startedAt: null,
      reason: 'This worker has no executor k6; it may be switched off in its configuration',
    });
  }, 60_000);
});
