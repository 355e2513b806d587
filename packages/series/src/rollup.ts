import { HistogramCounter } from './histogram-counter.ts';
import type { SeriesIdentity, SeriesRef } from './kinds.ts';
import type { Points } from './points.ts';
import { SeriesAccumulator } from './series-accumulator.ts';
import type { Sketch } from './sketch.ts';

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

/** A series of a roll-up, and which of its chunks is open. */
class Entry extends SeriesAccumulator {
  chunk = 0;
  isDirty = true;
}

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
  /** Of series that are given as what they have counted. */
  private readonly counters = new Map<SeriesRef, HistogramCounter>();
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
    const entry = this.entryOf(ref);
    const before = entry.points.times.length;
    this.note(entry, entry.add(timeMs, value), 1, before);
  }

  addSketch(ref: SeriesRef, timeMs: number, sketch: Sketch): void {
    const entry = this.entryOf(ref);
    const before = entry.points.times.length;
    this.note(entry, entry.addSketch(timeMs, sketch), sketch.count, before);
  }

  addCounted(ref: SeriesRef, timeMs: number, sketch: Sketch): void {
    const known = this.counters.get(ref) ?? new HistogramCounter();
    this.counters.set(ref, known);
    const increase = known.count(timeMs, sketch);
    if (increase !== null) this.addSketch(ref, timeMs, increase);
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

  private entryOf(ref: SeriesRef): Entry {
    const entry = this.entries[ref];
    if (!entry) throw new Error(`There is no series ${ref}`);
    return entry;
  }

  private note(entry: Entry, isAdded: boolean, samples: number, pointsBefore: number): void {
    if (!isAdded) {
      this.refusedValues += samples;
      return;
    }
    this.samples += samples;
    this.openPoints += entry.points.times.length - pointsBefore;
    entry.isDirty = true;
  }

  private open(identity: SeriesIdentity, key: string): SeriesRef {
    const ref = this.entries.length;
    this.entries.push(new Entry(identity, this.options.gaugeResolutionMs));
    this.refs.set(key, ref);
    return ref;
  }

  private close(entry: Entry): void {
    this.openPoints -= entry.points.times.length;
    entry.restart();
    entry.chunk += 1;
  }
}

/** The same for two series of one identity, and for no others. */
export function seriesKey({ metric, kind, labels }: SeriesIdentity): string {
  const names = Object.keys(labels).sort();
  return `${kind}\0${metric}\0${names.map((name) => `${name}\0${labels[name]}`).join('\0')}`;
}
