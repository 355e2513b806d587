import type { Page } from '@playwright/test';
import { Api } from '../fixtures/api.ts';
import { makeOpenMetricsRun } from '../fixtures/open-metrics-run.ts';
import { expect, test } from '../fixtures/test.ts';

const startMs = Date.UTC(2026, 10, 20, 9);
const metrics = ['level_a', 'level_b', 'level_c', 'level_d', 'level_e', 'level_f'];
const seconds = 7200;
let id: string;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ instance }) => {
  const lines = metrics.flatMap((metric) => [`# TYPE ${metric} gauge`, ...samplesOf(metric)]);
  const text = [...lines, '# EOF', ''].join('\n');
  id = await makeOpenMetricsRun(new Api(instance), { name: 'two hours', startMs, seconds, text });
});

/** A level a second, in which second 101 is seen from afar only as an extreme. */
function samplesOf(metric: string): string[] {
  return Array.from({ length: seconds }, (_, second) => {
    const value = second === 101 ? 999 : second % 60;
    return `${metric}{job="web"} ${value} ${startMs / 1000 + second}`;
  });
}

const drawings = (page: Page) =>
  page.locator('figure[id^="metric-"]').getByRole('img', { name: /over time/ });

/** Lets nothing be drawn because the browser is idle. */
async function keepBusy(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
}

test('figures are drawn as they come near the view, and nothing jumps', async ({ page }) => {
  await keepBusy(page);
  await page.addInitScript(() => {
    const shifts = { sum: 0 };
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.sum += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const asked: string[] = [];
  page.on('request', (request) => {
    const metric = /\/series\?metric=(\w+)/.exec(request.url())?.[1];
    if (metric) asked.push(metric);
  });
  await page.setViewportSize({ width: 390, height: 700 });
  await page.goto(`/runs/${id}`);
  const last = page.getByRole('status', { name: 'Loading level_f' });
  await expect(last).toBeAttached();
  await page.getByRole('heading', { name: 'Over time' }).scrollIntoViewIfNeeded();
  await expect(drawings(page).first()).toBeVisible();
  expect(asked).not.toContain('level_f');
  await expect(last).toBeAttached();
  await expect(async () => {
    await page.mouse.wheel(0, 400);
    await expect(last).toHaveCount(0, { timeout: 50 });
  }).toPass({ timeout: 60_000, intervals: [0] });
  await expect(drawings(page)).toHaveCount(metrics.length);
  // The first came with the page.
  expect(new Set(asked)).toEqual(new Set(metrics.slice(1)));
  const shift = await page.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts.sum);
  expect(shift, 'cumulative layout shift').toBeLessThan(0.1);
});

test('figures out of view are there for print', async ({ page }) => {
  await keepBusy(page);
  await page.setViewportSize({ width: 390, height: 700 });
  await page.goto(`/runs/${id}`);
  await expect(page.getByRole('status', { name: 'Loading level_f' })).toBeAttached();
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await expect(drawings(page)).toHaveCount(metrics.length);
});

test('figures out of view are drawn while nothing else happens', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await page.goto(`/runs/${id}`);
  await expect(drawings(page)).toHaveCount(metrics.length, { timeout: 60_000 });
});

test('a zoom fetches finer points, and zooming out shows the whole again at once', async ({ page }) => {
  await page.goto(`/runs/${id}#metric-level_a`);
  const figure = page.locator('figure#metric-level_a');
  await expect(figure.getByText('Band: least to greatest within 8 s')).toBeVisible();
  const rowAt = (second: string) =>
    page.getByRole('table', { name: 'level_a' }).getByRole('row', { name: new RegExp(`^${second} `) });
  const showTable = async (): Promise<void> => {
    await figure.getByRole('button', { name: 'Menu of the figure level_a' }).click();
    await page.getByRole('menuitem', { name: 'Show as table' }).click();
  };
  await showTable();
  await expect(rowAt('96')).toHaveCount(1);
  await expect(rowAt('10[01](\\.\\d+)? 999')).toHaveCount(0);
  await page.keyboard.press('Escape');

  const finer = page.waitForResponse((response) => /series\?metric=level_a&.*from=/.test(response.url()));
  await expect(page.getByRole('table', { name: 'level_a' })).toHaveCount(0);
  const drawing = figure.getByRole('img', { name: /over time/ });
  await drawing.scrollIntoViewIfNeeded();
  await expect(async () => {
    const box = await drawing.boundingBox();
    if (!box) throw new Error('The figure has no place');
    // From the start to about a tenth of the run.
    await page.mouse.move(box.x + 77, box.y + 120);
    await page.mouse.down();
    await page.mouse.move(box.x + 125, box.y + 130, { steps: 5 });
    await page.mouse.up();
    await expect(page).toHaveURL(/zoom=/, { timeout: 2_000 });
  }).toPass({ timeout: 30_000 });
  await finer;
  await showTable();
  // Its step begins within the second before.
  await expect(rowAt('10[01](\\.\\d+)? 999')).toHaveCount(1);
  await page.keyboard.press('Escape');

  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/series?')) requests.push(request.url());
  });
  await page.getByRole('button', { name: 'Show everything' }).click();
  await expect(figure.getByText('Band: least to greatest within 8 s')).toBeVisible();
  await showTable();
  await expect(rowAt('96')).toHaveCount(1);
  await expect(rowAt('10[01](\\.\\d+)? 999')).toHaveCount(0);
  expect(requests).toEqual([]);
});
