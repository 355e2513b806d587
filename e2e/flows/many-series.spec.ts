import { runRefSchema } from '@proofload/contracts';
import { findBarriers } from '../fixtures/accessibility.ts';
import { expect, test } from '../fixtures/test.ts';

const pods = 240;
const shards = 4;
const startMs = Date.UTC(2026, 10, 21, 9);
let id: string;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ instance }) => {
  const call = (path: string, method: string, contentType: string, body: string) =>
    fetch(`${instance.url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${instance.adminToken}`, 'content-type': contentType },
      body,
    });
  const opened = await call(
    '/runs',
    'POST',
    'application/json',
    JSON.stringify({ name: 'many series', startedAt: new Date(startMs).toISOString() }),
  );
  ({ id } = runRefSchema.parse(await opened.json()));
  const ingested = await call(`/runs/${id}/openmetrics`, 'PUT', 'text/plain', writeOpenMetrics());
  expect(ingested.status, await ingested.text()).toBeLessThan(300);
  const finish = JSON.stringify({ finishedAt: new Date(startMs + 60_000).toISOString() });
  expect((await call(`/runs/${id}/finish`, 'POST', 'application/json', finish)).ok).toBe(true);
});

/** A level for each of many pods, a minute long. */
function writeOpenMetrics(): string {
  const lines: string[] = [];
  for (const metric of ['queue_depth', 'memory_bytes']) {
    lines.push(`# TYPE ${metric} gauge`);
    for (let pod = 0; pod < pods; pod++) {
      const labels = `job="web",pod="web-${pod}",shard="${pod % shards}"`;
      for (let second = 0; second < 60; second += 5) {
        lines.push(`${metric}{${labels}} ${pod * 100 + second} ${startMs / 1000 + second}`);
      }
    }
  }
  return [...lines, '# EOF', ''].join('\n');
}

test('series that a figure leaves out are found, drawn and shared by the address', async ({ page }) => {
  await page.goto(`/runs/${id}`);
  const figure = page.locator('#metric-queue_depth');
  await expect(
    figure.getByText(`The 50 largest series are drawn; ${pods - 50} more are left out`),
  ).toBeVisible();
  await page.getByRole('button', { name: `Find among all ${pods} series of queue_depth` }).click();
  const dialog = page.getByRole('dialog', { name: 'Find series' });
  const field = dialog.getByRole('searchbox', { name: 'Search series' });
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('queue_depth{} ');
  await expect(dialog.getByText(`100 of ${pods} series`)).toBeVisible();
  await dialog.getByRole('button', { name: 'Load more' }).click();
  await expect(dialog.getByText(`200 of ${pods} series`)).toBeVisible();

  await field.press('End');
  await field.pressSequentially('web-7 shard="3"');
  // Pods 7, 71, 75 and 79.
  await expect(dialog.getByText('4 of 4 series')).toBeVisible();
  await field.press('ArrowDown');
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await expect(dialog.getByText('2 of 20 chosen')).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  const chosen = page.locator('#series-queue_depth');
  await expect(chosen.getByRole('button', { name: /pod=web-7 .*/ })).toBeVisible();
  await expect(chosen.getByText('All lines: job=web, shard=3')).toBeVisible();

  const shared = await page.context().newPage();
  await shared.goto(page.url());
  await expect(
    shared
      .locator('#series-queue_depth')
      .getByRole('img', { name: /over time/ })
      .first(),
  ).toHaveAccessibleName(/pod=web-71 7100 to 7155/);
  await shared.getByRole('button', { name: 'Remove queue_depth{job="web",pod="web-71",shard="3"}' }).click();
  await expect(shared.locator('#chosen-series')).toContainText('1 series');
  await shared.locator('#chosen-series').getByRole('button', { name: 'Clear' }).click();
  await expect(shared.locator('#chosen-series')).toHaveCount(0);
  await shared.goBack();
  await expect(shared.locator('#series-queue_depth')).toBeVisible();
  await shared.close();
});

test('a selector finds series of several metrics, of which twenty may be drawn', async ({ page }) => {
  await page.goto(`/runs/${id}?find=`);
  const dialog = page.getByRole('dialog', { name: 'Find series' });
  const field = dialog.getByRole('searchbox', { name: 'Search series' });
  await field.fill('{shard=~"1|2"');
  await expect(dialog.getByText('up to its closing brace')).toBeVisible();
  await field.fill('{shard=~"1|2"}');
  await expect(dialog.getByText(`100 of ${pods} series`)).toBeVisible();
  await field.fill('nothing is called like this');
  await expect(dialog.getByText('No series is like this')).toBeVisible();
  await field.fill('{shard=~"1|2"} memory');
  await expect(dialog.getByText(`100 of ${pods / 2} series`)).toBeVisible();
  const boxes = dialog.getByRole('checkbox');
  for (let place = 0; place < 21; place++) await boxes.nth(place).click({ force: true });
  await expect(boxes.nth(19)).toBeChecked();
  await expect(boxes.nth(20)).not.toBeChecked();
  await expect(dialog.getByText('no more can be drawn at once')).toBeVisible();
  await dialog.getByRole('button', { name: 'Draw 20 series' }).click();
  await expect(
    page
      .locator('#series-memory_bytes')
      .getByRole('img', { name: /over time/ })
      .first(),
  ).toBeVisible();
  await expect(page).toHaveURL(/series=\d+(,|%2C)\d+/);
});

test('statistics are of what is seen', async ({ page }) => {
  await page.goto(`/runs/${id}?zoom=10000-21000`);
  await page.getByRole('button', { name: 'Statistics of queue_depth' }).click();
  const table = page.getByRole('table', { name: 'Statistics of queue_depth' });
  // Three of twelve samples of each pod.
  await expect(table.getByRole('cell').first()).toHaveText('720');
  await page.getByLabel('By', { exact: true }).selectOption('shard');
  await expect(table.getByRole('row')).toHaveCount(shards + 1);
  // Pod 239 of shard 3 at second 20.
  await expect(table.getByRole('row').nth(1)).toContainText('shard=3');
  await expect(table.locator('data[value="23920"]')).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the finder and what it draws are accessible on a phone: ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/runs/${id}?find=web-7`);
    const dialog = page.getByRole('dialog', { name: 'Find series' });
    await dialog.getByRole('checkbox').first().click();
    expect(await findBarriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Draw 1 series' }).click();
    // A figure is drawn when it comes near the view.
    await page.locator('#chosen-series').scrollIntoViewIfNeeded();
    await expect(
      page
        .locator('#chosen-series')
        .getByRole('img', { name: /over time/ })
        .first(),
    ).toBeVisible();
    expect(await findBarriers(page)).toEqual([]);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width, 'the page scrolls sideways').toBeLessThanOrEqual(390);
  });
}
