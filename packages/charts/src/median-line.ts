import { median } from '@proofload/stats';

export interface Line {
  /** Milliseconds, ascending. */
  times: readonly number[];
  /** A null is a gap. */
  values: readonly (number | null)[];
}

/**
 * The middle of several lines, step by step: the median of the values that fall into each step. A step in which fewer
 * than half of the lines have a value is a gap, so that one long replicate does not speak for all.
 * @param stepMs distance of the points of the result
 */
export function medianLine(
  lines: readonly Line[],
  stepMs: number,
): { times: number[]; values: (number | null)[] } {
  const steps = new Map<number, (number | null)[]>();
  for (const { times, values } of lines) {
    const own = new Map<number, number | null>();
    times.forEach((time, index) => {
      const step = Math.floor(time / stepMs);
      own.set(step, values[index] ?? own.get(step) ?? null);
    });
    for (const [step, value] of own) {
      const known = steps.get(step);
      if (known) known.push(value);
      else steps.set(step, [value]);
    }
  }
  const ordered = [...steps].sort(([a], [b]) => a - b);
  return {
    times: ordered.map(([step]) => step * stepMs),
    values: ordered.map(([, values]) =>
      medianOf(
        values.filter((value) => value !== null),
        lines.length,
      ),
    ),
  };
}

function medianOf(values: readonly number[], lines: number): number | null {
  return values.length * 2 < lines ? null : median(values);
}
