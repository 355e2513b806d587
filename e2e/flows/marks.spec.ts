import { findBarriers } from '../fixtures/accessibility.ts';
import { ownName } from '../fixtures/own-name.ts';
import { makeRampRuns } from '../fixtures/ramp-runs.ts';
import { expect, test } from '../fixtures/test.ts';

test('moments and phases of a run are marked in place, changed, removed and set back', async ({
  page,
  api,
}) => {
  const ids = await makeRampRuns(api, ownName('ramp-marks'));
  await page.goto(`/runs/${ids[1]}`);
  const marks = page.getByRole('list', { name: 'Marks of the run' });
  await expect(marks).toContainText('warm-up');
  await page.getByRole('button', { name: 'Mark', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Note').fill('cache is cold');
  await dialog.getByLabel('At', { exact: true }).fill('1m10s');
  await dialog.getByLabel('At', { exact: true }).press('Enter');
  await expect(marks).toContainText('cache is cold70');
  await expect(page.locator('figure', { hasText: 'latency_seconds' }).first()).toContainText('cache is cold');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(marks).not.toContainText('cache is cold');
  // A stretch that is zoomed to is proposed as a phase; the run is evaluated with it.
  await page.goto(`/runs/${ids[1]}?zoom=75000-105000`);
  await page.getByRole('button', { name: 'Mark this stretch' }).click();
  await dialog.getByLabel('Name').fill('slow');
  await expect(dialog.getByLabel('To', { exact: true })).toHaveValue('105');
  await dialog.getByRole('button', { name: 'Mark' }).click();
  await expect(marks).toContainText(/slow75.s to 105.s/);
  await page.getByRole('button', { name: 'Remove slow' }).click();
  await expect(page.getByText('slow is removed')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(marks).toContainText(/slow75.s to 105.s/);
  expect(await findBarriers(page)).toEqual([]);
});
