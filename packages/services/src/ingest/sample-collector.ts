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
  readonly #samples = new SampleBuffer();
  #sketches: SampleColumns['sketches'] = [];
  #counted: SampleColumns['counted'] = [];
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
    this.#samples.push(ref, timeMs, value);
  }

  addSketch(ref: SeriesRef, timeMs: number, sketch: Sketch): void {
    if (this.#takes(ref, timeMs, sketch)) this.#sketches.push({ series: ref, timeMs, sketch });
  }

  addCounted(ref: SeriesRef, timeMs: number, sketch: Sketch): void {
    if (this.#takes(ref, timeMs, sketch)) this.#counted.push({ series: ref, timeMs, sketch });
  }

  #takes(ref: SeriesRef, timeMs: number, sketch: Sketch): boolean {
    const identity = this.dictionary[ref];
    const isTaken = identity !== undefined && isStorable(identity.kind, timeMs, sketch.sum);
    if (!isTaken) this.#refused += 1;
    return isTaken;
  }

  /** What came since the last call, and how many samples had no possible time or value. */
  take(): { columns: SampleColumns; refused: number } {
    const columns = { ...this.#samples.take(), sketches: this.#sketches, counted: this.#counted };
    const refused = this.#refused;
    this.#sketches = [];
    this.#counted = [];
    this.#refused = 0;
    return { columns, refused };
  }
}

/** So many samples fit before it grows; a larger one is given up when it was taken from. */
const keptSamples = 16_384;

/** Grows as it is written to, and stays as it is for the next request. */
class SampleBuffer {
  #series = new Float64Array(keptSamples);
  #times = new Float64Array(keptSamples);
  #values = new Float64Array(keptSamples);
  #length = 0;

  push(series: number, timeMs: number, value: number): void {
    if (this.#length === this.#series.length) this.#resize(2 * this.#length);
    this.#series[this.#length] = series;
    this.#times[this.#length] = timeMs;
    this.#values[this.#length++] = value;
  }

  take(): Pick<SampleColumns, 'series' | 'times' | 'values'> {
    const length = this.#length;
    const taken = {
      series: this.#series.slice(0, length),
      times: this.#times.slice(0, length),
      values: this.#values.slice(0, length),
    };
    this.#length = 0;
    if (this.#series.length > keptSamples) this.#resize(keptSamples);
    return taken;
  }

  #resize(size: number): void {
    const resize = (column: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> => {
      const resized = new Float64Array(size);
      resized.set(column.subarray(0, this.#length));
      return resized;
    };
    this.#series = resize(this.#series);
    this.#times = resize(this.#times);
    this.#values = resize(this.#values);
  }
}
