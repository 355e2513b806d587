import type { Buckets, Grid } from './buckets.ts';
import type { SeriesKind } from './kinds.ts';
import { bucketMs, type Points } from './points.ts';
import { mergeSketches, type Sketch } from './sketch.ts';

/** Puts the points of a series into steps as they come, so that they need not be in memory at once. */
export interface Bucketizer {
  /** Points of the kind of the series, in order of time and behind all that were added before. */
  add(points: Points): void;
  /** The steps; nothing can be added afterwards. */
  finish(): Buckets;
}

/** Puts points, which are in order of time, into steps. */
export function bucketize(points: Points, grid: Grid): Buckets {
  const bucketizer = createBucketizer(points.kind, grid);
  bucketizer.add(points);
  return bucketizer.finish();
}

/** Sketches of one step that wait to be merged. */
const maxWaiting = 64;

export function createBucketizer(kind: SeriesKind, grid: Grid): Bucketizer {
  const steps = new Steps(grid);
  switch (kind) {
    case 'delta':
      return bucketizeDeltas(steps);
    case 'ratio':
      return bucketizeRatios(steps);
    case 'distribution':
      return bucketizeSketches(steps);
    case 'gauge':
      return bucketizeLevels(steps);
    case 'cumulative':
      return bucketizeCounter(steps);
  }
}

/** The beginnings of the steps that hold something. */
class Steps {
  readonly times: number[] = [];
  readonly #grid: Grid;
  #untilMs = Number.NEGATIVE_INFINITY;

  constructor(grid: Grid) {
    this.#grid = grid;
  }

  /** The place of the step that a time is in; times only grow. */
  placeOf(timeMs: number): number {
    if (timeMs >= this.#untilMs) {
      const { fromMs, stepMs } = this.#grid;
      const startMs = fromMs + Math.floor((timeMs - fromMs) / stepMs) * stepMs;
      this.times.push(startMs);
      this.#untilMs = startMs + stepMs;
    }
    return this.times.length - 1;
  }
}

function bucketizeDeltas(steps: Steps): Bucketizer {
  const [sums, least, most, filled]: [number[], number[], number[], number[]] = [[], [], [], []];
  const seconds: { place: number; sum: number }[] = [];
  let seen = 0;
  const noteLeast = ({ place, sum }: { place: number; sum: number }): void => {
    least[place] = lesser(least[place] as number, sum);
  };
  return {
    add(points) {
      if (points.kind !== 'delta') return;
      for (const [at, time] of points.times.entries()) {
        const place = steps.placeOf(time);
        const sum = points.sums[at] as number;
        sums[place] = (sums[place] ?? 0) + sum;
        least[place] ??= Number.NaN;
        most[place] = greater(most[place] ?? Number.NaN, sum);
        filled[place] = (filled[place] ?? 0) + 1;
        seconds.push({ place, sum });
        seen += 1;
        if (seen < 3) continue;
        // The first and the last second of a series are hardly ever whole.
        if (seen === 3) seconds.shift();
        const whole = seconds.shift();
        if (whole) noteLeast(whole);
      }
    },
    finish() {
      if (seen < 3) seconds.forEach(noteLeast);
      return { kind: 'delta', times: steps.times, sums, least, most, filled };
    },
  };
}

function bucketizeRatios(steps: Steps): Bucketizer {
  const [hits, totals]: [number[], number[]] = [[], []];
  return {
    add(points) {
      if (points.kind !== 'ratio') return;
      for (let at = 0; at < points.times.length; at++) {
        const place = steps.placeOf(points.times[at] as number);
        hits[place] = (hits[place] ?? 0) + (points.hits[at] as number);
        totals[place] = (totals[place] ?? 0) + (points.totals[at] as number);
      }
    },
    finish: () => ({ kind: 'ratio', times: steps.times, hits, totals }),
  };
}

function bucketizeSketches(steps: Steps): Bucketizer {
  const sketches: Sketch[] = [];
  /** Of the newest step. */
  let waiting: Sketch[] = [];
  const merge = (): void => {
    if (waiting.length > 1) waiting = [mergeSketches(waiting)];
  };
  const close = (): void => {
    merge();
    sketches.push(...waiting);
    waiting = [];
  };
  return {
    add(points) {
      if (points.kind !== 'distribution') return;
      for (let at = 0; at < points.times.length; at++) {
        if (steps.placeOf(points.times[at] as number) > sketches.length) close();
        waiting.push(points.sketches[at] as Sketch);
        if (waiting.length >= maxWaiting) merge();
      }
    },
    finish() {
      close();
      return { kind: 'distribution', times: steps.times, sketches };
    },
  };
}

function bucketizeLevels(steps: Steps): Bucketizer {
  const [mins, maxs, sums, counts]: [number[], number[], number[], number[]] = [[], [], [], []];
  return {
    add(points) {
      if (points.kind !== 'gauge') return;
      for (let at = 0; at < points.times.length; at++) {
        const place = steps.placeOf(points.times[at] as number);
        const value = points.values[at] as number;
        const isNumber = Number.isFinite(value);
        mins[place] = lesser(mins[place] ?? Number.NaN, isNumber ? value : Number.NaN);
        maxs[place] = greater(maxs[place] ?? Number.NaN, isNumber ? value : Number.NaN);
        sums[place] = (sums[place] ?? 0) + (isNumber ? value : 0);
        counts[place] = (counts[place] ?? 0) + Number(isNumber);
      }
    },
    finish: () => ({
      kind: 'gauge',
      times: steps.times,
      mins: mins.map(finiteOrZero),
      maxs: maxs.map(finiteOrZero),
      sums,
      counts,
    }),
  };
}

function bucketizeCounter(steps: Steps): Bucketizer {
  const [growths, starts, ends]: [number[], number[], number[]] = [[], [], []];
  const [least, most]: [number[], number[]] = [[], []];
  let before: { time: number; value: number } | null = null;
  return {
    add(points) {
      if (points.kind !== 'cumulative') return;
      for (let at = 0; at < points.times.length; at++) {
        const time = points.times[at] as number;
        const value = points.values[at] as number;
        const place = steps.placeOf(time);
        const growth = before === null ? 0 : growthOf(before.value, value);
        const elapsedMs = before === null ? Number.NaN : time - before.time;
        const rate = elapsedMs > 0 ? growth / (elapsedMs / bucketMs) : Number.NaN;
        growths[place] = (growths[place] ?? 0) + growth;
        starts[place] ??= before === null ? time : before.time;
        ends[place] = time;
        least[place] = lesser(least[place] ?? Number.NaN, rate);
        most[place] = greater(most[place] ?? Number.NaN, rate);
        before = { time, value };
      }
    },
    finish: () => ({ kind: 'cumulative', times: steps.times, growths, starts, ends, least, most }),
  };
}

/** A counter that fell has begun again at zero. */
const growthOf = (before: number, now: number): number => (now >= before ? now - before : now);

/** NaN when neither is a number. */
const lesser = (least: number, value: number): number =>
  Number.isNaN(least) || value < least ? value : least;
const greater = (most: number, value: number): number => (Number.isNaN(most) || value > most ? value : most);

const finiteOrZero = (value: number): number => (Number.isFinite(value) ? value : 0);
