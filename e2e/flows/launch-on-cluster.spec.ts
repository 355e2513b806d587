import type { Locator, Page } from '@playwright/test';
import type { PlacedNode } from '@proofload/testkit/open-testbed';
import { findBarriers } from '../fixtures/accessibility.ts';
import { Api } from '../fixtures/api.ts';
import {
  capacityDefinition,
  jobDefinition,
  k6Definition,
  podMemoryBytes,
} from '../fixtures/cluster-definitions.ts';
import { addCluster, expectNothingLeft, type FlowCluster, prepareCluster } from '../fixtures/flow-cluster.ts';
import { ownName } from '../fixtures/own-name.ts';
import { readTable } from '../fixtures/read-table.ts';
import { expect, test } from '../fixtures/test.ts';

const cluster = ownName('launch-bed');
const experiment = {
  job: ownName('launch-job'),
  capacity: ownName('launch-capacity'),
  k6: ownName('launch-k6'),
  refused: ownName('launch-refused'),
};

let bed: FlowCluster;
let node: PlacedNode;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ instance }) => {
  test.setTimeout(180_000);
  bed = await prepareCluster(new Api(instance), 'launch');
  node = await bed.shared.createNode({ pods: 10 });
  await bed.scrape(instance.targetUrl);
});
test.afterAll(() => bed?.shared.remove());

const stateOf = (page: Page): Locator => page.getByRole('heading', { level: 1 }).locator('..');

/** Writes a definition where its author would, and launches it. @returns the id of the sweep */
async function launchFromEditor(
  page: Page,
  { name, source, treatments, runs }: { name: string; source: string; treatments: string; runs: string },
): Promise<string> {
  await page.goto('/experiments/new');
  await page.getByRole('textbox', { name: 'Definition in YAML' }).fill(source);
  await expect(page.getByText(`Valid: ${treatments}`)).toBeVisible();
  await page.getByRole('button', { name: 'Create experiment' }).click();
  await expect(page).toHaveURL(new RegExp(`/experiments/${name}$`));
  await page.getByRole('button', { name: 'Launch', exact: true }).click();
  const dialog = page.getByRole('dialog');
  // Prometheus must have seen the pods of one run go before the next one is measured.
  await dialog.getByLabel('Cool-down').fill('8s');
  await dialog.getByRole('button', { name: `Launch ${runs}` }).click();
  await expect(page).toHaveURL(/\/sweeps\/[0-9a-z]+$/);
  return page.url().split('/').at(-1) ?? '';
}

/** The value of a measurement as the page of a run shows it, with its unit and the window that it counts. */
const measured = (page: Page, name: string): Locator =>
  page.getByRole('table', { name: 'Measurements' }).getByRole('row').filter({ hasText: name });

test('a cluster is added, and a Job experiment is written, launched and watched to its end', async ({
  page,
  api,
}) => {
  test.setTimeout(300_000);
  await page.goto('/clusters');
  await page.getByRole('button', { name: 'Add a cluster' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add a cluster' });
  await dialog.getByRole('tab', { name: 'Token' }).click();
  await dialog.getByLabel('Name', { exact: true }).fill(cluster);
  await dialog.getByLabel('Address of the API server').fill(bed.shared.apiServer);
  await dialog.locator('input[name=token]').fill(bed.token);
  await dialog.getByLabel('Certificate authority').fill(bed.shared.caPem);
  await dialog.getByLabel('Namespace').fill(bed.namespace);
  await dialog.getByLabel('Prometheus').fill(bed.shared.prometheusUrl);
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect(page).toHaveURL(new RegExp(`/clusters/${cluster}$`));
  const ready = page.getByRole('listitem').filter({ hasText: 'kubernetes-job' });
  await expect(ready, 'the rights that the product asks for are enough').toContainText('Ready');

  const { job: name } = experiment;
  const source = jobDefinition({ name, cluster, namespace: bed.namespace });
  const treatments = '3 treatments (pods=1; pods=4; pods=8)';
  const id = await launchFromEditor(page, { name, source, treatments, runs: '6 runs' });
  const runs = page.getByRole('table', { name: /^Runs/ });
  await expect(runs.getByRole('row')).toHaveCount(7);
  await expect(runs.getByText('running').first()).toBeVisible({ timeout: 60_000 });
  await expect(runs.getByText('completed')).toHaveCount(6, { timeout: 240_000 });
  await expect(stateOf(page)).toContainText('finished');
  await expect(page.getByRole('main')).toContainText(/job_duration/);
  expect(await findBarriers(page)).toEqual([]);

  const sweep = await api.readSweep(id);
  expect(sweep).toMatchObject({ status: 'finished', verdict: 'pass', counts: { total: 6, completed: 6 } });
  for (const run of await api.listRuns(id)) {
    const { memory, api_rate: rate, job_duration: duration } = run.measurements;
    // Every pod of a run reported as much at the same time, and nothing else did.
    expect(memory, run.name).toMatchObject({
      value: Number(run.params.pods) * podMemoryBytes,
      unit: 'bytes',
    });
    expect(memory?.window?.name).toBe('load');
    expect(rate?.value).toBeGreaterThan(0);
    expect(duration?.value).toBeGreaterThanOrEqual(10_000);
    expect(run).toMatchObject({ objects: 'gone', cluster: { name: cluster, namespace: bed.namespace } });
  }
  await expectNothingLeft(bed);

  await runs.getByRole('link', { name: 'pods=8 #1' }).click();
  await expect(stateOf(page)).toContainText('completed');
  await expect(measured(page, 'memory')).toContainText(/320\sMiB/);
  await expect(measured(page, 'memory')).toContainText('load,');
  await expect(measured(page, 'api_rate')).toContainText('requests/s');
  await expect(measured(page, 'job_duration')).toContainText(/[\d.]+\ss/);
  await expect(page.getByRole('button', { name: /^load: .* to / }).first()).toBeVisible();
  await expect(page.getByText('SuccessfulCreate').first()).toBeVisible();
  await expect(page.getByText(bed.namespace).first()).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
});

test('a capacity search that is launched ends at the pods that the node takes, exactly', async ({
  page,
  api,
}) => {
  test.setTimeout(240_000);
  const { capacity: name } = experiment;
  const steps = '{from: 1, to: 64, factor: 2}';
  const source = capacityDefinition({ name, cluster, namespace: bed.namespace, node, steps });
  const id = await launchFromEditor(page, { name, source, treatments: '1 treatment', runs: '1 run' });
  const [run] = (await api.readSweep(id)).runs;
  await page.goto(`/runs/${run?.id}`);
  await expect(page.getByText(/^Holds \d+ or more/)).toBeVisible({ timeout: 60_000 });
  await expect(stateOf(page)).toContainText('completed', { timeout: 180_000 });
  await expect(page.getByText('Holds 10, fails at 11: Unschedulable, timeout').first()).toBeVisible();
  const tried = await readTable(page.getByRole('table', { name: /steps/i }).first());
  expect(tried.map(({ Units, Result }) => `${Units} ${Result}`)).toEqual([
    ...['1 Held', '2 Held', '4 Held', '8 Held', '16 Timeout', '12 Timeout', '10 Held', '11 Timeout'],
  ]);
  for (const step of tried.filter(({ Result }) => Result === 'Held')) {
    expect(step['Converged after']).toMatch(/^[\d.]+ (ms|s)$/);
    expect(step.memory).toMatch(/^[\d.]+ MiB$/);
  }
  expect(tried.at(-1)?.Reason).toContain('10 of 11 ready');
  await expect(page.getByRole('figure', { name: /memory/i }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^step 11: .* to / }).first()).toBeVisible();
  await expect(measured(page, 'capacity')).toContainText(/10\spods/);
  await expect(measured(page, 'memory')).toContainText(/\d\sMiB/);
  expect(await findBarriers(page)).toEqual([]);
  await expectNothingLeft(bed);
});

test('k6 as a Job loads the target, and its numbers agree with those that Prometheus scraped there', async ({
  page,
  api,
  instance,
}) => {
  test.setTimeout(180_000);
  const { k6: name } = experiment;
  const { targetUrl } = instance;
  const source = k6Definition({ name, cluster, namespace: bed.namespace, targetUrl });
  const id = await launchFromEditor(page, { name, source, treatments: '1 treatment', runs: '1 run' });
  await expect(stateOf(page)).toContainText('finished', { timeout: 90_000 });
  const [run] = await api.listRuns(id);
  expect(run).toMatchObject({ outcome: 'completed', verdict: 'pass', objects: 'gone' });
  const value = (measurement: string): number => run?.measurements[measurement]?.value ?? Number.NaN;
  expect(value('requests')).toBeGreaterThan(50);
  expect(value('pushed')).toBe(value('requests'));
  // Scraped every two seconds, so that the first and the last of the load's six may lie outside.
  expect(value('served')).toBeGreaterThan(value('requests') / 4);
  expect(value('served')).toBeLessThanOrEqual(value('requests'));
  await page.goto(`/runs/${run?.id}`);
  await expect(measured(page, 'requests').first()).toContainText('requests');
  await expect(measured(page, 'p95')).toContainText(/[\d.]+\sms/);
  await expect(measured(page, 'served')).toContainText('load,');
  expect(await findBarriers(page)).toEqual([]);
  await expectNothingLeft(bed);
});

test('a credential without rights is told which verbs it lacks, and nothing is made', async ({
  page,
  api,
}) => {
  const { refused: name } = experiment;
  const { token } = await bed.shared.createServiceAccountToken({ namespace: bed.namespace });
  await addCluster(api, name, { ...bed, token });
  await page.goto(`/clusters/${name}`);
  const executor = page.getByRole('listitem').filter({ hasText: 'kubernetes-job' });
  await expect(executor).toContainText('Lacks:');
  await api.saveExperiment(jobDefinition({ name, cluster: name, namespace: bed.namespace }));
  await page.goto(`/experiments/${name}?launch=true`);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Replicates').fill('1');
  await dialog.getByRole('checkbox', { name: '4', exact: true }).uncheck();
  await dialog.getByRole('checkbox', { name: '8', exact: true }).uncheck();
  await dialog.getByRole('button', { name: 'Launch 1 run' }).click();
  await expect(page).toHaveURL(/\/sweeps\/[0-9a-z]+$/);
  const runs = page.getByRole('table', { name: /^Runs/ });
  await expect(runs.getByText('failed').first()).toBeVisible({ timeout: 60_000 });
  await runs.getByRole('link', { name: 'pods=1 #1' }).click();
  const lacks = `The credential of the cluster ${name} lacks rights: get, list, create, patch, delete, watch jobs.batch in ${bed.namespace}`;
  await expect(page.getByText(lacks).first()).toBeVisible();
  await expect(stateOf(page)).toContainText('failed');
  expect(await findBarriers(page)).toEqual([]);
  await expectNothingLeft(bed);
});
