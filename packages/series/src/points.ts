import type { SeriesKind } from './kinds.ts';
import { Sketch } from './sketch.ts';

/** Length of a roll-up bucket in milliseconds. */
export const bucketMs = 1000;

/** Points in order of time, columnar; times are unix milliseconds. Bucketed kinds give the start of the bucket. */
export type Points =
  | { kind: 'delta'; times: number[]; sums: number[]; counts: number[] }
  | { kind: 'ratio'; times: number[]; hits: number[]; totals: number[] }
  | { kind: 'distribution'; times: number[]; sketches: Sketch[] }
  | { kind: 'gauge' | 'cumulative'; times: number[]; values: number[] };

export function emptyPoints(kind: SeriesKind): Points {
  switch (kind) {
    case 'delta':
      return { kind, times: [], sums: [], counts: [] };
    case 'ratio':
      return { kind, times: [], hits: [], totals: [] };
    case 'distribution':
      return { kind, times: [], sketches: [] };
    default:
      return { kind, times: [], values: [] };
  }
}

/** Number columns of points, in a fixed order; a distribution has none. */
export function columnsOf(points: Points): number[][] {
  switch (points.kind) {
    case 'delta':
      return [points.sums, points.counts];
    case 'ratio':
      return [points.hits, points.totals];
    case 'distribution':
      return [];
    default:
      return [points.values];
  }
}

/**
 * Puts points of one kind together, in order of time. Buckets of the same second are added up; of samples at the same
 * time the last one stays. Used for the chunks of one series, and for series whose labels are merged away.
 */
export function mergePoints(kind: SeriesKind, parts: readonly Points[]): Points {
  const [first] = parts;
  // Chunks nearly always follow one another.
  if (followOneAnother(parts)) return first && parts.length === 1 ? first : joinAll(kind, parts);
  const joined = parts.length === 1 && first ? first : joinAll(kind, parts);
  const order = orderOf(joined.times);
  const sorted = mapColumns(joined, (column) =>
    order.map((place) => column[place] as (typeof column)[number]),
  );
  if (followOneAnother([sorted])) return sorted;
  const merged = emptyPoints(kind);
  for (let place = 0; place < sorted.times.length; place++) appendPoint(merged, sorted, place);
  return merged;
}

/** Samples are hardly ever late by more than this. */
const nearbyPlaces = 16;

/** The places of times from early to late; of the same times the first place comes first. */
function orderOf(times: readonly number[]): number[] {
  const order = times.map((_, place) => place);
  let moves = 0;
  for (let place = 1; place < order.length; place++) {
    const time = times[place] as number;
    let to = place;
    for (; to > 0 && (times[order[to - 1] as number] as number) > time; to--)
      order[to] = order[to - 1] as number;
    order[to] = place;
    moves += place - to;
    // Few are out of order as a rule, and move a few places; others are sorted by halves.
    if (moves > nearbyPlaces * order.length) return sortedPlaces(times);
  }
  return order;
}

const sortedPlaces = (times: readonly number[]): number[] =>
  times.map((_, place) => place).sort((a, b) => (times[a] as number) - (times[b] as number) || a - b);

/** One part after the other, whatever their times. */
function joinAll(kind: SeriesKind, parts: readonly Points[]): Points {
  const times = joinColumns(parts.map((part) => part.times));
  const sketches = parts.flatMap((part) => (part.kind === 'distribution' ? part.sketches : []));
  const [first = [], second = []] = columnsOf(emptyPoints(kind)).map((_, which) =>
    joinColumns(parts.map((part) => columnsOf(part)[which] ?? [])),
  );
  switch (kind) {
    case 'delta':
      return { kind, times, sums: first, counts: second };
    case 'ratio':
      return { kind, times, hits: first, totals: second };
    case 'distribution':
      return { kind, times, sketches };
    default:
      return { kind, times, values: first };
  }
}

const joinColumns = ([first = [], ...others]: number[][]): number[] => first.concat(...others);

function appendPoint(into: Points, from: Points, place: number): void {
  const time = from.times[place] as number;
  const last = into.times.length - 1;
  const isSame = into.times[last] === time;
  if (!isSame) into.times.push(time);
  if (into.kind === 'distribution' && from.kind === 'distribution') {
    const sketch = from.sketches[place] ?? new Sketch();
    if (isSame) into.sketches[last] = new Sketch().merge(into.sketches[last] ?? new Sketch()).merge(sketch);
    else into.sketches.push(sketch);
    return;
  }
  const isAdding = into.kind === 'delta' || into.kind === 'ratio';
  const source = columnsOf(from);
  const columns = columnsOf(into);
  for (let which = 0; which < columns.length; which++) {
    const column = columns[which] as number[];
    const value = source[which]?.[place] ?? 0;
    if (!isSame) column.push(value);
    else column[last] = isAdding ? (column[last] ?? 0) + value : value;
  }
}

function followOneAnother(parts: readonly Points[]): boolean {
  let lastMs = Number.NEGATIVE_INFINITY;
  for (const { times } of parts) {
    for (let at = 0; at < times.length; at++) {
      const time = times[at] as number;
      if (time <= lastMs) return false;
      lastMs = time;
    }
  }
  return true;
}

/** Points with `fromMs <= time < toMs`. */
export function slicePoints(points: Points, fromMs: number, toMs: number): Points {
  const { times } = points;
  return takePoints(points, firstAtLeast(times, fromMs), firstAtLeast(times, toMs));
}

/** The first place of ascending times that is not before a time. */
function firstAtLeast(times: readonly number[], timeMs: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const mid = (low + high) >> 1;
    if ((times[mid] as number) < timeMs) low = mid + 1;
    else high = mid;
  }
  return low;
}

/** Points by place, the last one exclusive. */
const takePoints = (points: Points, start: number, end: number): Points =>
  mapColumns(points, (column) => column.slice(start, end));

/** The same done to times and every other column. */
function mapColumns(points: Points, map: <T>(column: readonly T[]) => T[]): Points {
  const times = map(points.times);
  switch (points.kind) {
    case 'delta':
      return { kind: 'delta', times, sums: map(points.sums), counts: map(points.counts) };
    case 'ratio':
      return { kind: 'ratio', times, hits: map(points.hits), totals: map(points.totals) };
    case 'distribution':
      return { kind: 'distribution', times, sketches: map(points.sketches) };
    default:
      return { kind: points.kind, times, values: map(points.values) };
  }
}

/** Points in pieces of at most `size`. */
export function cutPoints(points: Points, size: number): Points[] {
  if (points.times.length > 0 && points.times.length <= size) return [points];
  const pieces: Points[] = [];
  for (let at = 0; at < points.times.length; at += size) pieces.push(takePoints(points, at, at + size));
  return pieces;
}
