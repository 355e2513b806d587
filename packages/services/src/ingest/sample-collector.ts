import {
  isStorable,
  type SampleColumns,
  type SampleSink,
  type SeriesIdentity,
  type SeriesRef,
  type Sketch,
  seriesKey,
} from '@proofload/series';
import { cleanIdentity } from './clean-identity.ts';

/**
 * A sink that numbers series and gathers their samples in columns, request after request. The numbers stay, so that
 * neither the decoder before it nor the store behind it has to look at labels again.
 */
export class SampleCollector implements Omit<SampleSink, 'drain'> {
  readonly dictionary: SeriesIdentity[] = [];
  readonly #places = new Map<string, SeriesRef>();
  #columns = emptyColumns();
  #refused = 0;

  series(identity: SeriesIdentity): SeriesRef {
    const clean = cleanIdentity(identity);
    const key = seriesKey(clean);
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    const place = this.dictionary.push(clean) - 1;
    this.#places.set(key, place);
    return place;
  }

  add(ref: SeriesRef, timeMs: number, value: number): void {
    const identity = this.dictionary[ref];
    if (!identity || !isStorable(identity.kind, timeMs, value)) {
      this.#refused += 1;
      return;
    }
    this.#columns.series.push(ref);
    this.#columns.times.push(timeMs);
    this.#columns.values.push(value);
  }

  addSketch(ref: SeriesRef, timeMs: number, sketch: Sketch): void {
    if (this.#takes(ref, timeMs, sketch)) this.#columns.sketches.push({ series: ref, timeMs, sketch });
  }

  addCounted(ref: SeriesRef, timeMs: number, sketch: Sketch): void {
    if (this.#takes(ref, timeMs, sketch)) this.#columns.counted.push({ series: ref, timeMs, sketch });
  }

  #takes(ref: SeriesRef, timeMs: number, sketch: Sketch): boolean {
    const identity = this.dictionary[ref];
    const isTaken = identity !== undefined && isStorable(identity.kind, timeMs, sketch.sum);
    if (!isTaken) this.#refused += 1;
    return isTaken;
  }

  /** What came since the last call, and how many samples had no possible time or value. */
  take(): { columns: SampleColumns; refused: number } {
    const taken = { columns: this.#columns, refused: this.#refused };
    this.#columns = emptyColumns();
    this.#refused = 0;
    return taken;
  }
}

const emptyColumns = (): SampleColumns => ({ series: [], times: [], values: [], sketches: [], counted: [] });
