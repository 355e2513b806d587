/** Points of one series that Prometheus gives in one answer, and below which requests stay. */
export const maxPointsPerRequest = 10_000;

/** Unix milliseconds; both ends are evaluated. */
export interface QueryRange {
  startMs: number;
  endMs: number;
}

/**
 * Cuts an interval into range queries. Evaluation times are multiples of the step, so that two runs, and two parts of
 * one, lie on the same grid; no time is evaluated twice.
 */
export function planRanges(
  fromMs: number,
  toMs: number,
  stepMs: number,
  maxPoints = maxPointsPerRequest,
): QueryRange[] {
  const first = Math.ceil(fromMs / stepMs);
  const last = Math.floor(toMs / stepMs);
  const ranges: QueryRange[] = [];
  for (let start = first; start <= last; start += maxPoints) {
    const end = Math.min(last, start + maxPoints - 1);
    ranges.push({ startMs: start * stepMs, endMs: end * stepMs });
  }
  return ranges;
}
