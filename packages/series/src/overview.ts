import { bucketize } from './bucketizer.ts';
import type { Buckets } from './buckets.ts';
import { ByteReader, ByteWriter, DecodeError } from './bytes.ts';
import { readSketches, writeSketches } from './chunk.ts';
import { readColumn, writeColumn } from './column.ts';
import { type SeriesKind, seriesKinds } from './kinds.ts';
import { bucketMs, type Points } from './points.ts';

/** Most steps of an overview: enough for a line as wide as a page. */
export const overviewSteps = 1000;

/** A whole series in steps, which begin at multiples of their length since 1970. */
export interface Overview {
  stepMs: number;
  buckets: Buckets;
}

/** The steps in which all series of a run are kept that began and ended then: whole seconds. */
export function chooseOverviewStep(firstMs: number, lastMs: number): number {
  return Math.max(1, Math.ceil((lastMs - firstMs + 1) / overviewSteps / bucketMs)) * bucketMs;
}

/** Points are in order of time. */
export const makeOverview = (points: Points, stepMs: number): Overview => ({
  stepMs,
  buckets: bucketize(points, { fromMs: 0, stepMs }),
});

const version = 1;

export function encodeOverview({ stepMs, buckets }: Overview): Uint8Array {
  const writer = new ByteWriter();
  writer.byte(version);
  writer.byte(seriesKinds.indexOf(buckets.kind));
  writer.varint(stepMs);
  writer.varint(buckets.times.length);
  let last = 0;
  for (const time of buckets.times) {
    const step = time / stepMs;
    writer.zigzag(step - last);
    last = step;
  }
  if (buckets.kind === 'distribution') writeSketches(writer, buckets.sketches);
  else for (const column of columnsOf(buckets)) writeColumn(writer, column);
  return writer.finish();
}

/** Throws DecodeError on bytes that `encodeOverview` did not write; never reads or reserves beyond them. */
export function decodeOverview(bytes: Uint8Array): Overview {
  const reader = new ByteReader(bytes);
  if (reader.byte() !== version) throw new DecodeError('Unknown version of an overview');
  const kind = seriesKinds[reader.byte()];
  if (kind === undefined) throw new DecodeError('Unknown kind of series');
  const stepMs = reader.varint();
  const length = reader.count(1);
  const times: number[] = [];
  for (let index = 0, step = 0; index < length; index++) {
    step += reader.zigzag();
    if (!Number.isSafeInteger(step * stepMs)) throw new DecodeError('A time is too large');
    times.push(step * stepMs);
  }
  const buckets = readBuckets(reader, kind, times);
  reader.expectEnd();
  return { stepMs, buckets };
}

/** Number columns in the order in which they are stored; times of samples are kept relative to their step. */
function columnsOf(buckets: Exclude<Buckets, { kind: 'distribution' }>): number[][] {
  switch (buckets.kind) {
    case 'delta':
      return [buckets.sums, buckets.least, buckets.most, buckets.filled];
    case 'ratio':
      return [buckets.hits, buckets.totals];
    case 'gauge':
      return [buckets.mins, buckets.maxs, buckets.sums, buckets.counts];
    case 'cumulative': {
      const within = (column: readonly number[]): number[] =>
        column.map((time, index) => time - (buckets.times[index] as number));
      return [buckets.growths, within(buckets.starts), within(buckets.ends), buckets.least, buckets.most];
    }
  }
}

function readBuckets(reader: ByteReader, kind: SeriesKind, times: number[]): Buckets {
  const column = (): number[] => {
    const values: number[] = [];
    readColumn(reader, times.length, values);
    return values;
  };
  const moments = (): number[] => column().map((within, index) => (times[index] as number) + within);
  switch (kind) {
    case 'delta':
      return { kind, times, sums: column(), least: column(), most: column(), filled: column() };
    case 'ratio':
      return { kind, times, hits: column(), totals: column() };
    case 'distribution':
      return { kind, times, sketches: readSketches(reader, times.length) };
    case 'gauge':
      return { kind, times, mins: column(), maxs: column(), sums: column(), counts: column() };
    case 'cumulative':
      return {
        kind,
        times,
        growths: column(),
        starts: moments(),
        ends: moments(),
        least: column(),
        most: column(),
      };
  }
}
