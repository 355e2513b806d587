import { findProcessesBelow } from '../../scripts/start/started-instance.ts';
import { ownName } from '../fixtures/own-name.ts';
import { shortenQuickStart } from '../fixtures/short-quick-start.ts';
import { expect, test } from '../fixtures/test.ts';

test('a worker killed in the middle of a sweep loses no run', async ({ api, instance, page }) => {
  test.setTimeout(240_000);
  const name = ownName('worker-killed');
  await api.saveExperiment(shortenQuickStart({ name, targetUrl: instance.targetUrl, seconds: 8 }));
  const id = await api.launch(name, { replicates: 1, labels: {} });
  const running = async () => (await api.readSweep(id)).runs.filter((run) => run.status === 'running').length;
  await expect.poll(running, { timeout: 60_000 }).toBe(1);

  const workers = await findProcessesBelow(instance.pid, /apps\/worker\/src\/main\.ts/);
  expect(workers).toHaveLength(1);
  for (const pid of workers) process.kill(pid, 'SIGKILL');
  const k6 = () => findProcessesBelow(instance.pid, /k6 run/);
  await expect.poll(k6, { timeout: 30_000, message: 'the load dies with its worker' }).toEqual([]);

  const sweep = await api.waitForSweep(id, 180_000);
  expect(sweep.counts).toMatchObject({ total: 3, queued: 0, active: 0, completed: 2, failed: 1 });
  const failed = (await api.listRuns(id)).find((run) => run.outcome === 'failed');
  expect(failed?.reason).toMatch(/worker/);
  await page.goto(`/runs/${failed?.id}`);
  await expect(page.getByRole('heading', { level: 1 }).locator('..')).toContainText('failed');
  await expect(page.getByText(failed?.reason ?? '').first()).toBeVisible();
});
