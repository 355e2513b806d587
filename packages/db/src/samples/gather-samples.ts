import type { SampleColumns, SeriesAccumulator } from '@proofload/series';
import { seriesPerOrigin } from './series-rows.ts';

/** Numbers ids of series in the order in which they are first seen. */
class SeriesSlots {
  readonly ids: number[] = [];
  /** By origin, whose ids are one range. */
  readonly #pages = new Map<number, Int32Array>();

  /** The numbers of the series of an origin, by id from the first of the origin; -1 for those without. */
  pageOf(origin: number): Int32Array {
    const known = this.#pages.get(origin);
    if (known) return known;
    const page = new Int32Array(seriesPerOrigin).fill(-1);
    this.#pages.set(origin, page);
    return page;
  }

  /** @returns -1 when the id is none of the origin */
  slotOf(page: Int32Array, origin: number, id: number): number {
    const place = id - origin * seriesPerOrigin;
    const known = page[place];
    if (known === undefined) return -1;
    if (known >= 0) return known;
    page[place] = this.ids.length;
    return this.ids.push(id) - 1;
  }
}

/** Samples of one stream. */
export interface GatheredPiece {
  origin: number;
  columns: SampleColumns;
}

/** The samples of pieces in columns, series after series. */
export interface SortedSamples {
  ids: readonly number[];
  /** Where the samples of each series begin; one more place marks the end. */
  starts: Int32Array;
  times: Float64Array;
  values: Float64Array;
}

/** Puts samples series by series, each in the order in which they came. Series that have none are not among them. */
export function sortBySeries(pieces: readonly GatheredPiece[]): SortedSamples {
  const slots = new SeriesSlots();
  const counts: number[] = [];
  for (const { origin, columns } of pieces) {
    const page = slots.pageOf(origin);
    for (let at = 0; at < columns.series.length; at++) {
      const id = columns.series[at] as number;
      const slot = slots.slotOf(page, origin, id);
      if (slot < 0) throw new Error(`Origin ${origin} has samples of a series ${id} that it cannot have`);
      counts[slot] = (counts[slot] ?? 0) + 1;
    }
  }
  const starts = new Int32Array(counts.length + 1);
  for (const [slot, count] of counts.entries()) starts[slot + 1] = (starts[slot] as number) + count;
  const total = starts[counts.length] as number;
  const [times, values] = [new Float64Array(total), new Float64Array(total)];
  const next = starts.slice();
  for (const { origin, columns } of pieces) {
    const page = slots.pageOf(origin);
    const first = origin * seriesPerOrigin;
    for (let at = 0; at < columns.series.length; at++) {
      const slot = page[(columns.series[at] as number) - first] as number;
      const to = (next[slot] as number)++;
      times[to] = columns.times[at] as number;
      values[to] = columns.values[at] as number;
    }
  }
  return { ids: slots.ids, starts, times, values };
}

/** Adds the samples of a series to what is collected of it. */
export function accumulate(
  { starts, times, values }: SortedSamples,
  slot: number,
  into: SeriesAccumulator,
): void {
  const end = starts[slot + 1] as number;
  for (let at = starts[slot] as number; at < end; at++) into.add(times[at] as number, values[at] as number);
}
