import { bucketMs, mergeSketches, type Points, type Sketch } from '@proofload/series';

export interface LineColumns {
  /** Unix milliseconds. */
  times: number[];
  columns: Record<string, (number | null)[]>;
}

const percentiles = { p50: 0.5, p90: 0.9, p95: 0.95, p99: 0.99 } as const;

/** How points are put into steps. */
export interface Steps {
  /** Where the first step begins. */
  fromMs: number;
  /** At least one bucket, or any length for samples that are not in buckets. */
  stepMs: number;
  /** The time in which what is counted could happen; counts of a step that is partly outside are rates over the rest. */
  covered: { fromMs: number; toMs: number };
}

/** A rate over less than this says more about when the first and last events fell than about the rate. */
const leastRateMs = bucketMs / 2;

/**
 * Points as a line of at most one point per step, column by column: rates for counters, extremes and mean for gauges,
 * percentiles of merged sketches for distributions. A step without points is a gap (null) between steps that have some.
 */
export function toLineColumns(points: Points, steps: Steps): LineColumns {
  const { fromMs, stepMs } = steps;
  const groups = groupByStep(points.times, fromMs, stepMs);
  const times = [...groups.keys()].map((step) => fromMs + step * stepMs);
  const indexes = [...groups.values()];
  const columns =
    points.kind === 'delta'
      ? {
          rate: deltaRates(
            indexes.map((group) => total(points.sums, group)),
            times,
            steps,
          ),
        }
      : columnsFor(points, indexes);
  return withGaps({ times, columns }, stepMs, points);
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
    if (isMoment) return sum / ((endMs - startMs) / 1000);
    return coveredMs < leastRateMs ? null : sum / (coveredMs / 1000);
  });
}

function columnsFor(
  points: Exclude<Points, { kind: 'delta' }>,
  groups: readonly number[][],
): Record<string, (number | null)[]> {
  switch (points.kind) {
    case 'ratio':
      return { ratio: groups.map((group) => divide(total(points.hits, group), total(points.totals, group))) };
    case 'distribution':
      return distributionColumns(
        groups.map((group) => mergeSketches(group.flatMap((index) => points.sketches[index] ?? []))),
      );
    case 'cumulative':
      return { rate: counterRates(points, groups) };
    case 'gauge': {
      const values = groups.map((group) =>
        group.map((index) => points.values[index] ?? Number.NaN).filter(Number.isFinite),
      );
      return {
        min: values.map((group) => (group.length === 0 ? null : Math.min(...group))),
        max: values.map((group) => (group.length === 0 ? null : Math.max(...group))),
        mean: values.map((group) =>
          divide(
            group.reduce((sum, value) => sum + value, 0),
            group.length,
          ),
        ),
      };
    }
  }
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

/** Growth per second since the sample before; a counter that fell has begun again at zero. */
function counterRates(
  points: { times: number[]; values: number[] },
  groups: readonly number[][],
): (number | null)[] {
  return groups.map((group) => {
    const first = Math.max(1, group[0] ?? 0);
    const last = group.at(-1) ?? 0;
    let growth = 0;
    for (let index = first; index <= last; index++) {
      const [before, now] = [points.values[index - 1] ?? 0, points.values[index] ?? 0];
      growth += now >= before ? now - before : now;
    }
    const elapsedMs = (points.times[last] ?? 0) - (points.times[first - 1] ?? 0);
    return last < first ? null : divide(growth, elapsedMs / 1000);
  });
}

function groupByStep(times: readonly number[], fromMs: number, stepMs: number): Map<number, number[]> {
  const groups = new Map<number, number[]>();
  times.forEach((time, index) => {
    const step = Math.floor((time - fromMs) / stepMs);
    const group = groups.get(step);
    if (group) group.push(index);
    else groups.set(step, [index]);
  });
  return groups;
}

/** Puts a null where points are missing for longer than they usually are apart, so that charts break the line. */
function withGaps(line: LineColumns, stepMs: number, points: Points): LineColumns {
  const usualMs = Math.max(stepMs, medianDistance(points.times)) * 2.5;
  const result: LineColumns = {
    times: [],
    columns: Object.fromEntries(Object.keys(line.columns).map((name) => [name, []])),
  };
  line.times.forEach((time, index) => {
    const before = line.times[index - 1];
    if (before !== undefined && time - before > usualMs) {
      result.times.push(before + stepMs);
      for (const column of Object.values(result.columns)) column.push(null);
    }
    result.times.push(time);
    for (const [name, column] of Object.entries(result.columns))
      column.push(line.columns[name]?.[index] ?? null);
  });
  return result;
}

function medianDistance(times: readonly number[]): number {
  const distances = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  return distances.sort((a, b) => a - b)[distances.length >> 1] ?? 0;
}

const total = (column: readonly number[], group: readonly number[]): number =>
  group.reduce((sum, index) => sum + (column[index] ?? 0), 0);
const divide = (value: number, by: number): number | null => (by === 0 ? null : finiteOrNull(value / by));
const finiteOrNull = (value: number | undefined): number | null =>
  value !== undefined && Number.isFinite(value) ? value : null;
