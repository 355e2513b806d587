import { findBarriers } from '../fixtures/accessibility.ts';
import { ownName } from '../fixtures/own-name.ts';
import { makeShardedRuns } from '../fixtures/sharded-runs.ts';
import { expect, test } from '../fixtures/test.ts';

test('the balance of the published sharding algorithms is worked out from the shards with the most and the least', async ({
  page,
}) => {
  await page.goto('/compare?experiment=argocd-sharding&tab=balance');
  const cpu = page.getByRole('table', { name: 'Balance of cpu' });
  const legacy = cpu.getByRole('row', { name: /legacy/ });
  await expect(legacy).toContainText('0.55 cores − 0.23 cores = 0.32 cores');
  const memory = page.getByRole('table', { name: 'Balance of memory' });
  await expect(memory.getByRole('row', { name: /legacy/ })).toContainText('452 MiB − 225 MiB = 227 MiB');
  await expect(cpu.getByRole('row', { name: /greedy-minimum/ })).toContainText('0.06 cores as reported');
  await expect(
    page.getByRole('img', { name: /with the least to the one with the most.*range 0\.32/ }),
  ).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Balance' })).toHaveAttribute('aria-selected', 'true');
  expect(await findBarriers(page)).toEqual([]);
});

test('the traffic of a node adds up or is flagged, and its peaks are ranges where they are', async ({
  page,
}) => {
  await page.goto('/compare?experiment=yurthub-traffic&tab=breakdown');
  const panel = page.locator('#breakdown-of-traffic');
  await expect(panel).toContainText(
    'The parts add up to 342 kB/s, but 320 kB/s is stated: 22 kB/s more. (does not add up)',
  );
  await expect(panel).toContainText('The parts add up to 780 kB/s, as stated');
  await expect(panel.getByRole('img', { name: /phase=deploy: endpointslices, watch 240.*70/ })).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await page.goto('/compare?experiment=yurthub-phases');
  const measurements = page.getByRole('table', { name: 'Measurements' });
  for (const peak of [/15 to 20.kB\/s/, /350.kB\/s/, /780.kB\/s/])
    await expect(measurements).toContainText(peak);
});

test('samples of shards show who is busy, over which window, and what requests are made of', async ({
  page,
  api,
}) => {
  const name = ownName('shard-balance');
  await makeShardedRuns(api, name);
  await page.goto(`/compare?experiment=${name}&tab=balance`);
  const figures = page.getByRole('table', { name: 'Figures of the balance' });
  await expect(figures.getByRole('row', { name: /algorithm=legacy/ })).toContainText('baseline');
  await page.getByLabel('Counted over').selectOption('sync');
  await expect(page).toHaveURL(/over=sync/);
  await expect(figures.getByRole('row', { name: /algorithm=legacy/ })).toContainText(/0\.3\d+.cores/);
  await figures.getByRole('button', { name: 'Range' }).click();
  await expect(figures.getByRole('row').nth(1)).toContainText('algorithm=greedy');
  await expect(page.locator('#heat')).toContainText('by shard over time');
  await expect(page.locator('#heat').getByRole('img').first()).toHaveAccessibleName(
    /0 has the greatest mean/,
  );
  await expect(page.locator('#pair').getByRole('img').first()).toHaveAccessibleName(
    /algorithm=legacy and algorithm=greedy/,
  );
  expect(await findBarriers(page)).toEqual([]);

  await page.getByRole('tab', { name: 'Breakdown' }).click();
  await page.getByLabel('When').selectOption('peak');
  await page.getByLabel('Second label').selectOption('verb');
  const parts = page.locator('#parts').getByRole('img').first();
  await expect(parts).toHaveAccessibleName(/applications, patch.*58\.8/);
  await page.getByLabel('Hold the sum against').selectOption('requests');
  await expect(page.getByRole('table', { name: 'Totals of the breakdown' })).toContainText('is stated');
  await expect(page.locator('#latency').getByRole('img').first()).toHaveAccessibleName(/get.*p95.*p99.*n=2/);
  expect(await findBarriers(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await expect.poll(overflow).toBeLessThanOrEqual(0);
});
