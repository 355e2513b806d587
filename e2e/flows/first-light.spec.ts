import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { findExperiment } from '../fixtures/find-experiment.ts';
import { k6SummarySchema } from '../fixtures/k6-summary.ts';
import { ownName } from '../fixtures/own-name.ts';
import { shortenQuickStart } from '../fixtures/short-quick-start.ts';
import { expect, noCookies, test, watchPage } from '../fixtures/test.ts';

const name = ownName('first-light');
const title = ownName('Four workers against one');
const seconds = 5;

test.describe.configure({ mode: 'serial' });

let sweepPath: string;
let permalink: string;
let frozenText: string;

test('the quick start is there on a fresh instance', async ({ page }) => {
  // Other flows may have filled the shorter list of the home page.
  const row = await findExperiment(page, 'quick-start');
  await row.getByRole('link', { name: 'quick-start', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'quick-start' })).toBeVisible();
  await expect(page.getByText('3 treatments × 3 replicates')).toBeVisible();
});

test('a sweep launched in the browser loads the target and ends with its verdict', async ({
  page,
  api,
  instance,
}) => {
  await api.saveExperiment(shortenQuickStart({ name, targetUrl: instance.targetUrl, seconds }));
  await page.goto(`/experiments/${name}`);
  await page.getByRole('button', { name: 'Launch', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Replicates').fill('2');
  await dialog.getByLabel('Labels').fill('by=browser');
  await dialog.getByRole('button', { name: 'Launch 6 runs' }).click();

  await page.waitForURL(/\/sweeps\/[0-9a-z]+$/);
  sweepPath = new URL(page.url()).pathname;
  const runs = page.getByRole('table', { name: /^Runs/ });
  await expect(runs.getByRole('row')).toHaveCount(7);
  await expect(runs.getByText('running').first()).toBeVisible({ timeout: 60_000 });
  await expect(runs.getByText('completed')).toHaveCount(6, { timeout: 200_000 });
  await expect(page.getByRole('heading', { level: 1 }).locator('..')).toContainText('finished');
  await expect(page.getByText(/throughput >= 3x/).first()).toBeVisible();

  const sweep = await api.readSweep(sweepId());
  expect(sweep).toMatchObject({ status: 'finished', verdict: 'pass', labels: { by: 'browser' } });
  expect(sweep.goals).toMatchObject([{ measurement: 'throughput', target: '>= 3x', met: true }]);
  const ratio = sweep.goals[0]?.best?.ratio ?? 0;
  expect(ratio, 'four workers against one, which share a lock').toBeLessThan(4);
});

test('a run is shown while it goes on, and cancelling it in the browser stops it', async ({
  page,
  api,
  instance,
}) => {
  const long = ownName('first-light-long');
  await api.saveExperiment(shortenQuickStart({ name: long, targetUrl: instance.targetUrl, seconds: 60 }));
  const id = await api.launch(long, { replicates: 1, params: { workers: 4 }, labels: {} });
  const [run] = (await api.readSweep(id)).runs;
  await page.goto(`/runs/${run?.id}`);
  const state = page.getByRole('heading', { level: 1 }).locator('..');
  await expect(state).toContainText('running', { timeout: 60_000 });
  const requests = page
    .getByRole('table', { name: 'Metrics' })
    .getByRole('row')
    .filter({ hasText: 'http_reqs' });
  await expect(requests).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Cancel run' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel the run' }).click();
  await expect(state).toContainText('cancelled', { timeout: 60_000 });
  await expect(requests).toBeVisible();
});

test("the numbers of a run agree with k6's own summary of it", async ({ page, api }) => {
  for (const run of await api.listRuns(sweepId())) {
    const artifact = run.artifacts.find((each) => each.name === 'summary.json');
    const response = await api.fetch(`/runs/${run.id}/artifacts/${artifact?.name}`);
    const { metrics: own } = k6SummarySchema.parse(await response.json());
    await page.goto(`/runs/${run.id}`);
    const shown = await readMetricRow(page, 'http_req_duration');
    const requests = await readMetricRow(page, 'http_reqs');
    expect(requests.Count).toBe(own.http_reqs.count);
    expect(shown.Count).toBe(own.http_reqs.count);
    expect(run.measurements.requests?.value).toBe(own.http_reqs.count);
    expectWithin(shown['Average or share'], own.http_req_duration.avg, 0.001);
    expectWithin(shown.Least, own.http_req_duration.min, 1e-9);
    expectWithin(shown.Greatest, own.http_req_duration.max, 1e-9);
    for (const q of [90, 95, 99] as const)
      expectWithin(shown[`p${q}`], own.http_req_duration[`p(${q})`], 0.01);
    expectWithin(run.measurements.p95?.value, own.http_req_duration['p(95)'], 0.01);
  }
});

test("a run's samples are downloaded whole", async ({ page, api }) => {
  const [run] = await api.listRuns(sweepId());
  await page.goto(`/runs/${run?.id}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Download samples as CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.csv$/);
  const lines = (await readFile(await download.path(), 'utf8')).split('\r\n');
  const requests = lines.filter((line) => line.startsWith('http_reqs,') && line.includes(',sum,'));
  const total = requests.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(',') + 1)), 0);
  expect(total).toBe(run?.measurements.requests?.value);
});

test('two treatments are chosen, compared, shared, and read without cookies', async ({ page, browser }) => {
  await page.goto(sweepPath);
  await page.getByRole('main').getByRole('link', { name: 'Compare', exact: true }).first().click();
  await page.getByRole('button', { name: 'Leave workers=2 out of the comparison' }).click();
  const groups = page.getByRole('list', { name: 'Compared groups' });
  await expect(groups.getByRole('listitem')).toHaveCount(2);
  await expect(page.getByTestId('summary')).toContainText('workers=4 against workers=1: throughput 3');
  await page.goBack();
  await expect(groups.getByRole('listitem')).toHaveCount(3);
  await page.goForward();
  await expect(groups.getByRole('listitem')).toHaveCount(2);

  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByLabel('Note').fill('The lock takes back a tenth of what the workers give.');
  await dialog.getByRole('button', { name: 'Create report' }).click();
  permalink = await dialog.getByLabel('Permalink').inputValue();

  const stranger = await browser.newContext({ storageState: noCookies });
  expect(await stranger.cookies()).toEqual([]);
  frozenText = await readReport(await stranger.newPage(), permalink);
  expect(frozenText).toContain(title);
  expect(frozenText).toContain('The lock takes back a tenth');
  expect(frozenText).toContain('workers=4 against workers=1');
  const closed = await stranger.newPage();
  await closed.goto(new URL(sweepPath, permalink).href);
  await expect(closed).toHaveURL(/\/sign-in/);
  await stranger.close();
});

test('the report is the same after its runs are deleted, until it is revoked', async ({
  page,
  api,
  browser,
}) => {
  const runs = await api.listRuns(sweepId());
  await page.goto(`/runs/${runs[0]?.id}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete run' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete the run' }).click();
  await page.waitForURL(new URL(sweepPath, page.url()).href);
  for (const { id } of runs.slice(1)) {
    expect((await api.fetch(`/runs/${id}`, { method: 'DELETE' })).status).toBe(204);
  }
  const stranger = await browser.newContext({ storageState: noCookies });
  expect(await readReport(await stranger.newPage(), permalink)).toBe(frozenText);

  await page.goto('/reports');
  const report = page.getByRole('row').filter({ hasText: title });
  await report.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke the report' }).click();
  await expect(report).toContainText('revoked');
  const refused = await (await stranger.newPage()).goto(permalink);
  expect(refused?.status()).toBe(404);
  await stranger.close();
});

const sweepId = (): string => sweepPath.split('/').at(-1) ?? '';

/** The figures of a metric as the page has them: full precision, by column. */
async function readMetricRow(page: Page, metric: string): Promise<Record<string, number | null>> {
  const table = page.getByRole('table', { name: 'Metrics' });
  const row = table.getByRole('row').filter({ has: page.getByRole('cell', { name: metric, exact: true }) });
  await expect(row).toHaveCount(1);
  const names = await table.getByRole('columnheader').allInnerTexts();
  const values = await row
    .getByRole('cell')
    .evaluateAll((cells) => cells.map((cell) => cell.querySelector('data')?.getAttribute('value') ?? null));
  return Object.fromEntries(names.map((column, index) => [column, toNumber(values[index] ?? null)]));
}

const toNumber = (text: string | null): number | null => (text === null ? null : Number(text));

function expectWithin(actual: number | null | undefined, expected: number, share: number): void {
  expect(actual).toEqual(expect.any(Number));
  expect(Math.abs((actual ?? 0) - expected)).toBeLessThanOrEqual(Math.abs(expected) * share);
}

/** The text of a report as its reader sees it, once everything is drawn. */
async function readReport(page: Page, url: string): Promise<string> {
  const complaints: string[] = [];
  watchPage(page, complaints);
  const response = await page.goto(url);
  expect(response?.status()).toBe(200);
  const undrawn = page.locator('figure').filter({ hasNot: page.locator('svg text') });
  await expect(page.locator('figure').first()).toBeVisible();
  await expect(undrawn).toHaveCount(0);
  // The pictures that came with the page have made room for the figures.
  await expect(page.locator('[data-picture]')).toHaveCount(0);
  expect(complaints).toEqual([]);
  return (await page.getByRole('article').textContent()) ?? '';
}
