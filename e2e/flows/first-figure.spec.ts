import type { Page } from '@playwright/test';
import { createReportSchema, reportSchema } from '@proofload/contracts';
import { makeOpenMetricsRun } from '../fixtures/open-metrics-run.ts';
import { expect, noCookies, test } from '../fixtures/test.ts';

const comparePage = '/compare?experiment=argocd-qps-burst';
/** Bytes over the network, gzipped; the aim is 400 kB. */
const most = { firstFigure: 400_000, interactive: 520_000 };

test('the first figure is there, and the page listens, before 400 kB of scripts have come', async ({
  page,
}) => {
  const html = await (await page.request.get(comparePage)).text();
  const bytes = await countScriptBytes(page);
  const late = Promise.withResolvers<void>();
  // Only what the page itself asks for comes now; ECharts and what else is loaded on demand waits.
  await page.route('**/_next/static/chunks/*.js', async (route) => {
    if (!html.includes(new URL(route.request().url()).pathname)) await late.promise;
    await route.continue();
  });
  // Comes back when the page listens; its load event would wait for the scripts that are held back.
  await page.goto(comparePage, { waitUntil: 'domcontentloaded' });
  const figure = page.locator('figure#ratios');
  await expect(figure.locator('svg text').filter({ hasText: '0.285x', visible: true }).first()).toBeVisible();

  expect(bytes(), 'bytes of scripts until the first figure').toBeGreaterThan(100_000);
  expect(bytes(), 'bytes of scripts until the first figure').toBeLessThan(most.firstFigure);

  const drawing = figure.locator('[role=img]');
  const picture = { box: await drawing.boundingBox(), texts: await readTexts(page) };
  late.resolve();
  await expect(page.locator('[data-picture]')).toHaveCount(0);
  expect(bytes(), 'bytes of scripts until it is interactive').toBeLessThan(most.interactive);
  // The picture was the figure, and nothing has moved.
  expect(await readTexts(page)).toEqual(picture.texts);
  expect(await drawing.boundingBox()).toEqual(picture.box);
  await expect(drawing).toHaveAccessibleName(/^Ratio to burst=100,qps=50 with 95 % interval/);
  // What is loaded with its first use answers to the keyboard, and gives the focus back.
  const share = page.getByRole('button', { name: 'Share' });
  await share.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Share this comparison' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(share).toBeFocused();
  await figure.getByRole('button', { name: /^Menu of the figure/ }).press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Show as table' })).toBeVisible();
});

test('a shared report has its figures without any script, dark and on a phone as well', async ({
  browser,
  baseURL,
  api,
}) => {
  const body = createReportSchema.parse({
    title: 'QPS and burst',
    visibility: 'link',
    view: { compare: { experiment: 'argocd-qps-burst' } },
  });
  const headers = { 'content-type': 'application/json' };
  const { url } = await api.read('/reports', reportSchema, {
    ...{ method: 'POST', headers, body: JSON.stringify(body) },
  });
  for (const [width, colorScheme, muted] of [
    [1440, 'light', 'rgb(90, 93, 101)'],
    [390, 'dark', 'rgb(163, 167, 175)'],
  ] as const) {
    const context = await browser.newContext({
      ...{ storageState: noCookies, javaScriptEnabled: false, colorScheme },
      viewport: { width, height: 900 },
      ...(baseURL ? { baseURL } : {}),
    });
    const page = await context.newPage();
    await page.goto(new URL(url).pathname);
    const figure = page.locator('figure#ratios');
    await expect(figure.locator('[role=img]')).toHaveAccessibleName(/^Ratio to burst=100,qps=50/);
    const axis = figure
      .locator('svg text:visible')
      .filter({ hasText: /^Ratio (to burst=100,qps=50 )?\(log scale\)$/ });
    await expect(axis).toHaveCSS('fill', muted);
    // One of the three widths is seen, and stays within its place.
    await expect(figure.locator('[data-picture] svg:visible')).toHaveCount(1);
    const place = await figure.locator('[role=img]').boundingBox();
    const seen = await figure.locator('[data-picture] svg:visible').boundingBox();
    expect(seen).toEqual(place);
    await context.close();
  }
});

test('the page of a run comes with its first figure', async ({ page, api }) => {
  const startMs = Date.now() - 120_000;
  const samples = Array.from(
    { length: 60 },
    (_, second) => `depth ${second % 20} ${startMs / 1000 + second}`,
  );
  const id = await makeOpenMetricsRun(api, {
    ...{ name: 'first figure', startMs, seconds: 60 },
    text: ['# TYPE depth gauge', ...samples, '# EOF', ''].join('\n'),
  });
  const html = await (await page.request.get(`/runs/${id}`)).text();
  const [, figure = ''] = /<figure[^>]* id="metric-depth"(.*?)<\/figure>/s.exec(html) ?? [];
  expect(figure).toContain('data-picture');
  expect(figure).toContain('>Time since the start (s)</text>');
  // The same figure follows, for the same data: nothing is asked for twice.
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`/runs/${id}`);
  await page.locator('#metric-depth').scrollIntoViewIfNeeded();
  await expect(page.locator('#metric-depth [role=img] svg text').first()).toBeAttached();
  await expect(page.locator('[data-picture]')).toHaveCount(0);
  expect(asked.filter((path) => /\/(metrics|series)$/.test(path))).toEqual([]);
});

/** Texts of the first figure that are seen, in the order in which they were drawn. */
function readTexts(page: Page): Promise<string[]> {
  return page
    .locator('figure#ratios svg text')
    .evaluateAll((texts) =>
      texts.filter((text) => text.getClientRects().length > 0).map((text) => text.textContent ?? ''),
    );
}

/** @returns how many bytes of scripts have come over the network since */
async function countScriptBytes(page: Page): Promise<() => number> {
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  const scripts = new Set<string>();
  let bytes = 0;
  client.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId);
  });
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  return () => bytes;
}
