import { type BreakableProxy, type SharedTestbed, startBreakableProxy, useTestbed } from '@proofload/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ClusterBench, createClusterBench } from './fixtures/cluster-bench.ts';
import { type JobExperiment, jobExperiment } from './fixtures/job-experiment.ts';

let shared: SharedTestbed;
let bench: ClusterBench;

beforeAll(async () => {
  shared = await useTestbed();
});
beforeEach(async () => {
  bench = await createClusterBench(shared);
});
afterEach(() => bench.close());
afterAll(() => shared?.remove());

const launch = async (changes: Partial<JobExperiment> & { name: string }): Promise<string> => {
  const { runIds } = await bench.launch(jobExperiment(changes));
  return runIds[0] ?? '';
};
const finished = (id: string) => bench.runUntil(id, ({ status }) => status === 'finished', 120_000);
const running = (id: string) => bench.runUntil(id, ({ status }) => status === 'running', 30_000);
const uidOf = async (name: string): Promise<string | undefined> =>
  (await bench.listJobs()).find(({ metadata }) => metadata.name === name)?.metadata.uid;

describe('a worker that is killed', () => {
  it('in any phase of a run leaves no object behind, loses no run and makes nothing twice', async () => {
    const worker = await bench.startWorker({ loadConcurrency: 3 });
    // One that runs, one whose objects do not go yet, and one that is being made.
    const runsOn = await launch({ name: 'runs', runFor: '70s' });
    const finalizer = 'proofload.test/hold';
    const finishing = await launch({ name: 'finishes', runFor: '1s', finalizer });
    await Promise.all([
      running(runsOn),
      bench.runUntil(finishing, ({ status }) => status === 'finishing', 40_000),
    ]);
    const starting = await launch({ name: 'starts', runFor: '2s', configMaps: 150 });
    await expect
      .poll(() => bench.leftObjects(), { timeout: 30_000, interval: 20 })
      .toContain(`ConfigMap proofload-run-${starting}`);
    await worker.end('SIGKILL');
    const uid = await uidOf('runs');
    expect(uid).toBeDefined();
    expect((await bench.run(starting)).status).toBe('starting');

    await bench.startWorker({ loadConcurrency: 3 });
    const metadata = { name: 'finishes', namespace: bench.namespace, finalizers: [] };
    const released = { apiVersion: 'batch/v1', kind: 'Job', metadata };
    await shared.clients.objects.patch(
      released,
      undefined,
      undefined,
      undefined,
      undefined,
      'application/merge-patch+json',
    );
    const [kept, cleaned, made] = await Promise.all([
      finished(runsOn),
      finished(finishing),
      finished(starting),
    ]);
    expect(kept, await bench.readLog(runsOn)).toMatchObject({
      outcome: 'completed',
      attempt: 2,
      objects: 'gone',
      reason: null,
    });
    // The Job is the one that the dead worker had made, and its samples are whole.
    expect(kept.measurements.run_time?.value).toBeGreaterThanOrEqual(69_000);
    expect(kept.measurements.pods?.value).toBe(1);
    expect(cleaned, await bench.readLog(finishing)).toMatchObject({ outcome: 'completed', objects: 'gone' });
    expect(made, await bench.readLog(starting)).toMatchObject({
      outcome: 'completed',
      attempt: 2,
      objects: 'gone',
    });
    expect(await bench.leftObjects()).toEqual([]);
  }, 240_000);
});

describe('what is left of a run', () => {
  it('stays when its cluster is taken out of the project, and the run says so', async () => {
    const worker = await bench.startWorker();
    const id = await launch({ name: 'orphan', runFor: '1s', finalizer: 'proofload.test/hold' });
    await bench.runUntil(id, ({ status }) => status === 'finishing', 40_000);
    await worker.end('SIGKILL');
    expect(await bench.forgetCluster()).toBe(true);
    await bench.startWorker();
    const run = await finished(id);
    expect(run).toMatchObject({ outcome: 'completed', objects: 'kept' });
    expect(await bench.readLog(id)).toContain('The project has no cluster testbed (any more)');
  }, 120_000);
});

describe('a worker that is asked to end', () => {
  it('hands its run over at once, and the load goes on', async () => {
    const worker = await bench.startWorker();
    const id = await launch({ name: 'handed', runFor: '25s' });
    await running(id);
    const uid = await uidOf('handed');
    await bench.startWorker();
    const endedAtMs = Date.now();
    await worker.end('SIGTERM');
    const taken = await bench.runUntil(id, ({ attempt }) => attempt === 2, 30_000);
    expect(Date.now() - endedAtMs).toBeLessThan(35_000);
    expect(taken.status).toBe('running');
    expect(await uidOf('handed')).toBe(uid);
    expect(await finished(id), await bench.readLog(id)).toMatchObject({
      outcome: 'completed',
      objects: 'gone',
    });
    expect(await bench.leftObjects()).toEqual([]);
  }, 120_000);
});

describe('somebody', () => {
  it('who deletes the namespace ends the run, which says so', async () => {
    await bench.startWorker();
    await bench.addAdminCluster('admin');
    const id = await launch({ name: 'swept', runFor: '10m', cluster: 'admin' });
    await running(id);
    await shared.clients.core.deleteNamespace({ name: bench.namespace });
    const run = await finished(id);
    expect(run).toMatchObject({ outcome: 'failed', objects: 'gone' });
    expect(run.reason).toBe('The Job swept was deleted while the run went on, and not by Proofload');
  }, 120_000);

  it('who deletes the objects of a run that is cleaned up does no harm', async () => {
    await bench.startWorker();
    const id = await launch({ name: 'helped', runFor: '10m' });
    await running(id);
    await bench.cancel(id);
    await bench.admin.deleteCollection(
      { apiVersion: 'v1', kind: 'ConfigMap' },
      { labelSelector: 'proofload.dev/run' },
    );
    expect(await finished(id)).toMatchObject({ outcome: 'cancelled', objects: 'gone' });
    await expect.poll(() => bench.leftObjects(), { timeout: 30_000 }).toEqual([]);
  }, 120_000);
});

describe('two workers', () => {
  let proxy: BreakableProxy | null = null;
  afterEach(async () => {
    await proxy?.close();
    proxy = null;
  });

  it('one cut off from the database: the other takes the run over, and nothing is made twice', async () => {
    const address = new URL(bench.databaseUrl);
    proxy = await startBreakableProxy(Number(address.port));
    address.port = String(proxy.port);
    await bench.startWorker({ databaseUrl: address.href });
    const id = await launch({ name: 'torn', runFor: '75s' });
    await running(id);
    const uid = await uidOf('torn');
    proxy.cut();
    await bench.startWorker();
    await bench.runUntil(id, ({ attempt }) => attempt === 2, 80_000);
    proxy.mend();
    const run = await finished(id);
    expect(run, await bench.readLog(id)).toMatchObject({ outcome: 'completed', attempt: 2, objects: 'gone' });
    expect(run.measurements.pods?.value).toBe(1);
    expect(uid).toBeDefined();
    expect(await bench.leftObjects()).toEqual([]);
    expect(await bench.readLog(id)).toContain('Attempt 2 begins');
  }, 240_000);
});
