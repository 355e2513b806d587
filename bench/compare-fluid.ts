/**
 * Measures how fluid the views of many runs are in a real Chromium: parallel coordinates of 200 runs over 20 measurements,
 * and 50 runs with 4 series each laid over one another. For each, how long it takes to draw, and the frames and the longest
 * task while the pointer moves over it, a stretch is chosen and the page is scrolled.
 * `node bench/compare-fluid.ts [repetitions]`: 3 unless told otherwise. `npm run build` comes first.
 */
import { loadavg } from 'node:os';
import type { Browser, Page } from '@playwright/test';
import { type Session, type Smoothness, untilLastPaint, watchFrames, withBrowser } from './bench-browser.ts';
import { openBenchContext } from './bench-context.ts';
import { round, withBenchDatabase } from './bench-database.ts';
import { fillExperiment } from './fill-experiment.ts';
import { withWebServer } from './web-server.ts';

const repetitions = Number(process.argv[2] ?? 3);
const metrics = Array.from({ length: 20 }, (_, index) => `queue_depth_${index + 1}`);
/** Moves of the pointer over a figure. */
const moves = 80;

await withBenchDatabase(async ({ connectionString, folder }) => {
  const { ctx, close } = await openBenchContext(connectionString);
  await fillExperiment(ctx, {
    name: 'wide',
    treatments: 20,
    replicates: 10,
    series: metrics.length,
    samples: 20,
    metrics,
  });
  await fillExperiment(ctx, {
    name: 'queues',
    treatments: 10,
    replicates: 5,
    series: 4,
    samples: 2000,
    metrics: ['queue_depth'],
  });
  await withWebServer({ connectionString, folder }, async ({ api }) => {
    const baseUrl = new URL('/', api).href;
    await withBrowser(ctx, baseUrl, (browser, session) => measure(browser, session, baseUrl));
  });
  await close();
});

interface Seen {
  drawMs: number;
  hover: Smoothness;
  choose: Smoothness & { drawnMs: number };
  scroll: Smoothness;
}

async function measure(browser: Browser, session: Session, baseUrl: string): Promise<void> {
  const context = await browser.newContext({
    storageState: session,
    viewport: { width: 1440, height: 900 },
  });
  const parallel: Seen[] = [];
  const overlay: Seen[] = [];
  // One more, which fills the caches and is not counted.
  for (let turn = 0; turn <= repetitions; turn++) {
    const page = await context.newPage();
    const seen = { parallel: await seeParallel(page, baseUrl), overlay: await seeOverlay(page, baseUrl) };
    if (turn > 0) {
      parallel.push(seen.parallel);
      overlay.push(seen.overlay);
    }
    await page.close();
  }
  const result = {
    bench: 'compare-fluid',
    parallel: middle(parallel),
    overlay: middle(overlay),
    loadAverage: loadavg().map(round),
  };
  process.stdout.write(`${JSON.stringify(result)}\n`);
}

async function seeParallel(page: Page, baseUrl: string): Promise<Seen> {
  const figure = '#parallel';
  const address = `${baseUrl}compare?experiment=wide&tab=tradeoffs&axes=${metrics.join(';')}`;
  await page.goto(address, { waitUntil: 'networkidle' });
  const lines = page.getByLabel('A line for each');
  const drawMs = await untilLastPaint(page, figure, () => lines.selectOption('runs').then(() => undefined));
  const hover = await watchFrames(page, () => moveOver(page, figure));
  const choose = await choosing(page, figure, (box) => ({
    // Along the first axis, from its upper third downwards.
    from: { x: box.x + 56, y: box.y + box.height * 0.4 },
    to: { x: box.x + 56, y: box.y + box.height * 0.75 },
  }));
  return { drawMs, hover, choose, scroll: await watchFrames(page, () => scrollThrough(page)) };
}

async function seeOverlay(page: Page, baseUrl: string): Promise<Seen> {
  const figure = '#over-time';
  await page.goto(`${baseUrl}experiments/queues`, { waitUntil: 'networkidle' });
  const link = page.getByRole('link', { name: 'Compare in detail' });
  const drawMs = await untilLastPaint(page, figure, () =>
    link.evaluate((element: HTMLElement) => element.click()),
  );
  const hover = await watchFrames(page, () => moveOver(page, figure));
  const choose = await choosing(page, figure, (box) => ({
    from: { x: box.x + box.width * 0.3, y: box.y + box.height * 0.5 },
    to: { x: box.x + box.width * 0.6, y: box.y + box.height * 0.5 },
  }));
  return { drawMs, hover, choose, scroll: await watchFrames(page, () => scrollThrough(page)) };
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Where the drawing is; it is brought into view. */
async function boxOf(page: Page, figure: string): Promise<Box> {
  const drawing = page.locator(`${figure} [role=img]`).first();
  await drawing.scrollIntoViewIfNeeded();
  const box = await drawing.boundingBox();
  if (!box) throw new Error(`${figure} is not drawn`);
  return box;
}

async function moveOver(page: Page, figure: string): Promise<void> {
  const { x, y, width, height } = await boxOf(page, figure);
  for (let move = 0; move < moves; move++) {
    const share = (move + 0.5) / moves;
    const up = 0.5 + 0.3 * Math.sin(share * 12);
    await page.mouse.move(x + width * share, y + height * up);
    await nextFrame(page);
  }
}

/** Draws a stretch with the pointer: its frames, and how long after letting go everything was painted. */
async function choosing(
  page: Page,
  figure: string,
  place: (box: Box) => { from: { x: number; y: number }; to: { x: number; y: number } },
): Promise<Seen['choose']> {
  const { from, to } = place(await boxOf(page, figure));
  let drawnMs = 0;
  const frames = await watchFrames(page, async () => {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    for (let move = 1; move <= moves / 2; move++) {
      const share = (move * 2) / moves;
      await page.mouse.move(from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share);
      await nextFrame(page);
    }
    drawnMs = await untilLastPaint(page, figure, () => page.mouse.up());
  });
  return { ...frames, drawnMs };
}

async function scrollThrough(page: Page): Promise<void> {
  await page.mouse.move(700, 450);
  for (const sign of [-1, 1, -1]) {
    for (let turn = 0; turn < 30; turn++) {
      await page.mouse.wheel(0, sign * 120);
      await nextFrame(page);
    }
  }
}

async function nextFrame(page: Page): Promise<void> {
  await page.evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => done())));
}

/** The middle of each number over all repetitions. */
function middle(seen: readonly Seen[]): Seen {
  const of = (read: (one: Seen) => number): number => {
    const sorted = seen.map(read).sort((a, b) => a - b);
    return Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0);
  };
  const smooth = (read: (one: Seen) => Smoothness): Smoothness => ({
    frameMedianMs: of((one) => read(one).frameMedianMs),
    frameWorstMs: of((one) => read(one).frameWorstMs),
    longestTaskMs: of((one) => read(one).longestTaskMs),
  });
  return {
    drawMs: of(({ drawMs }) => drawMs),
    hover: smooth(({ hover }) => hover),
    choose: { ...smooth(({ choose }) => choose), drawnMs: of(({ choose }) => choose.drawnMs) },
    scroll: smooth(({ scroll }) => scroll),
  };
}
