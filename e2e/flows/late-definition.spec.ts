import { findBarriers } from '../fixtures/accessibility.ts';
import { ownName } from '../fixtures/own-name.ts';
import { shortenQuickStart } from '../fixtures/short-quick-start.ts';
import { expect, test } from '../fixtures/test.ts';

const name = ownName('late-definition');
let sweep: string;
let run: string;

test.describe.configure({ mode: 'serial' });

test('a stricter objective that is saved later judges the runs that are stored', async ({
  api,
  instance,
  page,
}) => {
  const definition = { name, targetUrl: instance.targetUrl, seconds: 4 };
  await api.saveExperiment(shortenQuickStart(definition));
  sweep = await api.launch(name, { replicates: 1, params: { workers: [1, 4] }, labels: {} });
  await api.waitForSweep(sweep, 120_000);
  const runs = await api.listRuns(sweep);
  run = runs[0]?.id ?? '';
  expect(runs.map(({ verdict }) => verdict)).toEqual(['pass', 'pass']);

  await api.saveExperiment(shortenQuickStart({ ...definition, replace: [['"< 1.5s"', '"< 1ms"']] }));
  await page.goto(`/experiments/${name}?tab=versions`);
  const offer = page.getByTestId('evaluation-offer');
  await expect(offer).toContainText('2 runs of 2 finished can be evaluated again with version 2');
  await expect(offer).toContainText('by version 1: SLO responsive changed');
  await offer.getByRole('button', { name: 'Evaluate 2 runs with version 2' }).click();
  await expect(offer).toContainText('is done: 2 runs have new results', { timeout: 30_000 });
  expect((await api.listRuns(sweep)).map(({ verdict }) => verdict)).toEqual(['fail', 'fail']);
  expect(await api.readSweep(sweep)).toMatchObject({ verdict: 'fail', evaluatedVersion: 2 });
});

test('the page of a run tells what evaluated it, and what it was before', async ({ page }) => {
  await page.goto(`/runs/${run}`);
  await expect(page.getByRole('heading', { level: 1 }).locator('..')).toContainText(
    'evaluated with version 2',
  );
  const values = page.getByRole('table', { name: 'Evaluation 1 against 2' });
  await expect(values.getByRole('row', { name: /^Verdict/ })).toContainText('pass');
  await expect(values.getByRole('row', { name: /^Verdict/ })).toContainText('fail');
  await page.getByLabel('Evaluate again with').selectOption('1');
  await page.getByRole('button', { name: 'Evaluate', exact: true }).click();
  await expect(page.getByText('Evaluation 3, with version 1')).toBeVisible({ timeout: 30_000 });
});

test('a run whose window is cut marks the comparison until it is set back', async ({ page, api }) => {
  await page.goto(`/runs/${run}`);
  await page.getByRole('button', { name: 'Change windows' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Lies elsewhere in this run').first().check();
  await dialog.getByLabel('From').first().fill('soon');
  await expect(dialog.getByText('expected a time after the start')).toBeVisible();
  await dialog.getByLabel('From').first().fill('2s');
  expect(await findBarriers(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Evaluate with these windows' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Comparisons with other runs say so.')).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);

  await page.goto(`/compare?sweep=${sweep}`);
  const mark = page.getByText(/1 of 2 runs has a window of its own in place of/).first();
  await expect(mark).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);

  await page.goto(`/runs/${run}?windows=true`);
  await page.getByRole('dialog').getByRole('button', { name: 'Back to the definition' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.goto(`/compare?sweep=${sweep}`);
  await expect(page.getByRole('table', { name: 'Measurements' })).toBeVisible();
  await expect(mark).toBeHidden();
  const [now] = (await api.listRuns(sweep)).filter(({ id }) => id === run);
  expect(now).toMatchObject({ windows: {}, evaluation: 5 });
});
