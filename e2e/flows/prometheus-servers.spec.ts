import { type RealPrometheus, startPrometheus } from '@proofload/testkit/prometheus-server';
import { findBarriers } from '../fixtures/accessibility.ts';
import { ownName } from '../fixtures/own-name.ts';
import { expect, test } from '../fixtures/test.ts';

const name = ownName('e2e-prometheus');
const password = 'pass:wörd';
const passwordHash = '$2b$04$abcdefghijklmnopqrstuuWXKr2BvN6MFBGmbO8G1GNLW0JIJkxnC';
let prometheus: RealPrometheus;

test.beforeAll(async ({ instance }) => {
  prometheus = await startPrometheus({
    targets: [new URL(instance.targetUrl).host],
    prefix: '/prom',
    web: { basic_auth_users: { bench: passwordHash } },
  });
});
test.afterAll(() => prometheus?.stop());
test.beforeEach(({ api }) => api.deleteAll('/prometheus-servers'));

test('a Prometheus server is added, checked, named by a run, changed and deleted', async ({ page, api }) => {
  await page.goto('/settings');
  await page.getByRole('link', { name: 'Prometheus servers' }).click();
  await expect(page.getByText('No Prometheus servers')).toBeVisible();
  await page.getByRole('button', { name: 'Add a server' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a Prometheus server' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Address').fill(prometheus.url);
  await dialog.getByLabel('Authentication').selectOption('basic');
  await dialog.getByLabel('User').fill('bench');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect(dialog.getByText('expected a password')).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await dialog.getByLabel('Password').fill(password);
  await dialog.getByRole('button', { name: 'Add' }).click();
  const row = page.getByRole('row', { name });
  await expect(row.getByText(/^Prometheus \d+\.\d+/)).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);

  await api.saveExperiment(`apiVersion: proofload/v1
kind: Experiment
metadata: {name: ${name}}
spec:
  objective: Is the server found by its name?
  workload:
    executor: k6
    with: {duration: 3s, vus: 1, script: "export default () => {}"}
  sources:
    - prometheus: {server: ${name}, step: 1s, queries: {pool: target_pool_size}}
  measurements:
    pool: {metric: pool, aggregate: max, unit: workers}
`);
  const sweep = await api.launch(name, {});
  const { runs } = await api.waitForSweep(sweep, 120_000);
  await page.goto(`/runs/${runs[0]?.id}`);
  await expect(page.getByRole('row', { name: /pool/ }).first()).toContainText('workers');

  await page.goto('/settings/prometheus');
  await page.getByRole('button', { name: `Change ${name}` }).click();
  const change = page.getByRole('dialog', { name: `Change ${name}` });
  await expect(change.getByLabel('Password')).toHaveValue('');
  await change.getByLabel('Password').fill('something else');
  await change.getByRole('button', { name: 'Save' }).click();
  await expect(row.getByText('it answered 401 Unauthorized')).toBeVisible();

  await page.getByRole('button', { name: `Delete ${name}` }).click();
  await page.getByRole('button', { name: 'Delete the server' }).click();
  await expect(page.getByText('No Prometheus servers')).toBeVisible();
});
