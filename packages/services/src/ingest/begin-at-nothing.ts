import type { RunRecord } from '@proofload/db';
import { Sketch } from '@proofload/series';
import type { Reading } from './request-reader.ts';

const maxStreams = 200;
/** Series of each stream that were said to begin, by the dictionary that numbers them. */
const begun = new WeakMap<object, Map<string, Set<number>>>();

/**
 * Has the distributions of a request begin with nothing when their run was made: what a run itself has started had
 * observed nothing before, so that its first sample counts as well. May be said again, which changes nothing.
 */
export function beginAtNothing<C>(
  reading: Reading<C>,
  { run, name }: { run: Pick<RunRecord, 'id' | 'createdAtMs'>; name: string },
): Reading<C> {
  const { dictionary, columns } = reading;
  if (columns.counted.length === 0) return reading;
  const streams = begun.get(dictionary) ?? new Map<string, Set<number>>();
  begun.set(dictionary, streams);
  if (streams.size > maxStreams) streams.clear();
  const key = `${run.id} ${name}`;
  const known = streams.get(key) ?? new Set();
  streams.set(key, known);
  const fresh = columns.counted.map(({ series }) => series).filter((series) => !known.has(series));
  for (const series of fresh) known.add(series);
  const beginnings = Array.from(new Set(fresh), (series) => ({
    series,
    timeMs: run.createdAtMs,
    sketch: new Sketch(),
  }));
  return { ...reading, columns: { ...columns, counted: [...beginnings, ...columns.counted] } };
}
