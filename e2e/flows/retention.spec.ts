import { problemSchema, retentionSchema, runListSchema, runRefSchema, runSchema } from '@proofload/contracts';
import { findBarriers } from '../fixtures/accessibility.ts';
import { ageRun } from '../fixtures/age-run.ts';
import type { Api } from '../fixtures/api.ts';
import type { InstanceFacts } from '../fixtures/instance-facts.ts';
import { expect, test } from '../fixtures/test.ts';

const json = { 'content-type': 'application/json' };
const labels = { flow: 'retention' };

/** Every rule counts the runs of the whole instance, those of an earlier try as well. */
test.beforeEach(async ({ api }) => {
  const rules = { samples: null, artifacts: null, logs: null };
  const body = JSON.stringify({ rules });
  await api.read('/retention', retentionSchema, { method: 'PUT', headers: json, body });
  const filter = encodeURIComponent(`label.flow="${labels.flow}"`);
  for (const { id } of (await api.read(`/runs?filter=${filter}`, runListSchema)).items) {
    expect((await api.fetch(`/runs/${id}?pinned=delete`, { method: 'DELETE' })).status).toBe(204);
  }
});

/** A run that ended 40 days ago, with ten requests. */
async function endRun(api: Api, instance: InstanceFacts, name: string): Promise<string> {
  const body = JSON.stringify({ name, params: {}, labels });
  const { id } = await api.read('/runs', runRefSchema, { method: 'POST', headers: json, body });
  const startMs = Date.now() - 20_000;
  const points = Array.from({ length: 10 }, (_, index) => ({
    metric: 'http_reqs',
    type: 'Point',
    data: { time: new Date(startMs + index * 1000).toISOString(), value: 1, tags: {} },
  }));
  const data = { name: 'http_reqs', type: 'counter', contains: 'default', thresholds: [], submetrics: null };
  const lines = [{ metric: 'http_reqs', type: 'Metric', data }, ...points];
  const sent = await api.fetch(`/runs/${id}/k6`, {
    method: 'PUT',
    body: lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
  });
  expect(sent.status, await sent.text()).toBe(200);
  await api.read(`/runs/${id}/finish`, runSchema, { method: 'POST' });
  await ageRun(instance, id, 40);
  return id;
}

test('old samples are removed by a rule, those of a pinned run are not', async ({
  page,
  api,
  instance,
  complaints,
}) => {
  const kept = await endRun(api, instance, 'kept for the paper');
  const lost = await endRun(api, instance, 'one of many');

  await page.goto(`/runs/${kept}`);
  await page.getByRole('button', { name: 'Pin', exact: true }).click();
  await expect(page.getByText('pinned by Owner')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Unpin' })).toBeVisible();

  await page.goto('/settings');
  await page.getByRole('link', { name: 'Retention' }).click();
  await expect(page.getByText('Everything is kept for ever.')).toBeVisible();
  await expect(page.getByRole('table', { name: 'What is stored' })).toContainText('Runs of no experiment');
  const field = page.getByLabel('Days to keep samples');
  await field.fill('0');
  await expect(page.getByText('expected a whole number of days from 1 to 36 500, or nothing')).toBeVisible();
  await field.fill('30');
  const preview = page.getByRole('status').filter({ hasText: 'Would remove' });
  await expect(preview).toContainText('Would remove the samples of 1 run');
  await expect(preview).toContainText('1 run is protected: 1 pinned.');

  await field.press('Enter');
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('Would remove the samples of 1 run');
  expect(await findBarriers(page)).toEqual([]);
  await page.keyboard.press('Escape');
  expect((await api.read('/retention', retentionSchema)).rules.samples).toBeNull();
  await page.getByRole('button', { name: 'Save rules' }).click();
  await dialog.getByRole('button', { name: 'Save the rules' }).click();
  await expect(page.getByText('by Owner')).toBeVisible();
  const saved = async () => (await api.read('/retention', retentionSchema)).rules.samples;
  await expect.poll(saved).toEqual({ days: 30 });

  await page.getByRole('button', { name: 'Remove now' }).click();
  await expect(dialog).toContainText('Would remove the samples of 1 run');
  await dialog.getByRole('button', { name: 'Remove it' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Removed the samples of 1 run' })).toBeVisible();
  await expect(page.getByText('Nothing would be removed.')).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);

  await page.goto(`/runs/${lost}`);
  await expect(page.locator('#content').getByText('Samples have expired')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'requests' }).first()).toContainText('10');
  expect(await findBarriers(page)).toEqual([]);
  const gone = await api.fetch(`/runs/${lost}/series?metric=http_reqs`);
  expect(gone.status).toBe(410);
  expect(problemSchema.parse(await gone.json()).code).toBe('expired');
  await page.goto(`/runs/${kept}`);
  await expect(page.getByRole('table', { name: 'Metrics' })).toContainText('http_reqs');
  await page.goto(`/compare?runs=${lost},${kept}&by=run`);
  await expect(page.getByText('The samples of one run have expired')).toBeVisible();

  await page.goto('/settings/retention');
  await page.getByLabel('Days to keep samples').fill('');
  await page.getByRole('button', { name: 'Save rules' }).click();
  await expect(page.getByText('Everything is kept for ever.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove now' })).toHaveCount(0);
  expect(complaints).toEqual([]);
});
