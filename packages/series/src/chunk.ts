import { type Bins, noBins } from './bins.ts';
import { ByteReader, ByteWriter, DecodeError } from './bytes.ts';
import { readColumn, writeColumn } from './column.ts';
import { type SeriesKind, seriesKinds } from './kinds.ts';
import { columnsOf, emptyPoints, type Points } from './points.ts';
import { keyOffset, largestKey, Sketch } from './sketch.ts';

/** Version of the chunk format, kept beside each chunk. Since 2 there are columns of decimals; chunks of 1 are read as well. */
export const chunkCodec = 2;

/*
 * kind, number of points, times as delta of delta, then the columns.
 */

export function encodeChunk(points: Points): Uint8Array {
  const writer = new ByteWriter();
  writer.byte(seriesKinds.indexOf(points.kind));
  writer.varint(points.times.length);
  writeTimes(writer, points.times);
  if (points.kind === 'distribution') writeSketches(writer, points.sketches);
  for (const column of columnsOf(points)) writeColumn(writer, column);
  return writer.finish();
}

/** Throws DecodeError on bytes that no encoder wrote; never reads or reserves beyond them. */
export function decodeChunk(bytes: Uint8Array): Points {
  const reader = new ByteReader(bytes);
  const kind: SeriesKind | undefined = seriesKinds[reader.byte()];
  if (kind === undefined) throw new DecodeError('Unknown kind of series');
  const length = reader.count(1);
  const points = emptyPoints(kind);
  readTimes(reader, length, points.times);
  if (points.kind === 'distribution') points.sketches = readSketches(reader, length);
  for (const column of columnsOf(points)) readColumn(reader, length, column);
  reader.expectEnd();
  return points;
}

/** A single sketch, as it is kept with a series for its whole run. */
export function encodeSketch(sketch: Sketch): Uint8Array {
  const writer = new ByteWriter();
  writeSketches(writer, [sketch]);
  return writer.finish();
}

export function decodeSketch(bytes: Uint8Array): Sketch {
  const reader = new ByteReader(bytes);
  const [sketch] = readSketches(reader, 1);
  reader.expectEnd();
  return sketch ?? new Sketch();
}

function writeTimes(writer: ByteWriter, times: readonly number[]): void {
  let [last, step] = [0, 0];
  for (const time of times) {
    const whole = Math.round(time);
    writer.zigzag(whole - last - step);
    step = whole - last;
    last = whole;
  }
}

function readTimes(reader: ByteReader, length: number, into: number[]): void {
  let [last, step] = [0, 0];
  for (let index = 0; index < length; index++) {
    step += reader.zigzag();
    last += step;
    if (!Number.isSafeInteger(last)) throw new DecodeError('A time is too large');
    into.push(last);
  }
}

export function writeSketches(writer: ByteWriter, sketches: readonly Sketch[]): void {
  writeColumn(
    writer,
    sketches.map((sketch) => sketch.count),
  );
  for (const column of [
    sketches.map(({ sum }) => sum),
    sketches.map(({ min }) => min),
    sketches.map(({ max }) => max),
  ])
    writeColumn(writer, column);
  for (const sketch of sketches) writeBins(writer, sketch.borrowBins());
}

/** How many zeros, then the bins of positive and of negative values, each from small to large. */
function writeBins(writer: ByteWriter, { keys, counts }: Bins): void {
  const firstPositive = lowerBound(keys, 1);
  const firstZero = lowerBound(keys, 0);
  writer.varint(firstPositive > firstZero ? (counts[firstZero] ?? 0) : 0);
  writer.varint(keys.length - firstPositive);
  for (let bin = firstPositive, last = 0; bin < keys.length; bin++) {
    last = writeBin(writer, (keys[bin] ?? 0) - keyOffset, counts[bin] ?? 0, last);
  }
  writer.varint(firstZero);
  for (let bin = firstZero - 1, last = 0; bin >= 0; bin--) {
    last = writeBin(writer, -(keys[bin] ?? 0) - keyOffset, counts[bin] ?? 0, last);
  }
}

function writeBin(writer: ByteWriter, exponent: number, count: number, last: number): number {
  writer.zigzag(exponent - last);
  writer.varint(count);
  return exponent;
}

/** The first place whose key is at least `key`. */
function lowerBound(keys: Int32Array, key: number): number {
  let [low, high] = [0, keys.length];
  while (low < high) {
    const mid = (low + high) >> 1;
    if ((keys[mid] ?? 0) < key) low = mid + 1;
    else high = mid;
  }
  return low;
}

export function readSketches(reader: ByteReader, length: number): Sketch[] {
  const [counts, sums, mins, maxs]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (const column of [counts, sums, mins, maxs]) readColumn(reader, length, column);
  return counts.map((count, index) => {
    const bins = readBins(reader);
    // Quantiles look for the ranks of `count` in the bins.
    if (bins.counts.reduce((total, inBin) => total + inBin, 0) !== count || !Number.isSafeInteger(count))
      throw new DecodeError('The bins of a sketch do not add up to its count');
    return Sketch.from({
      count,
      sum: sums[index] ?? 0,
      min: mins[index] ?? 0,
      max: maxs[index] ?? 0,
      bins,
    });
  });
}

function readBins(reader: ByteReader): Bins {
  const zeros = reader.varint();
  const positive = readSide(reader);
  const negative = readSide(reader);
  if (zeros === 0 && negative.keys.length === 0) return positive;
  const between = zeros > 0 ? 1 : 0;
  const keys = new Int32Array(negative.keys.length + between + positive.keys.length);
  const counts = new Float64Array(keys.length);
  for (let bin = 0; bin < negative.keys.length; bin++) {
    const mirrored = negative.keys.length - 1 - bin;
    keys[mirrored] = -(negative.keys[bin] as number);
    counts[mirrored] = negative.counts[bin] as number;
  }
  if (zeros > 0) counts[negative.keys.length] = zeros;
  keys.set(positive.keys, negative.keys.length + between);
  counts.set(positive.counts, negative.keys.length + between);
  return { keys, counts };
}

/** Bins of one sign, as positive keys. */
function readSide(reader: ByteReader): Bins {
  const size = reader.count(2);
  if (size === 0) return noBins;
  const side: Bins = { keys: new Int32Array(size), counts: new Float64Array(size) };
  let exponent = 0;
  for (let bin = 0; bin < size; bin++) {
    const step = reader.zigzag();
    if (bin > 0 && step <= 0) throw new DecodeError('The bins of a sketch are out of order');
    exponent += step;
    const key = exponent + keyOffset;
    if (key < 1 || key > largestKey) throw new DecodeError('A bin of a sketch is out of range');
    side.keys[bin] = key;
    side.counts[bin] = reader.varint();
  }
  return side;
}
