import { readFile } from 'node:fs/promises';
import { findBarriers } from '../fixtures/accessibility.ts';
import { expect, test } from '../fixtures/test.ts';

test('a draft goes out as a bundle and comes in as a report that says where from', async ({
  page,
  complaints,
}) => {
  await page.goto('/drafts/osm-scale-limits');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download bundle' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('osm-scale-limits.proofload.json');
  const text = await readFile(await download.path(), 'utf8');
  await page.goto('/reports');
  const choose = (content: string) =>
    page
      .getByLabel('Bundle to import')
      .setInputFiles({ name: 'osm.json', mimeType: 'application/json', buffer: Buffer.from(content) });
  await choose(text.replace('pods until the controller fails', 'pods for ever'));
  const refused = page.getByRole('dialog', { name: 'osm.json was not imported' });
  await expect(refused).toContainText('was changed after it was exported');
  complaints.splice(0, complaints.length, ...complaints.filter((each) => !each.includes('422')));
  await page.keyboard.press('Escape');
  await choose(text);
  await expect(page.getByTestId('origin')).toContainText('The digest was checked');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/pods until the controller fails/);
  await expect(page.getByRole('link', { name: 'Download bundle' })).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
});
