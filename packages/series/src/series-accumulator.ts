import type { SeriesIdentity, SeriesKind } from './kinds.ts';
import { bucketMs, emptyPoints, type Points } from './points.ts';
import { Sketch, sketchKeyOf } from './sketch.ts';

/** Exact figures of a series over everything that was added to it. */
export interface Totals {
  /** Observations. */
  count: number;
  /** Of the increments (`delta`), of the hits (`ratio`) or of the values. */
  sum: number;
  min: number;
  max: number;
  last: number;
  lastMs: number;
  firstMs: number;
  /** Of the whole run; distributions only. */
  sketch: Sketch | null;
}

/** Times further from 1970 (some 17 000 years) are refused: differences of their differences fit 53 bits, in any order. */
const largestTimeMs = 2 ** 49;

/** Whether an observation can be kept: levels may be infinite or no number, what is counted may not. */
export const isStorable = (kind: SeriesKind, timeMs: number, value: number): boolean =>
  (Number.isFinite(value) || kind === 'gauge') && Math.abs(timeMs) <= largestTimeMs;

/** Collects the observations of one series: its totals, and its points since the last `restart`. */
export class SeriesAccumulator {
  readonly identity: SeriesIdentity;
  readonly totals: Totals;
  points: Points;
  readonly #resolutionMs: number;
  /** Place of a point by its time; made when the first late observation asks for it. */
  #places: Map<number, number> | null = null;

  /** @param gaugeResolutionMs gauges keep the last value of so many milliseconds; 0 keeps every sample */
  constructor(identity: SeriesIdentity, gaugeResolutionMs: number) {
    const { kind } = identity;
    this.identity = identity;
    this.points = emptyPoints(kind);
    this.#resolutionMs = kind === 'gauge' ? gaugeResolutionMs : kind === 'cumulative' ? 0 : bucketMs;
    this.totals = {
      count: 0,
      sum: 0,
      min: Number.POSITIVE_INFINITY,
      max: Number.NEGATIVE_INFINITY,
      last: 0,
      lastMs: Number.NEGATIVE_INFINITY,
      firstMs: Number.POSITIVE_INFINITY,
      sketch: kind === 'distribution' ? new Sketch() : null,
    };
  }

  /** Adds one observation. @returns false when it was refused: no finite value of a kind that wants one, or no possible time */
  add(timeMs: number, value: number): boolean {
    const { kind } = this.identity;
    if (!isStorable(kind, timeMs, value)) return false;
    const key = kind === 'distribution' ? sketchKeyOf(value) : 0;
    addToTotals(this.totals, kind === 'ratio' ? Number(value !== 0) : value, timeMs, key);
    this.#addToPoints(timeMs, value, key);
    return true;
  }

  /** Adds many observations of a distribution, or zeros and ones of a ratio. @returns false when they were refused */
  addSketch(timeMs: number, sketch: Sketch): boolean {
    const { points, totals } = this;
    if (points.kind !== 'distribution' && points.kind !== 'ratio') return false;
    if (!isStorable(points.kind, timeMs, sketch.sum)) return false;
    if (sketch.count === 0) return true;
    if (timeMs >= totals.lastMs) totals.last = sketch.sum / sketch.count;
    totals.count += sketch.count;
    totals.sum += sketch.sum;
    totals.min = Math.min(totals.min, sketch.min);
    totals.max = Math.max(totals.max, sketch.max);
    totals.firstMs = Math.min(totals.firstMs, timeMs);
    totals.lastMs = Math.max(totals.lastMs, timeMs);
    totals.sketch?.merge(sketch);
    const place = this.#placeOf(timeMs);
    if (points.kind === 'ratio') {
      points.hits[place] = (points.hits[place] ?? 0) + sketch.sum;
      points.totals[place] = (points.totals[place] ?? 0) + sketch.count;
    } else points.sketches[place] = (points.sketches[place] ?? new Sketch()).merge(sketch);
    return true;
  }

  /** Forgets the points, which were written, and keeps the totals. */
  restart(): void {
    this.points = emptyPoints(this.identity.kind);
    this.#places = null;
  }

  #addToPoints(timeMs: number, value: number, key: number): void {
    const { points } = this;
    const place = this.#placeOf(timeMs);
    switch (points.kind) {
      case 'delta':
        points.sums[place] = (points.sums[place] ?? 0) + value;
        points.counts[place] = (points.counts[place] ?? 0) + 1;
        break;
      case 'ratio':
        points.hits[place] = (points.hits[place] ?? 0) + Number(value !== 0);
        points.totals[place] = (points.totals[place] ?? 0) + 1;
        break;
      case 'distribution': {
        const sketch = points.sketches[place] ?? new Sketch();
        sketch.addKeyed(value, key);
        points.sketches[place] = sketch;
        break;
      }
      default:
        points.values[place] = value;
    }
  }

  /** Where the point of a time is in its columns; a new place is at their end. */
  #placeOf(timeMs: number): number {
    const { times } = this.points;
    const resolution = this.#resolutionMs;
    const time = resolution === 0 ? Math.round(timeMs) : Math.floor(timeMs / resolution) * resolution;
    const newest = times.length - 1;
    const newestMs = times[newest] ?? Number.NEGATIVE_INFINITY;
    // Nearly all observations belong to the newest point or behind it.
    if (time === newestMs) return newest;
    // Samples are put in order when they are read; only buckets have to be found again.
    if (resolution === 0) return times.push(time) - 1;
    if (time > newestMs && this.#places === null) return times.push(time) - 1;
    this.#places ??= new Map(times.map((known, place) => [known, place]));
    const known = this.#places.get(time);
    if (known !== undefined) return known;
    this.#places.set(time, times.length);
    return times.push(time) - 1;
  }
}

/** @param key the bin of the value, for distributions */
function addToTotals(totals: Totals, value: number, timeMs: number, key: number): void {
  totals.count += 1;
  if (timeMs < totals.firstMs) totals.firstMs = timeMs;
  if (timeMs >= totals.lastMs) {
    totals.lastMs = timeMs;
    totals.last = value;
  }
  if (!Number.isFinite(value)) return;
  totals.sum += value;
  if (value < totals.min) totals.min = value;
  if (value > totals.max) totals.max = value;
  totals.sketch?.addKeyed(value, key);
}
