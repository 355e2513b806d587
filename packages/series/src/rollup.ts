import type { SeriesIdentity, SeriesRef } from './kinds.ts';
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

/** A piece of a series that is ready to be written. A chunk with a number that was seen before replaces the earlier one. */
export interface OpenChunk {
  ref: SeriesRef;
  chunk: number;
  points: Points;
}

export interface RollupOptions {
  /** Series kept apart; the observations of further ones go into one overflow series per metric and kind. */
  maxSeries: number;
  /** Open points over all series at which all chunks are closed; this bounds the memory. */
  maxOpenPoints: number;
  /** Points after which a chunk is closed. */
  chunkPoints: number;
  /** Gauges keep the last value of so many milliseconds; 0 keeps every sample. */
  gaugeResolutionMs: number;
}

interface Entry {
  identity: SeriesIdentity;
  totals: Totals;
  points: Points;
  /** Place of a bucket in `points` by its time. */
  places: Map<number, number>;
  chunk: number;
  isDirty: boolean;
}

/** Times further from 1970 (some 35 000 years) are refused: differences of their differences still fit 53 bits. */
const largestTimeMs = 2 ** 50;

/** Label of the series that takes the observations of all series past the bound. */
export const overflowLabel = 'proofload_overflow';

/**
 * Rolls observations up per second, in bounded memory: counters and shares to sums, trends to sketches. Late
 * observations open a second bucket of the same second, which is merged when read. Write what `takeDirty` gives, often.
 */
export class Rollup {
  readonly entries: Entry[] = [];
  /** Series that were folded into an overflow series; values that were not finite, or of no possible time. */
  foldedSeries = 0;
  refusedValues = 0;
  samples = 0;
  private readonly refs = new Map<string, SeriesRef>();
  private readonly options: RollupOptions;
  private openPoints = 0;

  constructor(options: RollupOptions) {
    this.options = options;
  }

  series(identity: SeriesIdentity): SeriesRef {
    const key = seriesKey(identity);
    const known = this.refs.get(key);
    if (known !== undefined) return known;
    if (this.entries.length < this.options.maxSeries || identity.labels[overflowLabel] !== undefined) {
      return this.open(identity, key);
    }
    this.foldedSeries += 1;
    return this.series({ ...identity, labels: { [overflowLabel]: 'true' } });
  }

  add(ref: SeriesRef, timeMs: number, value: number): void {
    const entry = this.entries[ref];
    if (!entry) throw new Error(`There is no series ${ref}`);
    const { kind } = entry.identity;
    if ((!Number.isFinite(value) && kind !== 'gauge') || !(Math.abs(timeMs) <= largestTimeMs)) {
      this.refusedValues += 1;
      return;
    }
    this.samples += 1;
    const key = kind === 'distribution' ? sketchKeyOf(value) : 0;
    addToTotals(entry.totals, kind === 'ratio' ? Number(value !== 0) : value, timeMs, key);
    this.addToPoints(entry, timeMs, value, key);
    entry.isDirty = true;
  }

  /** Whether so much is open that writing should not wait. */
  get isFull(): boolean {
    return this.openPoints >= this.options.maxOpenPoints;
  }

  /** Chunks that changed since the last call. Those that are long enough, or all when memory is short, are closed. */
  takeDirty(): OpenChunk[] {
    const closeAll = this.isFull;
    const chunks: OpenChunk[] = [];
    this.entries.forEach((entry, ref) => {
      const size = entry.points.times.length;
      if (entry.isDirty && size > 0) chunks.push({ ref, chunk: entry.chunk, points: entry.points });
      entry.isDirty = false;
      if (size > 0 && (closeAll || size >= this.options.chunkPoints)) this.close(entry);
    });
    return chunks;
  }

  private open(identity: SeriesIdentity, key: string): SeriesRef {
    const ref = this.entries.length;
    const sketch = identity.kind === 'distribution' ? new Sketch() : null;
    this.entries.push({
      identity,
      totals: {
        count: 0,
        sum: 0,
        min: Infinity,
        max: -Infinity,
        last: 0,
        lastMs: -Infinity,
        firstMs: Infinity,
        sketch,
      },
      points: emptyPoints(identity.kind),
      places: new Map(),
      chunk: 0,
      isDirty: true,
    });
    this.refs.set(key, ref);
    return ref;
  }

  private close(entry: Entry): void {
    this.openPoints -= entry.points.times.length;
    entry.points = emptyPoints(entry.identity.kind);
    entry.places = new Map();
    entry.chunk += 1;
  }

  private addToPoints(entry: Entry, timeMs: number, value: number, key: number): void {
    const { points } = entry;
    const place = this.placeOf(entry, timeMs);
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
  private placeOf(entry: Entry, timeMs: number): number {
    const { kind, times } = entry.points;
    const resolutionMs =
      kind === 'gauge' ? this.options.gaugeResolutionMs : kind === 'cumulative' ? 0 : bucketMs;
    const time = resolutionMs === 0 ? Math.round(timeMs) : Math.floor(timeMs / resolutionMs) * resolutionMs;
    // Nearly all observations belong to the newest point.
    if (times[times.length - 1] === time) return times.length - 1;
    const known = entry.places.get(time);
    if (known !== undefined) return known;
    entry.places.set(time, times.length);
    this.openPoints += 1;
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

/** The same for two series of one identity, and for no others. */
export function seriesKey({ metric, kind, labels }: SeriesIdentity): string {
  const names = Object.keys(labels).sort();
  return `${kind}\0${metric}\0${names.map((name) => `${name}\0${labels[name]}`).join('\0')}`;
}
