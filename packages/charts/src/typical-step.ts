import { median } from '@proofload/stats';
import type { Line } from './median-line.ts';

/**
 * How far values lie apart, by the line in which they lie farthest: what is scraped every 15 s has no value in most steps
 * of a second, and lines that do not begin together would have theirs in different ones. 0 without two values.
 */
export function typicalStepMs(lines: readonly Line[]): number {
  return Math.max(
    0,
    ...lines.map(({ times, values }) => {
      const known = times.filter((_, index) => (values[index] ?? null) !== null);
      return median(known.slice(1).map((time, index) => time - (known[index] ?? time))) ?? 0;
    }),
  );
}
