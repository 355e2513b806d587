import { findBarriers } from '../fixtures/accessibility.ts';
import { expect, test } from '../fixtures/test.ts';

test('the published studies stand on the home page, and their claims are worked out from their runs', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('link', { name: /Argo CD at 500 clusters/ }).click();
  await expect(page).toHaveURL(/\/studies\/argocd-scalability$/);
  await expect(page.getByRole('link', { name: /Pushing the Limits/ })).toHaveAttribute(
    'href',
    'https://cnoe.io/blog/argo-cd-application-scalability',
  );
  await expect(page.getByTestId('claims')).toHaveText(/^All \d+ claims hold$/);
  const draft = page.getByTestId('draft');
  await expect(draft).toContainText('The knee lies at 150 requests a second');
  await expect(draft).toContainText('found 3.51x');
  // Blocks of the report are the same views as those of the compare page.
  await expect(draft).toContainText('Super-linear at 9 (efficiency 1.19)');
  await expect(draft.getByTestId('trade-off')).toContainText('no winner is named');
  const ladder = page.getByRole('list').filter({ hasText: 'applications=50000' }).first();
  await expect(ladder).toContainText('failed: CPU of all nodes at 100 %');
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('link', { name: 'How much faster do more shards sync' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'argocd-shard-count' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Treatments' })).toContainText('0.28x');
});

test('a claim that does not hold is shown as drifted, and ranges stay ranges', async ({ page }) => {
  await page.goto('/studies/yurthub-performance');
  await expect(page.getByTestId('claims')).toContainText('1');
  const drifted = page.getByTestId('draft').getByText('drifted', { exact: true });
  await expect(drifted.first()).toBeVisible();
  await page.goto('/studies/osm-scale-limits');
  const measurements = page.getByRole('table', { name: 'Measurements' });
  await expect(measurements).toContainText('10 to 20');
  await expect(measurements).toContainText('≥');
  await expect(page.getByTestId('draft')).toContainText('found 271');
  await expect(page.getByTestId('draft')).toContainText(
    'memory reaches its limit at 485 pods; failed at 440 pods: timeout',
  );
});

test('published runs are marked, cited and found by the filter', async ({ page, api }) => {
  await page.goto(`/runs?filter=${encodeURIComponent('published=true and experiment="osm-capacity"')}`);
  const runs = page.getByRole('table', { name: 'Runs' });
  await expect(runs.getByText('published', { exact: true })).toHaveCount(3);
  await runs.getByRole('link').first().click();
  await expect(page.getByText('These figures were published in')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Measurements' })).toContainText('20 to 40');
  expect(await findBarriers(page)).toEqual([]);
  const response = await api.fetch('/studies');
  expect(((await response.json()) as { items: unknown[] }).items).toHaveLength(5);
});
