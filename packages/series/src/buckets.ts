import { bucketMs, type Points } from './points.ts';
import { mergeSketches, type Sketch } from './sketch.ts';

/**
 * A series in equal steps, columnar. `times` are the beginnings of steps that hold something, in unix milliseconds.
 * - `delta`: increments of the step, the least and the most of one second, and how many seconds had any
 * - `ratio`: hits of total
 * - `distribution`: merged sketches
 * - `gauge`: extremes, sum and number of the values that are numbers
 * - `cumulative`: growth from the sample at `starts` to the one at `ends` (unix milliseconds), and the least and most
 *   growth per second between two samples
 */
export type Buckets =
  | { kind: 'delta'; times: number[]; sums: number[]; least: number[]; most: number[]; filled: number[] }
  | { kind: 'ratio'; times: number[]; hits: number[]; totals: number[] }
  | { kind: 'distribution'; times: number[]; sketches: Sketch[] }
  | { kind: 'gauge'; times: number[]; mins: number[]; maxs: number[]; sums: number[]; counts: number[] }
  | {
      kind: 'cumulative';
      times: number[];
      growths: number[];
      starts: number[];
      ends: number[];
      least: number[];
      most: number[];
    };

/** Steps of a length; they begin at `fromMs` and at multiples of `stepMs` from there. */
export interface Grid {
  fromMs: number;
  stepMs: number;
}

/** Puts points, which are in order of time, into steps. */
export function bucketize(points: Points, grid: Grid): Buckets {
  const { times, starts } = group(points.times, grid);
  const each = <T>(work: (start: number, end: number) => T): T[] =>
    times.map((_, index) => work(starts[index] as number, starts[index + 1] as number));
  switch (points.kind) {
    case 'delta': {
      const { sums } = points;
      const inner = (start: number, end: number): [number, number] =>
        // The first and the last second of a series are hardly ever whole.
        sums.length > 2 ? [Math.max(1, start), Math.min(sums.length - 1, end)] : [start, end];
      return {
        kind: 'delta',
        times,
        sums: each((start, end) => sumOf(sums, start, end)),
        least: each((start, end) => leastOf(sums, ...inner(start, end))),
        most: each((start, end) => mostOf(sums, start, end)),
        filled: each((start, end) => end - start),
      };
    }
    case 'ratio':
      return {
        kind: 'ratio',
        times,
        hits: each((start, end) => sumOf(points.hits, start, end)),
        totals: each((start, end) => sumOf(points.totals, start, end)),
      };
    case 'distribution':
      return {
        kind: 'distribution',
        times,
        sketches: each((start, end) => mergeRange(points.sketches, start, end)),
      };
    case 'gauge':
      return bucketizeGauge(points.values, times, each);
    case 'cumulative':
      return bucketizeCounter(points, times, each);
  }
}

/** Puts steps together to longer ones: `grid.stepMs` is a multiple of the steps', and both begin at the same moments. */
export function coarsen(buckets: Buckets, grid: Grid): Buckets {
  const { times, starts } = group(buckets.times, grid);
  const each = <T>(work: (start: number, end: number) => T): T[] =>
    times.map((_, index) => work(starts[index] as number, starts[index + 1] as number));
  const sums = (column: readonly number[]): number[] => each((start, end) => sumOf(column, start, end));
  const least = (column: readonly number[]): number[] => each((start, end) => leastOf(column, start, end));
  const most = (column: readonly number[]): number[] => each((start, end) => mostOf(column, start, end));
  switch (buckets.kind) {
    case 'delta':
      return {
        kind: 'delta',
        times,
        sums: sums(buckets.sums),
        least: least(buckets.least),
        most: most(buckets.most),
        filled: sums(buckets.filled),
      };
    case 'ratio':
      return { kind: 'ratio', times, hits: sums(buckets.hits), totals: sums(buckets.totals) };
    case 'distribution':
      return {
        kind: 'distribution',
        times,
        sketches: each((start, end) => mergeRange(buckets.sketches, start, end)),
      };
    case 'gauge': {
      const { mins, maxs, counts } = buckets;
      const filled = (column: readonly number[]): number[] =>
        column.map((value, index) => (counts[index] === 0 ? Number.NaN : value));
      return {
        kind: 'gauge',
        times,
        mins: least(filled(mins)).map(finiteOrZero),
        maxs: most(filled(maxs)).map(finiteOrZero),
        sums: sums(buckets.sums),
        counts: sums(counts),
      };
    }
    case 'cumulative':
      return {
        kind: 'cumulative',
        times,
        growths: sums(buckets.growths),
        starts: each((start) => buckets.starts[start] as number),
        ends: each((_, end) => buckets.ends[end - 1] as number),
        least: least(buckets.least),
        most: most(buckets.most),
      };
  }
}

type Each = <T>(work: (start: number, end: number) => T) => T[];

function bucketizeGauge(values: readonly number[], times: number[], each: Each): Buckets {
  const finite = values.map((value) => (Number.isFinite(value) ? value : Number.NaN));
  const counted = finite.map((value) => Number(!Number.isNaN(value)));
  const summed = finite.map((value) => (Number.isNaN(value) ? 0 : value));
  return {
    kind: 'gauge',
    times,
    mins: each((start, end) => finiteOrZero(leastOf(finite, start, end))),
    maxs: each((start, end) => finiteOrZero(mostOf(finite, start, end))),
    sums: each((start, end) => sumOf(summed, start, end)),
    counts: each((start, end) => sumOf(counted, start, end)),
  };
}

function bucketizeCounter(
  points: { times: number[]; values: number[] },
  times: number[],
  each: Each,
): Buckets {
  const { growths, rates } = growthOf(points);
  return {
    kind: 'cumulative',
    times,
    growths: each((start, end) => sumOf(growths, start, end)),
    starts: each((start) => points.times[Math.max(0, start - 1)] as number),
    ends: each((_, end) => points.times[end - 1] as number),
    least: each((start, end) => leastOf(rates, start, end)),
    most: each((start, end) => mostOf(rates, start, end)),
  };
}

/** Growth since the sample before, and per second. A counter that fell has begun again at zero. */
function growthOf({ times, values }: { times: number[]; values: number[] }): {
  growths: number[];
  rates: number[];
} {
  const growths = values.map((now, index) => {
    const before = values[index - 1];
    if (before === undefined) return 0;
    return now >= before ? now - before : now;
  });
  const rates = growths.map((growth, index) => {
    const elapsedMs = (times[index] as number) - (times[index - 1] ?? Number.NaN);
    return elapsedMs > 0 ? growth / (elapsedMs / bucketMs) : Number.NaN;
  });
  return { growths, rates };
}

/** The steps that hold points, and where each begins among the points; one more place marks the end. */
function group(times: readonly number[], { fromMs, stepMs }: Grid): { times: number[]; starts: number[] } {
  const groups = { times: [] as number[], starts: [] as number[] };
  let untilMs = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < times.length; at++) {
    const time = times[at] as number;
    if (time < untilMs) continue;
    const startMs = fromMs + Math.floor((time - fromMs) / stepMs) * stepMs;
    groups.times.push(startMs);
    groups.starts.push(at);
    untilMs = startMs + stepMs;
  }
  groups.starts.push(times.length);
  return groups;
}

function sumOf(column: readonly number[], start: number, end: number): number {
  let sum = 0;
  for (let at = start; at < end; at++) sum += column[at] as number;
  return sum;
}

/** NaN when there is no number. */
function leastOf(column: readonly number[], start: number, end: number): number {
  let least = Number.NaN;
  for (let at = start; at < end; at++) {
    const value = column[at] as number;
    if (!(value >= least)) least = Number.isNaN(value) ? least : value;
  }
  return least;
}

/** NaN when there is no number. */
function mostOf(column: readonly number[], start: number, end: number): number {
  let most = Number.NaN;
  for (let at = start; at < end; at++) {
    const value = column[at] as number;
    if (!(value <= most)) most = Number.isNaN(value) ? most : value;
  }
  return most;
}

function mergeRange(sketches: readonly Sketch[], start: number, end: number): Sketch {
  return end - start === 1 ? (sketches[start] as Sketch) : mergeSketches(sketches.slice(start, end));
}

const finiteOrZero = (value: number): number => (Number.isFinite(value) ? value : 0);
