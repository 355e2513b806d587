import { findBarriers } from '../fixtures/accessibility.ts';
import type { Api } from '../fixtures/api.ts';
import { ownName } from '../fixtures/own-name.ts';
import { expect, test } from '../fixtures/test.ts';

test.describe.configure({ mode: 'serial' });

const count = 230;
const crowd = ownName('many');
const saved = ownName('The largest first');
const headers = { 'content-type': 'application/json' };

async function openRuns(api: Api): Promise<void> {
  for (let from = 0; from < count; from += 20) {
    await Promise.all(
      Array.from({ length: Math.min(20, count - from) }, async (_, index) => {
        const size = from + index;
        const body = JSON.stringify({
          name: `many-${String(size).padStart(3, '0')}`,
          params: { size },
          labels: { crowd, branch: size % 2 === 0 ? 'main' : 'next' },
        });
        const response = await api.fetch('/runs', { method: 'POST', headers, body });
        expect(response.status).toBe(201);
      }),
    );
  }
}

test('a filter is written with what may come next, and hundreds of runs are scrolled through', async ({
  page,
  api,
}) => {
  await openRuns(api);
  await page.goto('/runs?sort=name');
  const filter = page.getByRole('combobox', { name: 'Filter' });
  await filter.click();
  await filter.pressSequentially('label.cr');
  await expect(page.getByRole('option')).toHaveText(['label.crowdlabel']);
  await filter.press('ArrowDown');
  await filter.press('Enter');
  await expect(filter).toHaveValue('label.crowd ');
  await filter.pressSequentially(`= "${crowd.slice(0, -3)}`);
  await page.getByRole('option', { name: `"${crowd}"` }).click();
  await expect(filter).toHaveValue(`label.crowd = "${crowd}" `);
  await filter.press('Escape');
  await filter.press('Enter');
  await expect(page.getByText(`${count} runs match the filter`)).toBeVisible();
  const runs = page.getByRole('table', { name: 'Runs' });
  await expect(runs).toHaveAttribute('aria-rowcount', String(count + 1));
  const last = runs.getByRole('link', { name: 'many-229' });
  await expect(async () => {
    await page.getByRole('region', { name: 'Runs' }).evaluate((region) => {
      region.scrollTop = region.scrollHeight;
    });
    await expect(last).toBeVisible({ timeout: 500 });
  }).toPass();
  // Rows out of view are not in the page.
  expect(await runs.getByRole('link').count()).toBeLessThan(60);
  expect(await findBarriers(page)).toEqual([]);
});

test('columns are chosen, the list is saved by a name, and a short address leads to it', async ({ page }) => {
  await page.goto(`/runs?sort=name&filter=${encodeURIComponent(`label.crowd="${crowd}"`)}`);
  await page.getByRole('button', { name: 'Columns' }).click();
  const dialog = page.getByRole('dialog', { name: 'Columns' });
  await dialog.getByRole('textbox', { name: 'Find a column' }).fill('bran');
  await dialog.getByRole('checkbox', { name: 'branch' }).check();
  await dialog.getByRole('textbox', { name: 'Find a column' }).fill('size');
  await dialog.getByRole('checkbox', { name: 'size' }).check();
  expect(await findBarriers(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Done' }).click();
  const runs = page.getByRole('table', { name: 'Runs' });
  await expect(runs.getByRole('columnheader')).toHaveText([
    '',
    'Run',
    'State',
    'Verdict',
    'branch',
    'size',
    'Created',
  ]);
  await runs.getByRole('button', { name: 'size' }).click();
  await runs.getByRole('button', { name: 'size' }).click();
  await expect(runs.getByRole('row').nth(1)).toContainText('many-229');
  await expect(runs.getByRole('row').nth(1)).toContainText('next');

  await page.getByRole('button', { name: 'Views' }).click();
  const views = page.getByRole('dialog', { name: 'Views' });
  await views.getByRole('textbox', { name: 'Save as' }).fill(saved);
  await views.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(views.getByRole('link', { name: saved })).toBeVisible();
  await views.getByRole('button', { name: 'Make a short address' }).click();
  const short = await views.getByTestId('short-address').textContent();
  expect(await findBarriers(page)).toEqual([]);

  const state = new URL(page.url()).search;
  await page.goto(short ?? '');
  await expect(page).toHaveURL(
    ({ pathname, search }) =>
      pathname === '/runs' && decodeURIComponent(search) === decodeURIComponent(state),
  );
  await expect(runs.getByRole('row').nth(1)).toContainText('many-229');
  await page.goto('/runs');
  await page.getByRole('button', { name: 'Views' }).click();
  await views.getByRole('link', { name: saved }).click();
  await expect(runs.getByRole('row').nth(1)).toContainText('many-229');
  await page.getByRole('button', { name: 'Views' }).click();
  await views.getByRole('button', { name: `Delete the view ${saved}` }).click();
  await page.getByRole('button', { name: 'Delete the view', exact: true }).click();
  await expect(views.getByRole('link', { name: saved })).toHaveCount(0);
});
