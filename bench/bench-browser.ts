import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { createSignInLink, ensureOwner, type ServiceContext } from '@proofload/services';

/** Nothing has changed for so long: it was the last paint. */
const quietMs = 700;

export type Session = Awaited<ReturnType<BrowserContext['storageState']>>;

/** A real Chromium, and who is signed in to the project `bench`. It is closed afterwards. */
export async function withBrowser(
  ctx: ServiceContext,
  baseUrl: string,
  work: (browser: Browser, session: Session) => Promise<void>,
): Promise<void> {
  const { userId } = await ensureOwner(ctx, { projectId: 'bench', name: 'Bench' });
  const { url } = await createSignInLink(ctx, { userId, baseUrl });
  const system = '/usr/bin/chromium';
  const browser = await chromium.launch({
    ...(existsSync(system) ? { executablePath: system } : {}),
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-gpu'],
  });
  try {
    await work(browser, await signIn(browser, url));
  } finally {
    await browser.close();
  }
}

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
 * Milliseconds from an action until the last change of a figure was painted. The page must not be loaded anew meanwhile.
 * @param figure selector of the figure that must be drawn; changes of any other are waited for as well
 */
export async function untilLastPaint(page: Page, figure: string, act: () => Promise<void>): Promise<number> {
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
  await act();
  await page.locator(`${figure} svg path`).first().waitFor({ state: 'attached' });
  const painted = await page.waitForFunction((quiet) => {
    const { clickedAt, paintedAt } = window as unknown as { clickedAt: number; paintedAt: number };
    return paintedAt > 0 && performance.now() - paintedAt > quiet ? paintedAt - clickedAt : null;
  }, quietMs);
  return Number(await painted.jsonValue());
}

/** How smooth a page was while something was done in it; all in milliseconds. */
export interface Smoothness {
  /** Between two frames: the middle and the longest. */
  frameMedianMs: number;
  frameWorstMs: number;
  /** The longest time for which the page could do nothing else; 0 when none took 50 ms. */
  longestTaskMs: number;
}

/** Does something in a page and watches its frames and long tasks until it has settled. */
export async function watchFrames(page: Page, act: () => Promise<void>): Promise<Smoothness> {
  await page.evaluate(() => {
    const watch = { frames: [] as number[], tasks: [] as number[], isOver: false };
    (window as unknown as { watch: typeof watch }).watch = watch;
    new PerformanceObserver((list) => {
      if (!watch.isOver) watch.tasks.push(...list.getEntries().map(({ duration }) => duration));
    }).observe({ type: 'longtask' });
    let last = performance.now();
    const tick = (): void => {
      const now = performance.now();
      watch.frames.push(now - last);
      last = now;
      if (!watch.isOver) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
  await act();
  await page.waitForTimeout(200);
  return page.evaluate(() => {
    const { watch } = window as unknown as {
      watch: { frames: number[]; tasks: number[]; isOver: boolean };
    };
    watch.isOver = true;
    const frames = watch.frames.slice(1).sort((a, b) => a - b);
    return {
      frameMedianMs: Math.round(frames[Math.floor(frames.length / 2)] ?? 0),
      frameWorstMs: Math.round(frames.at(-1) ?? 0),
      longestTaskMs: Math.round(Math.max(0, ...watch.tasks)),
    };
  });
}
