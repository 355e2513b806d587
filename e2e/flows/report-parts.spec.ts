import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { draftSchema } from '@proofload/contracts';
import { strFromU8, unzipSync } from 'fflate';
import { findBarriers } from '../fixtures/accessibility.ts';
import { countDrawn, readPng } from '../fixtures/read-png.ts';
import { expect, noCookies, test } from '../fixtures/test.ts';
import { waitWhenGoing } from '../fixtures/when-hydrated.ts';

/** Pixels of a figure, twice as many as on the page; title and source stand above and below it. */
const figure = { width: 1920, head: 88, foot: 56 };

/** Downloads the report of a page with its pictures, and checks that all that it names is in it. */
async function unpackReport(page: Page): Promise<{ name: string; text: string; pictures: string[] }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Markdown + PNG' }).click(),
  ]);
  const files = unzipSync(new Uint8Array(await readFile(await download.path())));
  const text = strFromU8(files['report.md'] ?? new Uint8Array());
  const pictures = [...text.matchAll(/^!\[.+\]\((.+)\)$/gm)].map(([, path]) => path ?? '');
  for (const path of pictures) {
    const picture = readPng(files[path] ?? new Uint8Array());
    expect(picture.width, path).toBe(figure.width);
    expect(picture.height, path).toBeGreaterThan(200);
    expect(
      countDrawn(picture, figure.head, picture.height - figure.foot),
      `${path} is not blank`,
    ).toBeGreaterThan(500);
  }
  const data = [...text.matchAll(/^\[Data of the figure\]\((.+)\)$/gm)].map(([, path]) => path ?? '');
  for (const path of data)
    expect(strFromU8(files[path] ?? new Uint8Array()).split('\n').length).toBeGreaterThan(1);
  // Nothing else is in it: no picture that the text does not show.
  expect(Object.keys(files).sort()).toEqual(['report.md', ...pictures, ...data].sort());
  return { name: download.suggestedFilename(), text, pictures };
}

test('a shared comparison shows all its parts to a reader without cookies, who takes it home with its pictures', async ({
  page,
  browser,
  instance,
}) => {
  await page.goto('/compare?experiment=argocd-sharding&tab=tradeoffs&x=cpu_range&y=moves');
  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create report' }).click();
  const permalink = await dialog.getByLabel('Permalink').inputValue();

  const context = await browser.newContext({ baseURL: instance.url, storageState: noCookies });
  const reader = await context.newPage();
  waitWhenGoing(reader);
  await reader.goto(permalink);
  const parts = reader.getByRole('navigation', { name: 'Parts of the report' });
  await expect(parts.getByRole('link')).toHaveText(['Summary', 'Scaling', 'Trade-offs', 'Balance']);
  await parts.getByRole('link', { name: 'Balance' }).click();
  const balance = reader.getByRole('region', { name: 'Balance', exact: true });
  await expect(balance.getByRole('table', { name: 'Balance of cpu' })).toContainText('0.32 cores');
  await expect(reader.getByRole('region', { name: 'Trade-offs' }).getByTestId('trade-off')).toContainText(
    'greedy-minimum',
  );
  expect(await findBarriers(reader)).toEqual([]);

  const { name, text, pictures } = await unpackReport(reader);
  expect(name).toMatch(/^report-[0-9a-f]{12}\.zip$/);
  expect(text).toContain('# argocd-sharding: comparison\n');
  expect(text).toMatch(/## Balance\n\n!\[.*]\(figures\/\d+-cpu-range-over-shards\.png\)/);
  expect(text).toMatch(/\| algorithm=legacy.*0\.23.*0\.55.*0\.32/);
  expect(text).toMatch(/SHA-256 `[0-9a-f]{64}`/);
  expect(pictures.length).toBeGreaterThan(6);
  await context.close();
});

test('a draft with a balance and a breakdown is taken home with its pictures', async ({ page, api }) => {
  const block = (view: string, experiment: string) =>
    `\`\`\`proofload\n{view: ${view}, experiment: ${experiment}}\n\`\`\`\n\n`;
  const source = `# Shards and traffic\n\n${block('balance', 'argocd-sharding')}It adds up, or not.\n\n${block('breakdown', 'yurthub-traffic')}`;
  const headers = { 'content-type': 'application/json' };
  await api.read('/drafts/parts-flow', draftSchema, {
    method: 'PUT',
    headers,
    body: JSON.stringify({ source }),
  });
  await page.goto('/drafts/parts-flow');
  await expect(page.getByRole('table', { name: 'Balance of memory' })).toContainText('227 MiB');
  await expect(page.locator('#breakdown-of-traffic')).toContainText('The parts add up to 342 kB/s');
  expect(await findBarriers(page)).toEqual([]);
  const { name, text, pictures } = await unpackReport(page);
  expect(name).toBe('parts-flow.zip');
  expect(pictures).toHaveLength(6);
  // Each figure stands where its block does.
  const [before, after] = text.split('It adds up, or not.');
  expect(before).toContain('-cpu-range-over-shards.png');
  expect(after).toContain('-traffic-by-resource-phase-deploy.png');
  expect(after).toMatch(/The parts add up to 342.kB\/s, but 320.kB\/s is stated/);
});
