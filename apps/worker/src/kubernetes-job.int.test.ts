import { listClusterEvents } from '@proofload/services';
import { type SharedTestbed, useTestbed } from '@proofload/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ClusterBench, createClusterBench, jobRights } from './fixtures/cluster-bench.ts';
import { type JobExperiment, jobExperiment } from './fixtures/job-experiment.ts';

let shared: SharedTestbed;
let bench: ClusterBench;

beforeAll(async () => {
  shared = await useTestbed();
  bench = await createClusterBench(shared);
  await bench.startWorker();
});
afterAll(async () => {
  await bench?.close();
  await shared?.remove();
});

const launch = (changes: Partial<JobExperiment> & { name: string }) => bench.launch(jobExperiment(changes));
const finished = (id: string) => bench.runUntil(id, ({ status }) => status === 'finished', 90_000);

describe('Jobs on a cluster', () => {
  it('three treatments with three replicates end with measurements from pods and from Prometheus', async () => {
    const { namespace } = bench;
    const { sweepId, runIds } = await launch({
      name: 'pods',
      levels: [1, 4, 8],
      replicates: 3,
      runFor: '2s',
    });
    const sweep = await bench.sweepUntilFinished(sweepId, 240_000);
    expect(sweep.counts).toMatchObject({ total: 9, completed: 9 });
    for (const id of runIds) {
      const run = await bench.run(id);
      const value = (name: string): number => run.measurements[name]?.value ?? Number.NaN;
      expect(run).toMatchObject({
        outcome: 'completed',
        objects: 'gone',
        cluster: { name: 'testbed', namespace },
      });
      expect(value('pods')).toBe(run.params.pods);
      expect(value('job_duration')).toBeGreaterThanOrEqual(2_000);
      expect(value('run_time')).toBeGreaterThanOrEqual(1_900);
      expect(value('api_requests')).toBeGreaterThan(0);
      expect(run.environment).toMatchObject({
        'kubernetes.cluster': 'testbed',
        'kubernetes.version': expect.stringMatching(/^v1\./),
        'kubernetes.pods': String(run.params.pods),
      });
      expect(run.phases.map(({ name }) => name)).toContain('load');
    }
    const { items } = await listClusterEvents(bench.ctx, {
      id: runIds[0] ?? '',
      limit: 100,
      order: 'oldest',
    });
    expect(items.map(({ reason }) => reason)).toEqual(
      expect.arrayContaining(['SuccessfulCreate', 'Scheduled']),
    );
    expect(await bench.leftObjects()).toEqual([]);
  });

  it('a container that runs out of memory fails the run by name', async () => {
    const { runIds } = await launch({ name: 'oom', exitCode: 137 });
    const run = await finished(runIds[0] ?? '');
    expect(run).toMatchObject({ outcome: 'failed', objects: 'gone' });
    expect(run.reason).toContain('was killed for lack of memory (OOMKilled)');
    const { items } = await listClusterEvents(bench.ctx, { id: run.id, limit: 100, order: 'oldest' });
    expect(items.filter(({ reason }) => reason === 'OOMKilled')).toHaveLength(1);
  });

  it('a result comes back by the termination message', async () => {
    const message = 'time,answer\\n2026-11-21T12:00:00Z,42\\n';
    const { runIds } = await launch({ name: 'message', message });
    const run = await finished(runIds[0] ?? '');
    expect(run.warnings).toEqual([]);
    expect(run.measurements.answer?.value).toBe(42);
  });

  it('cancelling ends the load and leaves nothing', async () => {
    const { runIds } = await launch({ name: 'cancelled', runFor: '10m' });
    const [id = ''] = runIds;
    await bench.runUntil(id, ({ status }) => status === 'running', 30_000);
    expect((await bench.leftObjects()).length).toBeGreaterThan(0);
    await bench.cancel(id);
    expect(await finished(id)).toMatchObject({ outcome: 'cancelled', objects: 'gone' });
    expect(await bench.leftObjects()).toEqual([]);
  });

  it('objects of a failed run stay when that is asked for', async () => {
    const { runIds } = await launch({ name: 'kept', exitCode: 3, keepOnFailure: true });
    const run = await finished(runIds[0] ?? '');
    expect(run).toMatchObject({ outcome: 'failed', objects: 'kept' });
    expect(run.reason).toContain('exit code 3');
    expect(await bench.leftObjects()).toEqual(expect.arrayContaining(['Job kept']));
    await shared.clients.objects.delete({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: `proofload-run-${run.id}`, namespace: bench.namespace },
    });
  });
});

describe('what is refused', () => {
  it('an object that is not the run’s is never touched', async () => {
    const metadata = { name: 'precious', namespace: bench.namespace };
    await shared.clients.objects.create({
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata,
      spec: jobSpec,
    } as never);
    const { runIds } = await launch({ name: 'precious' });
    const run = await finished(runIds[0] ?? '');
    expect(run).toMatchObject({ outcome: 'failed' });
    expect(run.reason).toContain(`Job ${bench.namespace}/precious`);
    expect(run.reason).toContain('exists already and no run made it, so it is not touched');
    const left = await shared.clients.objects.read({
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata,
    });
    expect(left.metadata?.deletionTimestamp).toBeUndefined();
  });

  it('a credential without rights is told which verbs it lacks, and nothing is made', async () => {
    const few = jobRights.map((rule) =>
      rule.resources?.includes('jobs') ? { ...rule, verbs: ['get', 'list', 'watch'] } : rule,
    );
    await bench.addCluster('few-rights', few);
    const { runIds } = await launch({ name: 'few', cluster: 'few-rights' });
    const run = await finished(runIds[0] ?? '');
    expect(run.reason).toContain(
      `The credential of the cluster few-rights lacks rights: create, patch, delete jobs.batch in ${bench.namespace}`,
    );
    expect(run.objects).toBeNull();
  });

  it('what admission says is shown as it was said', async () => {
    const { runIds } = await launch({ name: 'invalid', restartPolicy: 'Always' });
    const run = await finished(runIds[0] ?? '');
    expect(run.reason).toMatch(/spec\.template\.spec\.restartPolicy.*Unsupported value|valid values/s);
    expect(await bench.readLog(run.id)).toContain('restartPolicy');
  });

  it('a quota that is full is shown, and the run ends', async () => {
    const quota = {
      apiVersion: 'v1',
      kind: 'ResourceQuota',
      metadata: { name: 'none', namespace: bench.namespace },
      spec: { hard: { pods: '0' } },
    };
    await shared.clients.objects.create(quota as never);
    try {
      const { runIds } = await launch({ name: 'quota' });
      const run = await finished(runIds[0] ?? '');
      expect(run).toMatchObject({ outcome: 'failed', objects: 'gone' });
      expect(run.reason).toContain('The cluster refuses to make pods');
      expect(run.reason).toContain('exceeded quota: none');
    } finally {
      await shared.clients.objects.delete(quota);
    }
  });
});

const jobSpec = {
  suspend: true,
  template: { spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'busybox' }] } },
};
