import { annotations, startTestbed, type Testbed } from '@proofload/testbed';
import { findBarriers } from '../fixtures/accessibility.ts';
import { Api } from '../fixtures/api.ts';
import { ownName } from '../fixtures/own-name.ts';
import { expect, test } from '../fixtures/test.ts';

const cluster = ownName('view-bed');
const names = { hangs: ownName('view-hangs'), killed: ownName('view-killed'), many: ownName('view-many') };
let testbed: Testbed;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ instance }) => {
  test.setTimeout(180_000);
  testbed = await startTestbed({ nodes: 2 });
  const { server, caPem: caCertificate, adminToken: token } = testbed;
  const credentials = { kind: 'token', server, token, caCertificate };
  const response = await new Api(instance).fetch('/clusters', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: cluster, credentials, namespace: 'default' }),
  });
  expect(response.status, await response.text()).toBe(201);
});
test.afterAll(() => testbed?.remove());

const definition = (name: string, pods: number, podAnnotations: Record<string, string>): string => `
apiVersion: proofload/v1
kind: Experiment
metadata: {name: ${name}}
spec:
  objective: What does the page say of a Job on a cluster?
  cluster: ${cluster}
  workload:
    executor: kubernetes-job
    timeout: 10m
    with:
      objects:
        - apiVersion: batch/v1
          kind: Job
          metadata: {name: ${name}}
          spec:
            completions: ${pods}
            parallelism: ${pods}
            backoffLimit: 0
            template:
              metadata: {annotations: ${JSON.stringify(podAnnotations)}}
              spec:
                restartPolicy: Never
                terminationGracePeriodSeconds: 1
                containers: [{name: main, image: busybox}]
`;

async function launch(api: Api, name: string, pods: number, podAnnotations: Record<string, string>) {
  await api.saveExperiment(definition(name, pods, podAnnotations));
  const sweep = await api.launch(name, {});
  const [run] = await api.listRuns(sweep);
  return { sweep, id: run?.id ?? '' };
}

test('the page of a run that hangs says why, while it does', async ({ page, api }) => {
  const { id } = await launch(api, names.hangs, 3, { [annotations.stuck]: 'ImagePullBackOff' });
  await page.goto(`/runs/${id}`);
  await expect(page.getByText(/3 of 3 pods wait for .*: ImagePullBackOff/)).toBeVisible({ timeout: 60_000 });
  const timeline = page.getByRole('list', { name: 'Timeline of the cluster' });
  await expect(
    timeline.getByRole('button', { name: new RegExp(`^${names.hangs}-\\S+ pending, .*starting`) }),
  ).toHaveCount(3);
  expect(await findBarriers(page)).toEqual([]);
  expect((await api.fetch(`/runs/${id}/cancel`, { method: 'POST' })).ok).toBe(true);
  await expect(page.getByText('Removed from the cluster when the run ended')).toBeVisible({
    timeout: 60_000,
  });
});

test('the page of a run that ran out of memory shows which pods, and the events that say so', async ({
  page,
  api,
}) => {
  const { id, sweep } = await launch(api, names.killed, 2, { [annotations.exitCode]: '137' });
  await api.waitForSweep(sweep, 90_000);
  await page.goto(`/runs/${id}`);
  const pods = page.getByRole('table', { name: 'Pods' });
  await expect(pods.getByRole('row', { name: /Failed.*killed for lack of memory/ }).first()).toBeVisible();
  const events = page.getByRole('table', { name: 'Events of the cluster' });
  await expect(events.getByRole('row').filter({ hasText: 'Scheduled' }).first()).toBeVisible();
  await page.getByRole('checkbox', { name: /Only warnings/ }).check();
  await expect(events.getByRole('row').filter({ hasText: 'OOMKilled' }).first()).toBeVisible();
  await expect(events.getByRole('row').filter({ hasText: 'Scheduled' })).toHaveCount(0);
  await expect(page).toHaveURL(/warnings=true/);

  const bar = page
    .getByRole('button', { name: new RegExp(`^${names.killed}-\\S+ failed, .*killed for lack of memory`) })
    .first();
  await bar.press('Enter');
  await expect(page).toHaveURL(/zoom=/);
  await page.getByRole('button', { name: 'Whole run' }).first().click();
  await expect(page).not.toHaveURL(/zoom=/);
  expect(await findBarriers(page)).toEqual([]);
});

test('forty pods are counted by state, and found by name', async ({ page, api }) => {
  const { id, sweep } = await launch(api, names.many, 40, { [annotations.runFor]: '2s' });
  await api.waitForSweep(sweep, 120_000);
  await page.goto(`/runs/${id}`);
  const figure = page.getByRole('figure', { name: 'Pods by state' });
  await figure.scrollIntoViewIfNeeded();
  await expect(figure.getByRole('img', { name: /40 succeeded/ })).toBeVisible();
  const pods = page.getByRole('table', { name: 'Pods' });
  await expect(pods.getByRole('row')).toHaveCount(41);
  const text = await pods.getByRole('row').nth(7).getByRole('cell').first().textContent();
  const [name = ''] = new RegExp(`${names.many}-[a-z0-9]{5}`).exec(text ?? '') ?? [];
  await page.getByRole('searchbox', { name: 'Search pods' }).fill(name);
  await expect(pods.getByRole('row')).toHaveCount(2);
  expect(await findBarriers(page)).toEqual([]);
});
