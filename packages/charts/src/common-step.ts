import { median } from '@proofload/stats';
import type { Alignment } from './align-series.ts';
import type { Line } from './median-line.ts';

/** Wider than values lie apart, so that each line has one in every step wherever it begins. */
const slack = 1.1;

/**
 * The step in which lines are put together: that of the answers, unless values lie farther apart (what is scraped every
 * 15 s has none in most steps of a second) or lines begin at phases, which lie anywhere between two steps.
 */
export function commonStepMs(answeredMs: number, lines: readonly Line[], alignment: Alignment): number {
  const typicalMs = Math.max(0, ...lines.map(distanceMs));
  if (typicalMs <= answeredMs && alignment !== 'phase') return answeredMs;
  const stepMs = Math.max(answeredMs, typicalMs);
  return isOnGrid(lines, stepMs) ? stepMs : Math.ceil(stepMs * slack);
}

/** Whether all values lie whole steps apart, so that those of one moment fall into one step. */
function isOnGrid(lines: readonly Line[], stepMs: number): boolean {
  const offset = (time: number): number => ((time % stepMs) + stepMs) % stepMs;
  const first = lines[0]?.times[0];
  return (
    first === undefined || lines.every(({ times }) => times.every((time) => offset(time) === offset(first)))
  );
}

/** How far the values of a line lie apart; 0 without two. */
function distanceMs({ times, values }: Line): number {
  const known = times.filter((_, index) => (values[index] ?? null) !== null);
  return median(known.slice(1).map((time, index) => time - (known[index] ?? time))) ?? 0;
}
