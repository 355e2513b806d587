import type { Page } from '@playwright/test';
import { sweepSchema } from '@proofload/contracts';
import { findBarriers } from '../fixtures/accessibility.ts';
import { ownName } from '../fixtures/own-name.ts';
import { shortenQuickStart } from '../fixtures/short-quick-start.ts';
import { expect, test } from '../fixtures/test.ts';

const name = ownName('sweep-queue');
const failing = ownName('sweep-fails');

test.describe.configure({ mode: 'serial' });

const stateOf = (page: Page) => page.getByRole('heading', { level: 1 }).locator('..');

test('a sweep is launched with a priority and a cool-down, paused, reordered by keyboard, and resumed', async ({
  api,
  instance,
  page,
}) => {
  test.setTimeout(300_000);
  await api.saveExperiment(shortenQuickStart({ name, targetUrl: instance.targetUrl, seconds: 3 }));
  await page.goto(`/experiments/${name}?launch=true`);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Replicates').fill('1');
  await dialog.getByLabel('Cool-down').fill('soon');
  await expect(dialog.getByText('expected a duration of at most 7d, such as 40s')).toBeVisible();
  await expect(dialog.getByRole('button', { name: /^Launch/ })).toBeDisabled();
  await dialog.getByLabel('Cool-down').fill('10m');
  await dialog.getByLabel('Priority').fill('3');
  await dialog.getByRole('button', { name: 'Launch 3 runs' }).click();
  await page.waitForURL(/\/sweeps\/[0-9a-z]+$/);
  const id = page.url().split('/').at(-1) ?? '';
  await expect(page.getByLabel('Priority', { exact: true })).toHaveValue('3');

  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await expect(stateOf(page)).toContainText('paused');
  expect(await api.readSweep(id)).toMatchObject({ paused: { by: expect.any(String) }, coolDownMs: 600_000 });

  // A second sweep, and the order of both.
  const second = await api.launch(name, { replicates: 1, labels: {}, priority: -5 });
  await api.fetch(`/sweeps/${second}/pause`, { method: 'POST' });
  await page.getByRole('link', { name: 'All sweeps in progress' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sweeps in progress' })).toBeVisible();
  const rows = page.getByRole('table', { name: 'Sweeps in progress' }).locator('tbody tr');
  const links = rows.getByRole('link', { name });
  await expect(links).toHaveCount(2);
  await expect(links.first()).toHaveAttribute('href', `/sweeps/${id}`);
  const field = page.getByLabel(`Priority of ${name}`).last();
  await field.fill('999');
  await expect(page.getByText('expected a whole number from -100 to 100').first()).toBeVisible();
  await field.fill('50');
  await field.press('Enter');
  await expect(links.first()).toHaveAttribute('href', `/sweeps/${second}`);
  await page.getByRole('button', { name: /^Undo/ }).first().click();
  await expect(links.first()).toHaveAttribute('href', `/sweeps/${id}`);
  expect((await api.readSweep(second)).priority).toBe(-5);
  expect(await findBarriers(page)).toEqual([]);
  await api.fetch(`/sweeps/${second}/cancel`, { method: 'POST' });

  await links.first().click();
  await page.getByRole('button', { name: 'Resume', exact: true }).click();
  await expect(stateOf(page)).not.toContainText('paused');
  await expect(page.getByText(/cools down, next run in [5-9]\.?\d*\smin/)).toBeVisible({ timeout: 90_000 });
  await expect(page.getByText(/about .* left, from \d+ runs?/)).toBeVisible();
  const coolDown = page.getByLabel('Cool-down', { exact: true });
  await coolDown.fill('2s');
  await coolDown.press('Enter');
  await expect(page.getByRole('button', { name: 'Undo: Cool-down 10m again' })).toBeVisible();
  await api.waitForSweep(id, 120_000);
  await expect(stateOf(page)).toContainText('finished');

  await page.getByRole('button', { name: 'Add replicates' }).click();
  await page.getByLabel('More replicates of each treatment').fill('1');
  await page.getByRole('checkbox', { name: 'workers=1' }).uncheck();
  await page.getByRole('checkbox', { name: 'workers=2' }).uncheck();
  await page.getByRole('button', { name: 'Add 1 run' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(stateOf(page)).toContainText(/running|queued/);
  await expect(page.getByRole('link', { name: 'workers=4 #2' })).toBeVisible();
  const closed = await api.waitForSweep(id, 120_000);
  expect(closed.counts).toMatchObject({ total: 4, completed: 4 });
  await expect(stateOf(page)).toContainText('finished');
});

test('runs that failed are repeated and kept', async ({ api, instance, page }) => {
  const source = shortenQuickStart({ name: failing, targetUrl: instance.targetUrl, seconds: 2 });
  const broken = source.replace(
    'export default function () {',
    'export function setup() { throw new Error("no target"); }\n        export default function () {',
  );
  expect(broken).not.toBe(source);
  await api.saveExperiment(broken);
  const id = await api.launch(failing, { replicates: 1, labels: {}, params: { workers: 1 } });
  await api.waitForSweep(id, 120_000);
  await page.goto(`/sweeps/${id}`);
  await page.getByRole('button', { name: 'Repeat runs' }).click();
  const dialog = page.getByRole('dialog', { name: 'Repeat runs' });
  await expect(dialog.getByRole('checkbox', { name: '1 failed' })).toBeChecked();
  expect(await findBarriers(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Repeat 1 run' }).click();
  await expect(page.getByRole('link', { name: 'workers=1 #2' })).toBeVisible();
  await expect(page.getByText(/repeated by/)).toBeVisible();
  const sweep = await api.waitForSweep(id, 120_000);
  expect(sweep.runs[1]).toMatchObject({ retryOf: sweep.runs[0]?.id, replicate: 2 });
  await expect(page.getByRole('button', { name: 'Repeat runs' })).toBeVisible();

  await page.goto(`/runs/${sweep.runs[0]?.id}`);
  await page.getByRole('link', { name: 'repeated by another run' }).click();
  await expect(page).toHaveURL(`/runs/${sweep.runs[1]?.id}`);
  await expect(page.getByRole('link', { name: 'repeats another run' })).toBeVisible();
});

for (const [colorScheme, width] of [
  ['light', 390],
  ['dark', 1440],
] as const)
  test(`the queue is accessible and fits: ${colorScheme}, ${width} px`, async ({ api, page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 900 });
    const id = await api.launch(name, { replicates: 2, labels: {}, coolDown: '1h' });
    await api.read(`/sweeps/${id}/pause`, sweepSchema, { method: 'POST' });
    for (const path of ['/sweeps', `/sweeps/${id}`]) {
      await page.goto(path);
      await expect(
        page
          .getByText(/paused/)
          .filter({ visible: true })
          .first(),
      ).toBeVisible();
      await expect(page.locator('[aria-busy="true"], .animate-pulse')).toHaveCount(0);
      expect(await findBarriers(page), path).toEqual([]);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow, `${path} scrolls sideways`).toBeLessThanOrEqual(0);
    }
    await api.read(`/sweeps/${id}/cancel`, sweepSchema, { method: 'POST' });
  });
