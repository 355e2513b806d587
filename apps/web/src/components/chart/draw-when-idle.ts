/** Figures out of view that are drawn without being asked for; with more, a page would only grow. */
const mostDrawn = 12;
/** How long the page is left alone first, and between one figure and the next. */
const pauseMs = { first: 2000, next: 300 };
/** What a figure takes, about; less time than this is not begun with. */
const leastIdleMs = 20;

const waiting = new Set<() => void>();
let drawn = 0;
let page = '';
let isBusy = false;

/**
 * Draws what is out of view one after the other while nothing else happens, so that it is there for print and for a
 * search in the page. @returns how to take it back
 */
export function drawWhenIdle(draw: () => void): () => void {
  if (page !== window.location.pathname) drawn = 0;
  page = window.location.pathname;
  waiting.add(draw);
  if (!isBusy) wait(pauseMs.first);
  return () => {
    waiting.delete(draw);
  };
}

function wait(ms: number): void {
  isBusy = true;
  setTimeout(() => {
    // Safari has no such function: there, what is out of view is drawn as it comes near.
    if (typeof window.requestIdleCallback === 'function') window.requestIdleCallback(drawNext);
    else isBusy = false;
  }, ms);
}

function drawNext(deadline: IdleDeadline): void {
  const [draw] = waiting;
  isBusy = false;
  if (draw === undefined || drawn >= mostDrawn) return;
  if (deadline.timeRemaining() >= leastIdleMs) {
    waiting.delete(draw);
    drawn += 1;
    draw();
  }
  wait(pauseMs.next);
}
