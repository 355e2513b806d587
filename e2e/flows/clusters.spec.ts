import type { Page } from '@playwright/test';
import { makeClients, startTestbed, type Testbed } from '@proofload/testbed';
import { findBarriers } from '../fixtures/accessibility.ts';
import { expect, test } from '../fixtures/test.ts';

let testbed: Testbed;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  testbed = await startTestbed({ nodes: 2 });
});
test.afterAll(() => testbed?.remove());
test.beforeEach(({ api }) => api.deleteAll('/clusters'));

/** The kubeconfig of the testbed with a context beside it that wants a program. */
function makeKubeconfig(): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'Bench/testbed',
    clusters: [
      {
        name: 'bed',
        cluster: {
          server: testbed.server,
          'certificate-authority-data': Buffer.from(testbed.caPem).toString('base64'),
        },
      },
    ],
    users: [
      { name: 'admin', user: { token: testbed.adminToken } },
      { name: 'cloud', user: { exec: { command: 'gke-gcloud-auth-plugin' } } },
    ],
    contexts: [
      { name: 'Bench/testbed', context: { cluster: 'bed', user: 'admin' } },
      { name: 'gke-prod', context: { cluster: 'bed', user: 'cloud' } },
    ],
  });
}

async function makeLimitedToken(): Promise<string> {
  const { core } = makeClients(testbed.kubeconfigText);
  const body = { metadata: { name: 'limited' } };
  await core.createNamespacedServiceAccount({ namespace: 'default', body });
  const { status } = await core.createNamespacedServiceAccountToken({
    namespace: 'default',
    name: 'limited',
    body: { spec: { audiences: [], expirationSeconds: 3600 } },
  });
  return status?.token ?? '';
}

async function expectNoSecret(page: Page, ...secrets: string[]): Promise<void> {
  const text = `${await page.content()}${await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))}`;
  for (const secret of secrets) expect(text.includes(secret)).toBe(false);
}

test('a cluster is added from a kubeconfig, looked at, given another token and deleted', async ({
  page,
  complaints,
}) => {
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Clusters' }).click();
  await expect(page.getByText('No clusters')).toBeVisible();
  await page.getByRole('button', { name: 'Add a cluster' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a cluster' });
  await expect(dialog.getByRole('button', { name: 'Add' })).toBeDisabled();
  await dialog.getByLabel('Kubeconfig').last().fill('clusters: [');
  await expect(dialog.getByRole('alert')).toContainText('expected YAML or JSON');
  // The browser itself reports the status of what was refused.
  complaints.splice(0, complaints.length, ...complaints.filter((each) => !each.includes('422')));
  await dialog.getByLabel('Choose a file').setInputFiles({
    name: 'config',
    mimeType: 'application/yaml',
    buffer: Buffer.from(makeKubeconfig()),
  });
  await expect(dialog.getByText('1 of 2 can be used')).toBeVisible();
  await expect(
    dialog.getByText(/Cannot be used: .*gke-gcloud-auth-plugin, which is not run here/),
  ).toBeVisible();
  await expect(dialog.getByRole('checkbox', { name: /gke-prod/ })).toBeDisabled();
  await expect(dialog.getByLabel('Name here')).toHaveValue('testbed');
  await dialog.getByLabel('Prometheus').fill(testbed.prometheusUrl);
  expect(await findBarriers(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Add' }).click();

  await expect(page).toHaveURL(/\/clusters\/testbed$/);
  await expect(page.getByText(/^Kubernetes v1\./)).toBeVisible();
  await expect(page.getByText(/nodes ready/)).toBeVisible();
  await expect(page.getByText('testbed-admin')).toBeVisible();
  await expect(page.getByText(/^Prometheus \d+\.\d+/)).toBeVisible();
  const executor = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  await expect(executor('kubernetes-job')).toContainText('Ready');
  await expect(executor('k6-operator')).toContainText('the kind testruns.k6.io, which is not installed');
  expect(await findBarriers(page)).toEqual([]);
  await expectNoSecret(page, testbed.adminToken);

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Least rights' }).click();
  expect((await download).suggestedFilename()).toBe('rbac-testbed.yaml');

  const token = await makeLimitedToken();
  await page.getByRole('button', { name: 'Change' }).click();
  const change = page.getByRole('dialog', { name: 'Change testbed' });
  await change.getByLabel('Credentials').selectOption('a new token');
  await expect(change.locator('input[name=token]')).toHaveValue('');
  await change.locator('input[name=token]').fill(token);
  await change.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('system:serviceaccount:default:limited', { exact: true })).toBeVisible();
  await expect(executor('kubernetes-job')).toContainText(
    'Lacks: get, list, watch, create, patch and delete pods',
  );
  await expectNoSecret(page, testbed.adminToken, token);

  await page.goto('/clusters');
  await expect(page.getByRole('row', { name: /testbed/ })).toContainText('0 of 4 executors ready');
  await page.getByRole('link', { name: 'testbed', exact: true }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete the cluster' }).click();
  await expect(page.getByText('No clusters')).toBeVisible();
});

test('a cluster that does not answer says so, and why', async ({ page }) => {
  await page.goto('/clusters');
  await page.getByRole('button', { name: 'Add a cluster' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a cluster' });
  await dialog.getByRole('tab', { name: 'Token' }).click();
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect(dialog.getByText('expected an address')).toBeVisible();
  await expect(dialog.getByText('expected a token')).toBeVisible();
  await dialog.getByLabel('Name', { exact: true }).fill('strange');
  await dialog.getByLabel('Address of the API server').fill(testbed.server);
  await dialog.locator('input[name=token]').fill('made-up-by-nobody');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'The cluster cannot be used' })).toContainText(
    'its certificate is not trusted',
  );
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete the cluster' }).click();
  await expect(page.getByText('No clusters')).toBeVisible();
});
