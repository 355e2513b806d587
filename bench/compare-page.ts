/**
 * Measures the compare page in a real Chromium: 50 runs with 4 series each, from the click on the link of their experiment
 * until nothing of the figure over time changes any more, and the JavaScript that comes until the first figure is
 * seen, and until it is interactive.
 * `node bench/compare-page.ts [repetitions]`: 5 unless told otherwise. `npm run build` comes first.
 */
import { loadavg } from 'node:os';
import type { Browser } from '@playwright/test';
import { type Session, untilLastPaint, withBrowser } from './bench-browser.ts';
import { openBenchContext } from './bench-context.ts';
import { round, withBenchDatabase } from './bench-database.ts';
import { fillExperiment } from './fill-experiment.ts';
import { withWebServer } from './web-server.ts';

const treatments = 10;
const replicates = 5;
const series = 4;
const samples = 2000;
const repetitions = Number(process.argv[2] ?? 5);
const figure = '#over-time';

await withBenchDatabase(async ({ connectionString, folder }) => {
  const { ctx, close } = await openBenchContext(connectionString);
  const filling = { name: 'queues', treatments, replicates, series, samples, metrics: ['queue_depth'] };
  await fillExperiment(ctx, filling);
  await withWebServer({ connectionString, folder }, async ({ api }) => {
    const baseUrl = new URL('/', api).href;
    await withBrowser(ctx, baseUrl, (browser, session) => measure(browser, session, baseUrl));
  });
  await close();
});

async function measure(browser: Browser, session: Session, baseUrl: string): Promise<void> {
  const scripts = await measureScripts(browser, session, baseUrl);
  const context = await browser.newContext({
    storageState: session,
    viewport: { width: 1440, height: 900 },
  });
  const opened: number[] = [];
  const redrawn: number[] = [];
  let lines = 0;
  // One more, which fills the caches and is not counted.
  for (let turn = 0; turn <= repetitions; turn++) {
    const page = await context.newPage();
    await page.goto(`${baseUrl}experiments/queues`, { waitUntil: 'networkidle' });
    const openMs = await untilLastPaint(page, figure, () =>
      page.getByRole('link', { name: 'Compare in detail' }).evaluate((link: HTMLElement) => link.click()),
    );
    lines = await page.locator(`${figure} svg path`).count();
    const chosen = page.getByLabel('Drawn as');
    const redrawMs = await untilLastPaint(page, figure, () =>
      chosen.selectOption('bands').then(() => undefined),
    );
    if (turn > 0) {
      opened.push(openMs);
      redrawn.push(redrawMs);
    }
    await page.close();
  }
  const result = {
    bench: 'compare-page',
    runs: treatments * replicates,
    series,
    openMs: opened.map(Math.round),
    bandsMs: redrawn.map(Math.round),
    paths: lines,
    scriptKbGzipped: {
      untilFirstFigure: round(scripts.firstFigure / 1000),
      untilInteractive: round(scripts.interactive / 1000),
    },
    loadAverage: loadavg().map(round),
  };
  process.stdout.write(`${JSON.stringify(result)}\n`);
}

/**
 * Bytes of scripts as they come over the network, with an empty cache: those that the page itself asks for, after which
 * it listens and its first figure stands as the picture that came with it, and all until ECharts has taken its place.
 */
async function measureScripts(
  browser: Browser,
  session: Session,
  baseUrl: string,
): Promise<{ firstFigure: number; interactive: number }> {
  const context = await browser.newContext({ storageState: session });
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send('Network.enable');
  const paths = new Map<string, string>();
  const bytes = new Map<string, number>();
  client.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script') paths.set(requestId, new URL(response.url).pathname);
  });
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const path = paths.get(requestId);
    if (path !== undefined) bytes.set(path, encodedDataLength);
  });
  const url = `${baseUrl}compare?experiment=queues`;
  await page.goto(url);
  await page.locator('figure [role=img] svg path').first().waitFor({ state: 'attached' });
  const interactive = [...bytes.values()].reduce((sum, size) => sum + size, 0);
  const html = await (await context.request.get(url)).text();
  const first = [...bytes].filter(([path]) => html.includes(path));
  await context.close();
  return { firstFigure: first.reduce((sum, [, size]) => sum + size, 0), interactive };
}
