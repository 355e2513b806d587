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
  const steps = stepValues(lines, stepMs);
  return {
    times: steps.map(([time]) => time),
    values: steps.map(([, values]) => (values === null ? null : median(values))),
  };
}

/**
 * The values of several lines that fall into each step, by its time in milliseconds; null for a step in which fewer than
 * half of the lines have one.
 */
export function stepValues(
  lines: readonly Line[],
  stepMs: number,
): [timeMs: number, values: number[] | null][] {
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
  return [...steps]
    .sort(([a], [b]) => a - b)
    .map(([step, values]) => {
      const known = values.filter((value) => value !== null);
      return [step * stepMs, known.length === 0 || known.length * 2 < lines.length ? null : known];
    });
}
