import { findBarriers } from '../fixtures/accessibility.ts';
import { readTable } from '../fixtures/read-table.ts';
import { expect, test } from '../fixtures/test.ts';

const scalingOf = (experiment: string, more = ''): string =>
  `/compare?experiment=${experiment}&tab=scaling${more}`;
const plain = (text: string | null | undefined): string => (text ?? '').replaceAll(/[\u00a0\u202f]/g, ' ');

test('QPS and burst: the steps, the knee, the plateau and what the best level brings', async ({ page }) => {
  await page.goto('/compare?experiment=argocd-qps-burst');
  await page.getByRole('tab', { name: 'Scaling' }).click();
  await expect(page).toHaveURL(/tab=scaling/);
  const table = page.getByRole('table', { name: 'sync_duration by qps/burst' });
  await expect(table).toBeVisible();
  const steps = (await readTable(table)).map((row) => plain(row.Step));
  expect(steps).toEqual(['–', '−52.0 %', '−35.6 %', '−5.3 %', '−2.8 %', '+2.9 %']);
  const findings = page.getByRole('list', { name: 'What sync_duration says' });
  await expect(findings).toContainText('Knee at 150/300. Plateau: 150/300 to 300/600.');
  await expect(findings).toContainText(
    'At the best level, 250/500, it is 3.51x as good as at the baseline 50/100',
  );
  await expect(findings).toContainText('not assessable at n=1');
  const errors = page.getByRole('list', { name: 'What error_rate says' });
  await expect(errors).toContainText('Objective error-rate (<= 0.25%) held throughout, in 6 of 6 runs.');
  await expect(page.getByRole('table', { name: 'error_rate by qps/burst' })).toContainText('0.22 to 0.25');
  expect(await findBarriers(page)).toEqual([]);
});

test('shards: speed-up, efficiency, and what is beyond scaling', async ({ page }) => {
  await page.goto(scalingOf('argocd-shard-count'));
  const table = page.getByRole('table', { name: 'sync_duration by shards' });
  await expect(table).toBeVisible();
  const rows = await readTable(table);
  expect(rows.map((row) => row['Speed-up'])).toEqual(['1.00x', '2.03x', '3.57x']);
  expect(rows.map((row) => plain(row.Efficiency).slice(0, 4))).toEqual(['1.00', '1.01', '1.19']);
  expect(rows.map((row) => row.Efficiency?.includes('super-linear'))).toEqual([false, false, true]);
  await expect(page.getByTestId('scaling')).toContainText('Super-linear at 9 (efficiency 1.19)');
});

test('the ladder of applications: for each node, with the verdict withheld where nodes differ', async ({
  page,
}) => {
  await page.goto(scalingOf('argocd-application-count'));
  await page.getByLabel('Rate of').selectOption('applications');
  await page.getByLabel('Divide by').selectOption('nodes');
  await expect(page).toHaveURL(/per=nodes/);
  const table = page.getByRole('table', { name: 'sync_duration by applications' });
  await expect(table).toContainText('applications/min/node');
  const rows = await readTable(table);
  expect(rows.map((row) => plain(row.Mean).split(' ')[0])).toEqual(['833', '833', '1136', '789', '758']);
  expect(rows.at(-1)?.Finding).toContain('withheld: confounded');
  await expect(page.getByTestId('scaling')).toContainText(
    'The verdict on 50000 is withheld: nodes cannot be told apart from it.',
  );
  expect(rows.filter((row) => row.Finding?.includes('the controller became unhealthy'))).toHaveLength(2);
  await page.getByRole('tab', { name: 'Summary' }).click();
  await expect(page.getByRole('list', { name: 'Warnings' })).toContainText(
    'The verdict on applications=50000 is withheld: nodes cannot be told apart from the treatment',
  );
  const measurements = page.getByRole('table', { name: 'Measurements' });
  const details = measurements.getByText('withheld: confounded');
  await details.click();
  await expect(measurements).toContainText('confounded: nodes differs from the baseline in every run');
  expect(await findBarriers(page)).toEqual([]);
});

test('processors: one stalled run, and a factor of 1.5 between two that completed', async ({ page }) => {
  await page.goto(scalingOf('argocd-processors'));
  const factor = 'operation_processors/status_processors';
  const queue = page.getByRole('table', { name: `operation_queue by ${factor}` });
  await expect(queue).toContainText('10 000 operations in the queue');
  const table = page.getByRole('table', { name: `sync_duration by ${factor}` }).last();
  const rows = await readTable(table);
  expect(rows.map((row) => row['Speed-up'])).toEqual(['1.00x', '1.50x']);
  expect(rows[1]?.Finding).toContain('difference of −33.3 %, not assessable at n=1');
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
  await expect(page.getByTestId('scaling')).toContainText(`2 runs. These runs differ in ${factor} alone`);
});

test('workers with one run each are not assessable, and the goal of four times is a line', async ({
  page,
}) => {
  await page.goto(scalingOf('achievers-istio-concurrency'));
  for (const [name, changes] of [
    ['throughput', ['0.0 %', '−1.9 %', '−6.4 %']],
    ['p95', ['0.0 %', '+13.8 %', '−2.4 %']],
  ] as const) {
    const table = page.getByRole('table', { name: `${name} by workers` });
    await expect(table).toBeVisible();
    const rows = await readTable(table);
    expect(rows.map((row) => plain(row['Against 2']))).toEqual(changes);
    for (const row of rows.slice(1))
      expect(row.Finding).toMatch(/^not assessable.*at n=1\. Replicates a side/);
  }
  await page.goto(scalingOf('achievers-platform'));
  await expect(page.getByRole('list', { name: 'What throughput says' })).toContainText(
    'Goal >= 4x of the baseline is reached: platform=after reached 4x',
  );
  await expect(page.getByText('goal >= 4x (4', { exact: false }).first()).toBeVisible();
  await page.goto('/studies/achievers-load-testing');
  await expect(page.getByTestId('draft')).toContainText('The range of addresses allows eight nodes');
});
