import { ByteReader, ByteWriter, DecodeError } from './bytes.ts';
import { type SeriesKind, seriesKinds } from './kinds.ts';
import { columnsOf, emptyPoints, type Points } from './points.ts';
import { Sketch } from './sketch.ts';

/** Version of the chunk format, kept beside each chunk. */
export const chunkCodec = 1;

/*
 * kind, number of points, times as delta of delta, then the columns. A column of integers is a sequence of deltas;
 * one of floats is XORed with its predecessor and split into byte planes, which the compression after it likes.
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
  if (points.kind === 'distribution') points.sketches.push(...readSketches(reader, length));
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
    into.push(last);
  }
}

const [integers, floats] = [0, 1];

function writeColumn(writer: ByteWriter, column: readonly number[]): void {
  if (
    column.every((value) => Number.isSafeInteger(value) && Math.abs(value) < 2 ** 51 && !Object.is(value, -0))
  ) {
    writer.byte(integers);
    let last = 0;
    for (const value of column) {
      writer.zigzag(value - last);
      last = value;
    }
    return;
  }
  writer.byte(floats);
  const bytes = new Uint8Array(Float64Array.from(column).buffer);
  const planes = new Uint8Array(bytes.length);
  for (let at = 0; at < bytes.length; at++) {
    const mixed = (bytes[at] ?? 0) ^ (at < 8 ? 0 : (bytes[at - 8] ?? 0));
    planes[(at % 8) * column.length + Math.floor(at / 8)] = mixed;
  }
  writer.raw(planes);
}

function readColumn(reader: ByteReader, length: number, into: number[]): void {
  const encoding = reader.byte();
  if (encoding === integers) {
    let last = 0;
    for (let index = 0; index < length; index++) {
      last += reader.zigzag();
      into.push(last);
    }
    return;
  }
  if (encoding !== floats) throw new DecodeError('Unknown encoding of a column');
  const planes = reader.raw(length * 8);
  const bytes = new Uint8Array(length * 8);
  for (let at = 0; at < bytes.length; at++) {
    bytes[at] = (planes[(at % 8) * length + Math.floor(at / 8)] ?? 0) ^ (at < 8 ? 0 : (bytes[at - 8] ?? 0));
  }
  for (const value of new Float64Array(bytes.buffer)) into.push(value);
}

function writeSketches(writer: ByteWriter, sketches: readonly Sketch[]): void {
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
  for (const sketch of sketches) {
    writer.varint(sketch.zeros);
    writeBins(writer, sketch.positive);
    writeBins(writer, sketch.negative);
  }
}

function writeBins(writer: ByteWriter, bins: ReadonlyMap<number, number>): void {
  writer.varint(bins.size);
  let last = 0;
  for (const [bin, count] of [...bins].sort(([a], [b]) => a - b)) {
    writer.zigzag(bin - last);
    writer.varint(count);
    last = bin;
  }
}

function readSketches(reader: ByteReader, length: number): Sketch[] {
  const [counts, sums, mins, maxs]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (const column of [counts, sums, mins, maxs]) readColumn(reader, length, column);
  return counts.map((count, index) => {
    const sketch = new Sketch();
    sketch.count = count;
    sketch.sum = sums[index] ?? 0;
    sketch.min = mins[index] ?? 0;
    sketch.max = maxs[index] ?? 0;
    sketch.zeros = reader.varint();
    readBins(reader, sketch.positive);
    readBins(reader, sketch.negative);
    return sketch;
  });
}

function readBins(reader: ByteReader, into: Map<number, number>): void {
  const size = reader.count(2);
  let bin = 0;
  for (let index = 0; index < size; index++) {
    bin += reader.zigzag();
    into.set(bin, reader.varint());
  }
}
