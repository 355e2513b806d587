import { fileURLToPath } from 'node:url';
import { createClusterSchema, createPrometheusServerSchema } from '@proofload/contracts';
import { createCluster, createPrometheusServer, readRunLog } from '@proofload/services';
import type { Testbed } from '@proofload/testbed';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeDefinition } from '../../../studies/job-rate-live/make-definition.ts';
import { readLatencyP99 } from '../../../studies/job-rate-live/read-latency.ts';
import { clusterOf, studyCluster } from '../../../studies/job-rate-live/register-testbed.ts';
import { openStudyTestbed, writeCommandList } from '../../../studies/job-rate-live/study-testbed.ts';
import { createWorkerBench, type WorkerBench } from './fixtures/worker-bench.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** Enough for the faster Job to last for a few scrapes on a quiet machine. */
const pods = 300;

// A testbed of its own: others would see the controller manager of the shared one go away.
let study: { testbed: Testbed; end: () => Promise<void> };
let bench: WorkerBench;

beforeAll(async () => {
  [study, bench] = await Promise.all([openStudyTestbed(root, null, pods), createWorkerBench()]);
  const { testbed } = study;
  const server = { name: studyCluster, url: testbed.prometheusUrl };
  await createPrometheusServer(bench.ctx, createPrometheusServerSchema.parse(server));
  const cluster = { name: studyCluster, ...clusterOf(testbed, pods) };
  await createCluster(bench.ctx, createClusterSchema.parse(cluster));
  const commands = await writeCommandList(root, testbed, bench.dataDir);
  await bench.startWorker({ commands, localK6: 'off' });
});
afterAll(async () => {
  await bench?.close();
  await study?.end();
});

const rateOf = async (): Promise<[number | undefined, number | undefined]> => {
  const { settings } = (await study.testbed.status())['controller-manager'];
  return [settings.qps, settings.burst];
};

it('the study runs its Jobs against a controller manager of the rate that is wanted', async () => {
  const source = await makeDefinition({ pods });
  const launched = await bench.launch(source, {
    params: { qps: [20, 300] },
    replicates: 1,
    order: 'defined',
  });
  const [slow = '', fast = ''] = launched.runIds;
  await bench.runUntil(slow, ({ status }) => status === 'running', 60_000);
  expect(await rateOf()).toEqual([20, 30]);
  const sweep = await bench.sweepUntilFinished(launched.sweepId, 200_000);
  expect(sweep.counts).toMatchObject({ total: 2, completed: 2 });
  expect(await rateOf()).toEqual([300, 600]);

  const completion: number[] = [];
  for (const id of [slow, fast]) {
    const run = await bench.run(id);
    const value = (name: string): number => run.measurements[name]?.value ?? Number.NaN;
    expect(run.phases.map(({ name }) => name)).toEqual(['prepare', 'load']);
    expect(run.objects).toBe('gone');
    expect(value('pods')).toBe(pods);
    expect(value('api_requests')).toBeGreaterThan(pods);
    expect(value('api_request_rate')).toBeGreaterThan(1);
    expect(value('api_latency_p99_peak')).toBeGreaterThan(0);
    const { from, to } = run.measurements.api_request_rate?.window ?? { from: '', to: '' };
    const window = { fromMs: Date.parse(from), toMs: Date.parse(to) };
    expect((window.toMs - window.fromMs) / 1000).toBeCloseTo(value('completion'), 3);
    expect(await readLatencyP99(study.testbed.prometheusUrl, window)).toBeGreaterThan(0);
    completion.push(value('completion'));
    const { lines } = await readRunLog(bench.ctx, { id, after: 0, limit: 1000 });
    expect(lines.map(({ message }) => message).join('\n')).toMatch(/controller-manager +process \d+/);
  }
  // Each pod takes two requests of the controller, whatever else the machine has to do: with 20 a second after a burst of 30.
  expect(completion[0]).toBeGreaterThanOrEqual(Math.floor((2 * pods - 30) / 20) - 1);
}, 300_000);
