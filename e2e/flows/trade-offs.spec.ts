import { findBarriers } from '../fixtures/accessibility.ts';
import type { Api } from '../fixtures/api.ts';
import { findExperiment } from '../fixtures/find-experiment.ts';
import { ownName } from '../fixtures/own-name.ts';
import { expect, test } from '../fixtures/test.ts';

test('the sharding algorithms are a front of balance against moves, and no winner is named', async ({
  page,
}) => {
  await page.goto('/compare?experiment=argocd-sharding');
  await page.getByRole('tab', { name: 'Trade-offs' }).click();
  await page.getByLabel('Across (x)').selectOption('cpu_range');
  await page.getByLabel('Up (y)').selectOption('moves');
  await expect(page).toHaveURL(/tab=tradeoffs.*x=cpu_range.*y=moves/);
  const finding = page.getByTestId('trade-off');
  await expect(finding).toContainText(
    /greedy-minimum \(0\.06\scores, >\s75\sclusters\).*weighted-ring-hash \(0\.12\scores, 48\sclusters\).*bounded-loads \(0\.17\scores, 15\sclusters\) are a Pareto front of cpu_range against moves/,
  );
  await expect(finding).toContainText('so no winner is named');
  await expect(finding).toContainText('At n=1 it is not assessable');
  const figure = page.locator('#trade-off');
  await expect(figure.getByRole('img', { name: /Pareto front of cpu_range against moves/ })).toBeVisible();
  await expect(
    figure.getByText(
      'algorithm=legacy,applications_per_cluster=equal takes no part: no completed run has moves',
    ),
  ).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
});

test('lines are kept by stretches of axes, by keyboard and by address', async ({ page }) => {
  await page.goto(
    '/compare?experiment=argocd-sharding&tab=tradeoffs&axes=algorithm;cpu_range;memory_range;moves',
  );
  const figure = page.locator('#parallel');
  await expect(figure.getByText('All 6 lines are kept')).toBeVisible();
  const end = page.getByRole('textbox', { name: 'cpu_range to' });
  await end.fill('0.13');
  await end.press('Enter');
  // Round robin with equal applications, greedy and ring hash.
  await expect(figure.getByText('3 of 6 lines are kept by one stretch')).toBeVisible();
  await page.getByRole('combobox', { name: 'algorithm from' }).selectOption('greedy-minimum');
  await expect(figure.getByText('2 of 6 lines are kept by 2 stretches')).toBeVisible();
  const shared = await page.context().newPage();
  await shared.goto(page.url());
  await expect(shared.locator('#parallel').getByText('2 of 6 lines are kept by 2 stretches')).toBeVisible();
  await shared.setViewportSize({ width: 390, height: 844 });
  expect(await shared.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await shared.close();
  await page.goBack();
  await expect(figure.getByText('3 of 6 lines are kept by one stretch')).toBeVisible();
  await page.getByRole('button', { name: 'Keep all lines' }).click();
  await expect(figure.getByText('All 6 lines are kept')).toBeVisible();
});

const nightly = ownName('nightly-latency');
const definition = `apiVersion: proofload/v1
kind: Experiment
metadata: {name: ${nightly}}
spec:
  objective: Does it stay as fast as it was?
  factors: [{size: [1]}]
  workload: {executor: external}
  measurements:
    p95: {reported: true, unit: ms, better: lower}
  slos: [{name: fast, measurement: p95, objective: "< 0.3s"}]
`;
const latencies = [200, 204, 198, 201, 203, 199, 240, 243, 239, 238, 244, 241];

/** A run a day, the later ones slower. */
async function reportNights(api: Api): Promise<void> {
  const post = async (path: string, body: object): Promise<{ id: string }> => {
    const headers = { 'content-type': 'application/json' };
    const response = await api.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(response.ok, await response.clone().text()).toBe(true);
    return (await response.json()) as { id: string };
  };
  await api.saveExperiment(definition);
  for (const [day, latency] of latencies.entries()) {
    const at = (hour: number) => new Date(Date.UTC(2026, 9, 1 + day, hour)).toISOString();
    const { id } = await post('/runs', {
      experiment: nightly,
      params: { size: 1 },
      startedAt: at(1),
    });
    await post(`/runs/${id}/measurements`, { measurements: { p95: `${latency} ms` } });
    await post(`/runs/${id}/finish`, { finishedAt: at(2) });
  }
}

test('a change along a history alarms until somebody has acknowledged it', async ({ page, api }) => {
  await reportNights(api);
  const row = await findExperiment(page, nightly);
  await row.getByRole('link', { name: '1 new change, 1 for the worse' }).click();
  const badge = page.getByRole('link', { name: '1 new change, 1 for the worse' });
  await expect(page).toHaveURL(new RegExp(`/experiments/${nightly}\\?tab=history$`));
  const change = page.getByTestId('change');
  await expect(change).toHaveText(
    /^p95 from 201\sms \(n=6\) to 241\sms \(n=6\): \+19\.\d\s% \[.*\], p=0\.0\d+, worse$/,
  );
  await expect(page.getByRole('img', { name: /p95 of size=1 over 12 runs/ })).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Acknowledge' }).click();
  await page.getByLabel('Why it is as it is').fill('New kernel');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/Seen by .*: New kernel/)).toBeVisible();
  await expect(badge).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(badge).toBeVisible();
});

test('runs begin at a phase, as bands, differences and panels', async ({ page, api }) => {
  const headers = { 'content-type': 'application/json' };
  const send = async (path: string, method: string, body: string, type = 'application/json') => {
    const response = await api.fetch(path, { method, headers: { ...headers, 'content-type': type }, body });
    expect(response.ok, await response.clone().text()).toBe(true);
    return (await response.json()) as { id: string };
  };
  const startMs = Date.UTC(2026, 9, 20, 9);
  const at = (second: number) => new Date(startMs + second * 1000).toISOString();
  const ids: string[] = [];
  for (const [index, workers] of [1, 1, 2, 2].entries()) {
    const opened = { name: `aligned ${index}`, params: { workers }, startedAt: at(0) };
    const { id } = await send('/runs', 'POST', JSON.stringify(opened));
    ids.push(id);
    // Each begins its load ten seconds later than the one before.
    await send(`/runs/${id}/phases`, 'POST', JSON.stringify({ name: 'steady', from: at(10 + index * 10) }));
    const levels = Array.from({ length: 30 }, (_, place) => place * 4).map(
      (second) =>
        `queue_depth ${second < 10 + index * 10 ? 0 : 100 / workers + index} ${startMs / 1000 + second}`,
    );
    const text = ['# TYPE queue_depth gauge', ...levels, '# EOF', ''].join('\n');
    await send(`/runs/${id}/openmetrics`, 'PUT', text, 'text/plain');
    await send(`/runs/${id}/finish`, 'POST', JSON.stringify({ finishedAt: at(120) }));
  }
  await page.goto(`/compare?runs=${ids.join(',')}`);
  const drawn = page.locator('#over-time');
  await drawn.scrollIntoViewIfNeeded();
  await page.getByLabel('Align at').selectOption('start of steady');
  await expect(drawn.getByRole('img', { name: /over time since the start of steady/ })).toBeVisible();
  await page.getByLabel('Drawn as').selectOption('bands of replicates');
  await expect(drawn.getByText('from the least to the greatest completed replicate')).toBeVisible();
  await page.getByLabel('Drawn as').selectOption('difference from the baseline');
  await expect(drawn.getByRole('heading', { name: 'queue_depth minus workers=1' })).toBeVisible();
  await page.getByLabel('Drawn as').selectOption('a panel for each group');
  await expect(drawn.getByRole('heading', { name: 'workers=2' })).toBeVisible();
  await expect(page).toHaveURL(/align=phase.*phase=steady.*draw=multiples/);
  expect(await findBarriers(page)).toEqual([]);
});
