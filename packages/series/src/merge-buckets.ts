import type { Buckets } from './buckets.ts';
import { mergeSketches, type Sketch } from './sketch.ts';

/**
 * Series of one kind, in the same steps, as one: counts are added, sketches merged, extremes of levels kept. What the
 * least and the most of a second were is not known any more of counters that are added up (NaN), unless only one has a step.
 */
export function mergeBuckets(parts: readonly Buckets[]): Buckets {
  const filled = parts.filter(({ times }) => times.length > 0);
  const [first] = filled;
  if (!first || filled.length === 1) return first ?? (parts[0] as Buckets);
  const times = [...new Set(filled.flatMap((part) => part.times))].sort((a, b) => a - b);
  const places = new Map(times.map((time, place) => [time, place]));
  /** One column of the result: the values of a step, put together. */
  const join = (
    columnOf: (part: Buckets) => readonly number[],
    together: (known: number, added: number) => number,
  ): number[] => {
    const column = new Array<number | undefined>(times.length);
    for (const part of filled) {
      const values = columnOf(part);
      for (const [index, time] of part.times.entries()) {
        const place = places.get(time) as number;
        const known = column[place];
        const value = values[index] as number;
        column[place] = known === undefined ? value : together(known, value);
      }
    }
    return column as number[];
  };
  switch (first.kind) {
    case 'delta': {
      const of = only(first.kind);
      return {
        kind: 'delta',
        times,
        sums: join((part) => of(part).sums, add),
        least: join((part) => of(part).least, unknown),
        most: join((part) => of(part).most, unknown),
        filled: join((part) => of(part).filled, Math.max),
      };
    }
    case 'ratio': {
      const of = only(first.kind);
      return {
        kind: 'ratio',
        times,
        hits: join((part) => of(part).hits, add),
        totals: join((part) => of(part).totals, add),
      };
    }
    case 'distribution':
      return { kind: 'distribution', times, sketches: joinSketches(filled, times, places) };
    case 'gauge': {
      const of = only(first.kind);
      const levels = (
        column: 'mins' | 'maxs',
        together: (known: number, added: number) => number,
      ): number[] =>
        join(
          (part) =>
            of(part)[column].map((value, index) => (of(part).counts[index] === 0 ? Number.NaN : value)),
          (known, added) =>
            Number.isNaN(known) ? added : Number.isNaN(added) ? known : together(known, added),
        ).map((value) => (Number.isNaN(value) ? 0 : value));
      return {
        kind: 'gauge',
        times,
        mins: levels('mins', Math.min),
        maxs: levels('maxs', Math.max),
        sums: join((part) => of(part).sums, add),
        counts: join((part) => of(part).counts, add),
      };
    }
    case 'cumulative': {
      const of = only(first.kind);
      return {
        kind: 'cumulative',
        times,
        growths: join((part) => of(part).growths, add),
        starts: join((part) => of(part).starts, Math.min),
        ends: join((part) => of(part).ends, Math.max),
        least: join((part) => of(part).least, unknown),
        most: join((part) => of(part).most, unknown),
      };
    }
  }
}

const add = (known: number, added: number): number => known + added;
const unknown = (): number => Number.NaN;

/** Throws when series of different kinds are put together, which nobody may ask for. */
function only<K extends Buckets['kind']>(kind: K): (part: Buckets) => Extract<Buckets, { kind: K }> {
  return (part) => {
    if (part.kind !== kind) throw new Error(`A series of kind ${part.kind} is no ${kind}`);
    return part as Extract<Buckets, { kind: K }>;
  };
}

function joinSketches(
  parts: readonly Buckets[],
  times: readonly number[],
  places: ReadonlyMap<number, number>,
): Sketch[] {
  const groups: Sketch[][] = times.map(() => []);
  for (const part of parts) {
    const { sketches } = only('distribution')(part);
    for (const [index, time] of part.times.entries())
      groups[places.get(time) as number]?.push(sketches[index] as Sketch);
  }
  return groups.map((group) => (group.length === 1 ? (group[0] as Sketch) : mergeSketches(group)));
}
