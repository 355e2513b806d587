import type { Page } from '@playwright/test';
import { findBarriers } from '../fixtures/accessibility.ts';
import type { Api } from '../fixtures/api.ts';
import { capacityDefinition, jobDefinition } from '../fixtures/cluster-definitions.ts';
import { addCluster, type FlowCluster, prepareCluster } from '../fixtures/flow-cluster.ts';
import { ownName } from '../fixtures/own-name.ts';
import { shortenQuickStart } from '../fixtures/short-quick-start.ts';
import { expect, noCookies, test } from '../fixtures/test.ts';

const name = ownName('every-page');
const onCluster = ownName('every-page-bed');
const experiments = { job: ownName('every-page-job'), search: ownName('every-page-search') };
let paths: Record<string, string>;
let bed: FlowCluster | undefined;

test.describe.configure({ mode: 'serial' });

test.afterAll(() => bed?.shared.remove());

/** One Job and one search that finds a limit. @returns the ids of their runs */
async function runOnCluster(api: Api): Promise<[job: string | undefined, search: string | undefined]> {
  bed = await prepareCluster(api, 'every-page');
  await addCluster(api, onCluster, bed);
  const node = await bed.shared.createNode({ pods: 2 });
  const where = { cluster: onCluster, namespace: bed.namespace };
  await api.saveExperiment(jobDefinition({ ...where, name: experiments.job }));
  const steps = '{from: 1, to: 4, by: 1}';
  await api.saveExperiment(capacityDefinition({ ...where, name: experiments.search, node, steps }));
  const job = await api.launch(experiments.job, { replicates: 1, params: { pods: [4] } });
  const search = await api.launch(experiments.search, {});
  const ended = [await api.waitForSweep(job, 180_000), await api.waitForSweep(search, 180_000)];
  expect(ended.map(({ counts }) => counts.completed)).toEqual([1, 1]);
  return [ended[0]?.runs[0]?.id, ended[1]?.runs[0]?.id];
}

test('there are finished sweeps and a report to look at', async ({ api, instance, page }) => {
  test.setTimeout(480_000);
  const [job, search] = await runOnCluster(api);
  await api.saveExperiment(shortenQuickStart({ name, targetUrl: instance.targetUrl, seconds: 3 }));
  const sweep = await api.launch(name, {
    replicates: 1,
    params: { workers: [1, 4] },
    labels: { by: 'test' },
  });
  const { runs } = await api.waitForSweep(sweep, 120_000);
  const body = JSON.stringify({
    title: 'One replicate each',
    visibility: 'link',
    view: { compare: { sweep } },
  });
  const headers = { 'content-type': 'application/json' };
  const created = await api.fetch('/reports', { method: 'POST', headers, body });
  expect(created.status, await created.clone().text()).toBe(201);
  const { id } = (await created.json()) as { id: string };
  const credentials = { kind: 'token', server: 'https://127.0.0.1:2', token: 'of-nobody' };
  const cluster = JSON.stringify({ name, credentials });
  const added = await api.fetch('/clusters', { method: 'POST', headers, body: cluster });
  expect(added.status, await added.clone().text()).toBe(201);
  paths = {
    home: '/',
    experiments: '/experiments',
    'new experiment': '/experiments/new',
    experiment: `/experiments/${name}`,
    runs_of_experiment: `/experiments/${name}?tab=runs`,
    definition: `/experiments/${name}?tab=definition`,
    versions: `/experiments/${name}?tab=versions`,
    'launch dialog': `/experiments/${name}?launch=true`,
    sweep: `/sweeps/${sweep}`,
    'sweeps in progress': '/sweeps',
    runs: '/runs',
    run: `/runs/${runs[0]?.id}`,
    'run on a cluster': `/runs/${job}`,
    'capacity search': `/runs/${search}`,
    'windows of a run': `/runs/${runs[0]?.id}?windows=true`,
    compare: `/compare?sweep=${sweep}`,
    'compare nothing': '/compare',
    reports: '/reports',
    report: `/r/${id}`,
    clusters: '/clusters',
    cluster: `/clusters/${onCluster}`,
    'cluster that does not answer': `/clusters/${name}`,
    settings: '/settings',
    'Prometheus servers': '/settings/prometheus',
    retention: '/settings/retention',
    'run that is not there': '/runs/nothing0',
    'report that is not there': '/r/nothing0',
  };
  await page.goto(paths.compare ?? '/');
  await expect(page.getByTestId('summary')).toContainText('not assessable at n=1');
});

/** Both widths and both schemes, without looking at each page more often than that takes. */
const looks = [
  { colorScheme: 'light', width: 1440 },
  { colorScheme: 'dark', width: 390 },
] as const;

test('every page is accessible and fits: light at 1440 px, dark at 390 px', async ({ page, complaints }) => {
  test.setTimeout(600_000);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const [label, path] of Object.entries(paths)) {
    const response = await page.goto(path);
    const isMissing = label.includes('not there');
    // A page with a skeleton has its status before it knows; a permalink is read by machines too.
    expect(response?.status(), label).toBe(isMissing && path.startsWith('/r/') ? 404 : 200);
    for (const { colorScheme, width } of looks) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await settle(page);
      const where = `${label}: ${colorScheme}, ${width} px`;
      expect(await findBarriers(page), where).toEqual([]);
      expect(await measureOverflow(page), `${where} scrolls sideways`).toBe(0);
    }
    await expect(page.getByRole('heading', { name: 'There is nothing here' }), label).toHaveCount(
      Number(isMissing),
    );
    // The browser itself reports the status of a page that is not there.
    if (isMissing)
      complaints.splice(0, complaints.length, ...complaints.filter((each) => !each.includes('404')));
  }
});

test('the sign-in page is accessible', async ({ browser, instance }) => {
  const context = await browser.newContext({ storageState: noCookies });
  const page = await context.newPage();
  await page.goto(`${instance.url}/experiments`);
  await expect(page).toHaveURL(/\/sign-in\?next=/);
  expect(await findBarriers(page)).toEqual([]);
  await page.goto(instance.signInUrl);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'used before' })).toBeVisible();
  await context.close();
});

/** Waits until the page has its data and its figures, those out of view as well. */
async function settle(page: Page): Promise<void> {
  await expect(page.locator('h1').first()).toBeVisible();
  await expect(async () => {
    // As before printing, which asks for every figure.
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    await expect(page.locator('[aria-busy="true"], .animate-pulse')).toHaveCount(0, { timeout: 2_000 });
  }).toPass({ timeout: 20_000 });
}

/** Pixels by which the page is wider than the window. */
const measureOverflow = (page: Page): Promise<number> =>
  page.evaluate(() =>
    Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth),
  );
