/**
 * Measures the compare page in a real Chromium: 50 runs with 4 series each, from the click on the link of their experiment
 * until nothing of the figure over time changes any more, and the JavaScript that comes until the first figure is
 * seen, and until it is interactive.
 * `node bench/compare-page.ts [repetitions]`: 5 unless told otherwise. `npm run build` comes first.
 */
import { existsSync } from 'node:fs';
import { loadavg } from 'node:os';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { createRandom } from '@proofload/domain';
import {
  createSignInLink,
  ensureOwner,
  finishRun,
  type ServiceContext,
  saveExperiment,
} from '@proofload/services';
import { openBenchContext } from './bench-context.ts';
import { round, withBenchDatabase } from './bench-database.ts';
import { fillRun } from './fill-run.ts';
import { withWebServer } from './web-server.ts';

const treatments = 10;
const replicates = 5;
const series = 4;
const samples = 2000;
const repetitions = Number(process.argv[2] ?? 5);
const figure = '#over-time';
/** Nothing has changed for so long: it was the last paint. */
const quietMs = 700;

const definition = `apiVersion: proofload/v1
kind: Experiment
metadata: {name: queues}
spec:
  objective: How deep do queues become?
  factors: [{workers: [${Array.from({ length: treatments }, (_, index) => index + 1).join(', ')}]}]
  baseline: {workers: 1}
  replicates: ${replicates}
  workload: {executor: external}
  measurements:
    depth: {metric: queue_depth, aggregate: avg, better: lower}
`;

await withBenchDatabase(async ({ connectionString, folder }) => {
  const { ctx, close } = await openBenchContext(connectionString);
  await fillExperiment(ctx);
  const { userId } = await ensureOwner(ctx, { projectId: 'bench', name: 'Bench' });
  await withWebServer({ connectionString, folder }, async ({ api }) => {
    const baseUrl = new URL('/', api).href;
    const { url } = await createSignInLink(ctx, { userId, baseUrl });
    await measure(baseUrl, url);
  });
  await close();
});

async function fillExperiment(ctx: ServiceContext): Promise<void> {
  await saveExperiment(ctx, { source: definition });
  const random = createRandom(7);
  for (let run = 0; run < treatments * replicates; run++) {
    const { id } = await fillRun(ctx, {
      series,
      samples,
      random,
      experiment: { name: 'queues', params: { workers: 1 + (run % treatments) } },
      metric: () => 'queue_depth',
    });
    await finishRun(ctx, { id, outcome: 'completed' });
  }
}

async function measure(baseUrl: string, signInUrl: string): Promise<void> {
  const system = '/usr/bin/chromium';
  const browser = await chromium.launch({
    ...(existsSync(system) ? { executablePath: system } : {}),
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-gpu'],
  });
  try {
    const state = await signIn(browser, signInUrl);
    const scripts = await measureScripts(browser, state, baseUrl);
    const context = await browser.newContext({ storageState: state, viewport: { width: 1440, height: 900 } });
    const opened: number[] = [];
    const redrawn: number[] = [];
    let lines = 0;
    // One more, which fills the caches and is not counted.
    for (let round = 0; round <= repetitions; round++) {
      const page = await context.newPage();
      await page.goto(`${baseUrl}experiments/queues`, { waitUntil: 'networkidle' });
      const openMs = await untilLastPaint(page, () =>
        page.getByRole('link', { name: 'Compare in detail' }).evaluate((link: HTMLElement) => link.click()),
      );
      lines = await page.locator(`${figure} svg path`).count();
      const chosen = page.getByLabel('Drawn as');
      const redrawMs = await untilLastPaint(page, () => chosen.selectOption('bands').then(() => undefined));
      if (round > 0) {
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
  } finally {
    await browser.close();
  }
}

type Session = Awaited<ReturnType<BrowserContext['storageState']>>;

async function signIn(browser: Browser, url: string): Promise<Session> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(url);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation', { name: 'Places' }).waitFor();
  const state = await context.storageState();
  await context.close();
  return state;
}

/**
 * Bytes of scripts as they come over the network, with an empty cache: those that the page itself asks for, after which
 * it listens and its first figure stands as the picture that came with it, and all until ECharts has taken its place.
 */
async function measureScripts(
  browser: Browser,
  state: Session,
  baseUrl: string,
): Promise<{ firstFigure: number; interactive: number }> {
  const context = await browser.newContext({ storageState: state });
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

/** Milliseconds from a click until the last change of the figure was painted. The page must not be loaded anew meanwhile. */
async function untilLastPaint(page: Page, click: () => Promise<void>): Promise<number> {
  await page.evaluate((selector) => {
    const marks = window as unknown as { clickedAt: number; paintedAt: number };
    Object.assign(marks, { clickedAt: performance.now(), paintedAt: 0 });
    new MutationObserver((changes) => {
      const isFigure = ({ target }: MutationRecord) =>
        target instanceof Element && target.closest(`${selector}, figure`) !== null;
      if (!changes.some(isFigure)) return;
      // The frame after next has what was changed now.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          marks.paintedAt = performance.now();
        }),
      );
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
  }, figure);
  await click();
  await page.locator(`${figure} svg path`).first().waitFor({ state: 'attached' });
  const painted = await page.waitForFunction((quiet) => {
    const { clickedAt, paintedAt } = window as unknown as { clickedAt: number; paintedAt: number };
    return paintedAt > 0 && performance.now() - paintedAt > quiet ? paintedAt - clickedAt : null;
  }, quietMs);
  return Number(await painted.jsonValue());
}
