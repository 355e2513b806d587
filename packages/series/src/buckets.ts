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
