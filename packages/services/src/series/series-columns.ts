import { type Buckets, bucketMs, type Sketch } from '@proofload/series';

export interface LineColumns {
  /** Unix milliseconds. */
  times: number[];
  columns: Record<string, (number | null)[]>;
}

const percentiles = { p50: 0.5, p90: 0.9, p95: 0.95, p99: 0.99 } as const;

/** How points were put into steps. */
export interface Steps {
  /** At least one bucket, or any length for samples that are not in buckets. */
  stepMs: number;
  /** The time in which what is counted could happen; counts of a step that is partly outside are rates over the rest. */
  covered: { fromMs: number; toMs: number };
}

/** A rate over less than this says more about when the first and last events fell than about the rate. */
const leastRateMs = bucketMs / 2;

/**
 * A line of at most one point per step, column by column: rates for counters, with the least and the most of a second
 * where steps are longer; extremes and mean for gauges; percentiles of merged sketches for distributions. A step without
 * points is a gap (null) between steps that have some.
 */
export function toLineColumns(buckets: Buckets, steps: Steps): LineColumns {
  return withGaps({ times: buckets.times, columns: columnsFor(buckets, steps) }, steps.stepMs);
}

function columnsFor(buckets: Buckets, steps: Steps): Record<string, (number | null)[]> {
  switch (buckets.kind) {
    case 'delta': {
      const rate = deltaRates(buckets.sums, buckets.times, steps);
      if (steps.stepMs <= bucketMs) return { rate };
      // A second in which nothing was counted has no point.
      const least = buckets.least.map((value, index) =>
        (buckets.filled[index] ?? 0) < wholeSeconds(buckets.times[index] ?? 0, steps)
          ? 0
          : finiteOrNull(value),
      );
      return { rate, min: least, max: buckets.most.map(finiteOrNull) };
    }
    case 'ratio':
      return { ratio: buckets.hits.map((hits, index) => divide(hits, buckets.totals[index] ?? 0)) };
    case 'distribution':
      return distributionColumns(buckets.sketches);
    case 'cumulative': {
      const rate = buckets.growths.map((growth, index) =>
        divide(growth, ((buckets.ends[index] ?? 0) - (buckets.starts[index] ?? 0)) / bucketMs),
      );
      return { rate, min: buckets.least.map(finiteOrNull), max: buckets.most.map(finiteOrNull) };
    }
    case 'gauge': {
      const known = (column: readonly number[]): (number | null)[] =>
        column.map((value, index) => (buckets.counts[index] === 0 ? null : value));
      return {
        min: known(buckets.mins),
        max: known(buckets.maxs),
        mean: buckets.sums.map((sum, index) => divide(sum, buckets.counts[index] ?? 0)),
      };
    }
  }
}

/** Increments per second of the part of each step that is covered; null where that part is too short to tell. */
function deltaRates(
  sums: readonly number[],
  times: readonly number[],
  { stepMs, covered }: Steps,
): (number | null)[] {
  const isMoment = covered.toMs - covered.fromMs < bucketMs;
  return sums.map((sum, index) => {
    const startMs = times[index] ?? 0;
    const endMs = startMs + Math.max(stepMs, bucketMs);
    const coveredMs = Math.min(endMs, covered.toMs) - Math.max(startMs, covered.fromMs);
    if (isMoment) return sum / ((endMs - startMs) / bucketMs);
    return coveredMs < leastRateMs ? null : sum / (coveredMs / bucketMs);
  });
}

/** Seconds of a step that are wholly covered. */
function wholeSeconds(startMs: number, { stepMs, covered }: Steps): number {
  const fromMs = Math.ceil(Math.max(startMs, covered.fromMs) / bucketMs);
  const toMs = Math.floor(Math.min(startMs + stepMs, covered.toMs) / bucketMs);
  return toMs - fromMs;
}

function distributionColumns(sketches: readonly Sketch[]): Record<string, (number | null)[]> {
  const quantiles = sketches.map((sketch) => sketch.quantiles(Object.values(percentiles)));
  const columns: Record<string, (number | null)[]> = {
    count: sketches.map(({ count }) => count),
    avg: sketches.map(({ sum, count }) => divide(sum, count)),
    min: sketches.map(({ min, count }) => (count > 0 ? min : null)),
    max: sketches.map(({ max, count }) => (count > 0 ? max : null)),
  };
  Object.keys(percentiles).forEach((name, which) => {
    columns[name] = quantiles.map((values) => finiteOrNull(values[which]));
  });
  return columns;
}

/** Puts a null where points are missing for longer than they usually are apart, so that charts break the line. */
function withGaps(line: LineColumns, stepMs: number): LineColumns {
  const usualMs = Math.max(stepMs, medianDistance(line.times)) * 2.5;
  const gaps = line.times.flatMap((time, index) => {
    const before = line.times[index - 1];
    return before !== undefined && time - before > usualMs ? [index] : [];
  });
  if (gaps.length === 0) return line;
  const split = <T>(column: readonly T[], between: (index: number) => T): T[] =>
    [...gaps, column.length].flatMap((end, which) => {
      const part = column.slice(gaps[which - 1] ?? 0, end);
      return end === column.length ? part : [...part, between(end)];
    });
  return {
    times: split(line.times, (index) => (line.times[index - 1] ?? 0) + stepMs),
    columns: Object.fromEntries(
      Object.entries(line.columns).map(([name, column]) => [name, split(column, () => null)]),
    ),
  };
}

function medianDistance(times: readonly number[]): number {
  const distances = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  return distances.sort((a, b) => a - b)[distances.length >> 1] ?? 0;
}

const divide = (value: number, by: number): number | null => (by === 0 ? null : finiteOrNull(value / by));
const finiteOrNull = (value: number | undefined): number | null =>
  value !== undefined && Number.isFinite(value) ? value : null;
