import type { Page } from '@playwright/test';
import { findBarriers } from '../fixtures/accessibility.ts';
import { ownName } from '../fixtures/own-name.ts';
import { makeRampRuns } from '../fixtures/ramp-runs.ts';
import { expect, test } from '../fixtures/test.ts';

const open = async (page: Page, experiment: string, tab: string): Promise<void> => {
  await page.goto(`/compare?experiment=${experiment}&tab=${tab}`);
  await expect(page.getByRole('tab', { selected: true })).toHaveText(new RegExp(tab, 'i'));
};

test('projected limits stand beside observed failures and their kind', async ({ page }) => {
  await open(page, 'osm-capacity', 'capacity');
  const limits = page.getByRole('table', { name: 'Projected limits of memory' });
  const row = (treatment: string) => limits.getByRole('row').filter({ hasText: treatment });
  await expect(row('cpu=1.5,memory=256')).toContainText(
    /40 to 46.MB.*43 MB is taken.*271 pods.*260.pods.*out of memory/,
  );
  await expect(row('cpu=1.5,memory=512')).toContainText(/485 pods.*440.pods.*timeout.*not by memory/);
  await expect(row('cpu=4,memory=512')).toContainText(
    /478 pods.*460.pods.*timeout.*something other than memory bound it/,
  );
  await expect(page.getByRole('img', { name: /^memory by pods/ })).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
});

test('ranges of histogram buckets stay ranges where they are judged', async ({ page }) => {
  await open(page, 'osm-capacity', 'objectives');
  const matrix = page.getByRole('table', { name: 'Objectives by run and phase' });
  const row = (name: string) => matrix.getByRole('row').filter({ hasText: name });
  await expect(row('converges-at-200')).toContainText(/20 to 40.s\s*met/);
  await expect(row('converges-at-400')).toContainText(/≥.2.5.min\s*failed/);
  await expect(row('converges-at-400')).toContainText(/≥.90.s\s*not assessable/);
  await expect(page.getByText('their values were reported, and tell no times')).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
});

test('which limit binds first, with units converted, and how many nodes a range has room for', async ({
  page,
}) => {
  await open(page, 'hush-house-receiver', 'capacity');
  const caps = page.getByRole('table', { name: 'Caps of stream' });
  const row = (receiver: string) => caps.getByRole('row').filter({ hasText: receiver }).first();
  await expect(row('receiver=discard')).toContainText('network binds first, at 10\u202f000\u00a0Mbps');
  await expect(row('"1 TB persistent disk"')).toContainText(/120.MB\/s = 960.Mbps/);
  await expect(row('"1 TB persistent disk"')).toContainText(
    'bytes a second binds first, at 960\u00a0Mbps, as was seen',
  );
  await expect(row('"1 TB SSD persistent disk"')).toContainText('operations a second binds first');
  expect(await findBarriers(page)).toEqual([]);
  await open(page, 'achievers-address-range', 'capacity');
  await expect(page.getByRole('table', { name: 'Ranges of addresses' })).toContainText(
    '2^(24 - 21) = 8 nodes',
  );
  await open(page, 'achievers-istio-concurrency', 'capacity');
  await expect(page.getByText('No limits', { exact: true })).toBeVisible();
});

test('breaches are told by phase, by length and by the load that they began at', async ({ page, api }) => {
  const name = ownName('ramp-objectives');
  await makeRampRuns(api, name);
  await open(page, name, 'objectives');
  const matrix = page.getByRole('table', { name: 'Objectives by run and phase' });
  await expect(matrix).toContainText(/warm-up80.msmet.*warm-up80.msmet.*peak300.msfailed/);
  const courses = page.getByRole('table', { name: 'Objectives over time' });
  await expect(courses.getByRole('row').last()).toContainText(
    /25.4.%\s*30.s\s*75.s after the start\s*vus at 40, 1.6x/,
  );
  await expect(page.getByRole('table', { name: 'Thresholds of k6' })).toContainText(/p\(95\)<120\s*crossed/);
  await matrix.getByRole('button').last().focus();
  await expect(page.getByRole('tooltip')).toContainText('In breach 25');
  expect(await findBarriers(page)).toEqual([]);
});
