import type { Page } from '@playwright/test';
import { runRefSchema } from '@proofload/contracts';
import { findBarriers } from '../fixtures/accessibility.ts';
import type { Api } from '../fixtures/api.ts';
import { ownName } from '../fixtures/own-name.ts';
import { expect, noCookies, test } from '../fixtures/test.ts';

const name = ownName('draft-flow');
const definition = `apiVersion: proofload/v1
kind: Experiment
metadata: {name: ${name}}
spec:
  objective: Does a larger worker pool buy throughput?
  factors: [{workers: [1, 2, 4, 8]}]
  baseline: {workers: 1}
  replicates: 2
  workload: {executor: external}
  measurements:
    throughput: {reported: true, unit: requests/s, better: higher}
  slos: [{name: enough, measurement: throughput, objective: "> 120 requests/s"}]
`;
const source = `# Workers buy throughput

Four workers serve **{{ ratio(throughput{experiment="${name}", workers=4}, throughput{experiment="${name}", workers=1}) }}**
the requests of one; more than {{ knee(throughput{experiment="${name}"}, workers) }} bring no more[^1].

| Workers | Throughput |
| ------- | ---------: |
| 1       | {{ throughput{experiment="${name}", workers=1} }} |
| 4       | {{ throughput{experiment="${name}", workers=4} | 2 digits }} |

\`\`\`claim
claim: Four workers serve at least three times as much
expression: ratio(throughput{experiment="${name}", workers=4}, throughput{experiment="${name}", workers=1})
expected: >= 3x
\`\`\`

\`\`\`proofload
{view: response-curve, experiment: ${name}, measurements: throughput}
\`\`\`

\`\`\`proofload
{view: forest, experiment: ${name}}
\`\`\`

\`\`\`proofload
{view: slo-matrix, experiment: ${name}}
\`\`\`

## Methods

\`\`\`proofload
{view: methods, experiment: ${name}}
\`\`\`

\`\`\`proofload
{view: environment, experiment: ${name}}
\`\`\`

[^1]: Of {{ count(runs{experiment="${name}"}) }} runs.
`;

async function addRun(api: Api, workers: number, throughput: number): Promise<void> {
  const send = (path: string, body: object, method = 'POST') =>
    api.fetch(path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  const opened = await send('/runs', { experiment: name, params: { workers }, environment: { nodes: '2' } });
  const { id } = runRefSchema.parse(await opened.json());
  const reported = await send(`/runs/${id}/measurements`, { measurements: { throughput } });
  expect(reported.status, await reported.text()).toBeLessThan(300);
  const finished = await send(`/runs/${id}/finish`, {});
  expect(finished.status, await finished.text()).toBeLessThan(300);
}

const claim = (page: Page) => page.getByRole('region', { name: /^Claim: Four workers/ });

test.describe.configure({ mode: 'serial' });

test('a draft is written with a preview, and its claim holds', async ({ api, page }) => {
  await api.saveExperiment(definition);
  for (const [workers, throughput] of [
    [1, 100],
    [1, 102],
    [2, 190],
    [2, 194],
    [4, 330],
    [4, 334],
    [8, 332],
    [8, 336],
  ] as const) {
    await addRun(api, workers, throughput);
  }
  await page.goto('/reports');
  await page.getByRole('link', { name: 'New draft' }).click();
  await page.getByLabel('Name').fill(name);
  const editor = page.getByRole('textbox', { name: 'Draft in Markdown' });
  await editor.fill(`It is {{ ratio(throughput{ }}\n\nand {{ throughput{experiment="${name}"} }}`);
  const problems = page.getByRole('list', { name: 'Problems' });
  await expect(problems).toContainText('Line 3');
  await expect(problems).toContainText('selects 8 runs of 4 treatments');
  await editor.fill(source);
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.getByTestId('claims')).toHaveText('The claim holds');
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Create draft' }).click();
  await expect(page).toHaveURL(new RegExp(`/drafts/${name}$`));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Workers buy throughput');
  await expect(claim(page)).toContainText('found 3.29x');
  await expect(page.getByTestId('draft')).toContainText('more than 4 bring no more');
});

test('a number says where it comes from when it has the focus', async ({ page }) => {
  await page.goto(`/drafts/${name}`);
  await page.getByRole('button', { name: '3.29x', exact: true }).first().focus();
  const source = page.getByRole('dialog', { name: 'Where 3.29x comes from' });
  await expect(source).toContainText('workers=4');
  await expect(source).toContainText('throughput: what was reported');
  await expect(source).toContainText('4 runs');
  await expect(source).toContainText(`${name} version 1`);
});

test('the figures and sections made from the data are there, and the page is accessible', async ({
  page,
}) => {
  await page.goto(`/drafts/${name}`);
  await expect(page.getByRole('heading', { name: 'throughput by workers' })).toBeVisible();
  await expect(page.getByText(/From workers=4 on, all levels are within 10 %/)).toBeVisible();
  await expect(page.getByRole('table', { name: 'Objectives by run' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Environment' })).toContainText('nodes');
  await expect(page.getByText('workers: 1, 2, 4, 8')).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
});

test('a shared draft stays as it was when further runs make its claim drift', async ({
  api,
  browser,
  instance,
  page,
}) => {
  await page.goto(`/drafts/${name}`);
  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create report' }).click();
  const permalink = await dialog.getByLabel('Permalink').inputValue();

  await addRun(api, 4, 100);
  await page.goto(`/drafts/${name}`);
  await expect(claim(page)).toHaveAttribute('data-state', 'drifted');
  await expect(page.getByTestId('claims')).toHaveText('The claim drifted');

  const reader = await browser.newContext({ baseURL: instance.url, storageState: noCookies });
  const report = await reader.newPage();
  await report.goto(permalink);
  await expect(report.getByRole('heading', { level: 1 })).toHaveText('Workers buy throughput');
  await expect(claim(report)).toHaveAttribute('data-state', 'holds');
  await expect(report.getByRole('heading', { name: 'throughput by workers' })).toBeVisible();
  expect(await findBarriers(report)).toEqual([]);
  await reader.close();
});
