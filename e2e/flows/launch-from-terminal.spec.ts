import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createdTokenSchema, runSchema, runStepsSchema, sweepSchema } from '@proofload/contracts';
import type { PlacedNode } from '@proofload/testkit/open-testbed';
import { z } from 'zod';
import { Api } from '../fixtures/api.ts';
import { capacityDefinition, jobDefinition, k6Definition } from '../fixtures/cluster-definitions.ts';
import { addCluster, expectNothingLeft, type FlowCluster, prepareCluster } from '../fixtures/flow-cluster.ts';
import { ownName } from '../fixtures/own-name.ts';
import { proofload } from '../fixtures/proofload.ts';
import { expect, test } from '../fixtures/test.ts';

const cluster = ownName('terminal-bed');
const names = {
  job: ownName('terminal-job'),
  capacity: ownName('terminal-capacity'),
  k6: ownName('terminal-k6'),
  refused: ownName('terminal-refused'),
};

let dir: string;
let bed: FlowCluster;
let node: PlacedNode;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ instance }) => {
  test.setTimeout(180_000);
  const api = new Api(instance);
  dir = await mkdtemp(join(tmpdir(), 'proofload-terminal-'));
  bed = await prepareCluster(api, 'terminal');
  node = await bed.shared.createNode({ pods: 10 });
  await bed.scrape(instance.targetUrl);
  await addCluster(api, cluster, bed);
});
test.afterAll(async () => {
  await bed?.shared.remove();
  if (dir) await rm(dir, { recursive: true });
});

async function writeDefinition(name: string, source: string): Promise<string> {
  const path = join(dir, `${name}.yaml`);
  await writeFile(path, source);
  return path;
}

const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ');

test('a Job experiment is launched and watched, and its table has what Prometheus measured', async ({
  instance,
  api,
}) => {
  test.setTimeout(180_000);
  const { job: name } = names;
  const path = await writeDefinition(name, jobDefinition({ name, cluster, namespace: bed.namespace }));
  const { code, stdout, stderr } = await proofload(instance, [
    'run',
    '-f',
    path,
    '--wait',
    '--replicates',
    '1',
    // Prometheus must have seen the pods of one run go before the next one is measured.
    '--cool-down',
    '8s',
  ]);
  expect({ code, stderr }).toMatchObject({ code: 0 });
  expect(stderr).toContain(`${name} version 1: launched 3 runs`);
  expect(stderr).toMatch(/pods=8 #1 completed, verdict pass \(\d of 3\)/);
  const table = plain(stdout);
  expect(table).toMatch(/^measurement +pods=1 +pods=4 +pods=8$/m);
  expect(table).toMatch(/^memory +40 MiB, n=1 +160 MiB, n=1, 4x +320 MiB, n=1, 8x$/m);
  expect(table).toMatch(/^api_rate +[\d.]+ requests\/s, n=1 /m);
  expect(table).toContain('SLO quick (< 60s): met in 3 of 3');
  expect(table).toMatch(/^Verdict: pass$/m);

  const [, sweep = ''] = /^Sweep: \S+\/sweeps\/(\S+)$/m.exec(stdout) ?? [];
  const [run] = await api.listRuns(sweep);
  const shown = await proofload(instance, ['show', run?.id ?? '', '--events']);
  expect(shown).toMatchObject({ code: 0, stderr: '' });
  const lines = plain(shown.stdout);
  expect(lines).toContain(`cluster ${cluster}, namespace ${bed.namespace}, objects removed`);
  expect(lines).toMatch(/^ {2}phase load +[\d.]+ s$/m);
  expect(lines).toMatch(/^memory +\d+ MiB$/m);
  expect(lines).toMatch(new RegExp(`^ {2}after [\\d.]+ m?s +normal +Job/${name} +SuccessfulCreate `, 'm'));
  await expectNothingLeft(bed);
});

test('a capacity search is launched, followed step by step, and answered', async ({ instance }) => {
  test.setTimeout(180_000);
  const { capacity: name } = names;
  const where = { name, cluster, namespace: bed.namespace };
  const source = capacityDefinition({ ...where, node, steps: '{from: 9, to: 16, by: 1}' });
  const path = await writeDefinition(name, source);
  const launched = await proofload(instance, ['run', '-f', path, '--json']);
  expect(launched).toMatchObject({ code: 0 });
  const { sweep } = z
    .object({ sweep: z.object({ id: z.string(), runs: z.array(z.object({ id: z.string() })) }) })
    .parse(JSON.parse(launched.stdout));
  const id = sweep.runs[0]?.id ?? '';

  const followed = await proofload(instance, ['show', id, '--wait']);
  expect(followed).toMatchObject({ code: 0 });
  expect(plain(followed.stderr)).toMatch(/^Step 1: 9 units: held, converged after [\d.]+ m?s$/m);
  expect(plain(followed.stderr)).toMatch(/^Step 3: 11 units: timeout \(.*10 of 11 ready/m);
  const text = plain(followed.stdout);
  expect(text).toMatch(/^Holds 10, fails at 11: Unschedulable, timeout$/m);
  expect(text).toMatch(/^step +units +result +began after +converged after +memory +reason$/m);
  expect(text).toMatch(/^2 +10 +held +[\d.]+ s +[\d.]+ m?s +[\d.]+ MiB$/m);
  expect(text).toMatch(/^3 +11 +timeout +[\d.]+ s +not +not read +Unschedulable: /m);
  expect(text).toMatch(/^capacity +10 pods$/m);
  expect(text).toMatch(/^Cluster: \d+ warnings? of \d+ events/m);
  expect(text).toMatch(/FailedScheduling/);

  const json = await proofload(instance, ['show', id, '--json']);
  const shown = z.object({ run: runSchema, steps: runStepsSchema }).parse(JSON.parse(json.stdout));
  expect(shown.run).toMatchObject({ outcome: 'completed', objects: 'gone' });
  expect(shown.steps).toMatchObject({ lastGood: 10, firstBad: 11, failure: 'timeout' });
  const status = await proofload(instance, ['sweep', 'status', sweep.id, '--wait']);
  expect(status.code).toBe(0);
  expect(status.stdout).toContain('Holds 10, fails at 11: Unschedulable, timeout');
  await expectNothingLeft(bed);
});

test('k6 as a Job is launched and gated on', async ({ instance }) => {
  test.setTimeout(180_000);
  const { k6: name } = names;
  const { targetUrl } = instance;
  const path = await writeDefinition(
    name,
    k6Definition({ name, cluster, namespace: bed.namespace, targetUrl }),
  );
  const { code, stdout, stderr } = await proofload(instance, ['run', '-f', path, '--wait', '--json']);
  expect({ code, stderr }).toMatchObject({ code: 0 });
  const { runs, sweep } = z
    .object({ runs: z.array(runSchema.pick({ measurements: true })), sweep: sweepSchema })
    .parse(JSON.parse(stdout));
  expect(sweep.verdict).toBe('pass');
  const value = (measurement: string): number => runs[0]?.measurements[measurement]?.value ?? Number.NaN;
  expect(value('requests')).toBeGreaterThan(50);
  expect(value('pushed')).toBe(value('requests'));
  expect(value('served')).toBeGreaterThan(value('requests') / 4);
  await expectNothingLeft(bed);
});

test('a token without the scope launch cannot launch, and a run that lacks rights says which', async ({
  instance,
  api,
}) => {
  const { token } = await api.read('/tokens', createdTokenSchema, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'reads', scopes: ['read', 'ingest'] }),
  });
  const reader = { PROOFLOAD_TOKEN: token };
  await api.saveExperiment(jobDefinition({ name: names.job, cluster, namespace: bed.namespace }));
  const before = (await api.read(`/experiments/${names.job}`, z.object({ version: z.number() }))).version;
  const refused = await proofload(instance, ['run', '--experiment', names.job], reader);
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toContain(
    'Launching the sweep was refused: This call needs a token with the scope launch',
  );
  const path = await writeDefinition(
    'other',
    jobDefinition({ name: names.job, cluster, namespace: 'other' }),
  );
  const unsaved = await proofload(instance, ['run', '-f', path], reader);
  expect(unsaved).toMatchObject({ code: 1, stdout: '' });
  expect(unsaved.stderr).toContain('This call needs a token with the scope launch');
  const { version } = await api.read(`/experiments/${names.job}`, z.object({ version: z.number() }));
  expect(version, 'nothing was saved').toBe(before);
  expect((await proofload(instance, ['sweep', 'status'], reader)).code).toBe(0);

  const { refused: name } = names;
  const poor = await bed.shared.createServiceAccountToken({ namespace: bed.namespace });
  await addCluster(api, name, { ...bed, token: poor.token });
  const source = jobDefinition({ name, cluster: name, namespace: bed.namespace });
  const definition = await writeDefinition(name, source);
  const args = ['run', '-f', definition, '--wait', '--replicates', '1', '--param', 'pods=1'];
  const lacking = await proofload(instance, args);
  expect(lacking).toMatchObject({ code: 3 });
  expect(lacking.stdout).toContain(
    `The credential of the cluster ${name} lacks rights: get, list, create, patch, delete, watch jobs.batch in ${bed.namespace}`,
  );
  await expectNothingLeft(bed);
});
