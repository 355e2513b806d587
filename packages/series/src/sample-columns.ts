import { ByteReader, ByteWriter, DecodeError } from './bytes.ts';
import { readSketches, writeSketches } from './chunk.ts';
import type { Sketch } from './sketch.ts';

/** Samples of any series, columnar, in the order in which they came. */
export interface SampleColumns {
  /** Which series each sample belongs to; non-negative integers that fit 53 bits. */
  series: ArrayLike<number>;
  /** Unix milliseconds. */
  times: ArrayLike<number>;
  values: ArrayLike<number>;
  /** Many observations of a distribution at once. */
  sketches: SketchSample[];
  /** Everything that a distribution has counted since some start. */
  counted: SketchSample[];
}

interface SketchSample {
  series: number;
  timeMs: number;
  sketch: Sketch;
}

/** Version of the bytes, first in them. */
const version = 2;
/** Least bytes of a sample: a step to its series, one in time, and its value. */
const leastSampleBytes = 10;
/** A step to its series, one in time, four figures and three counts of bins. */
const leastSketchBytes = 9;

/**
 * Samples of many series at few moments, as a request or a scrape brings them: series and times as differences to the
 * sample before, values as byte planes, which the compression after it likes. Times are rounded to milliseconds.
 */
export function encodeSampleColumns({ series, times, values, sketches, counted }: SampleColumns): Uint8Array {
  const writer = new ByteWriter();
  writer.byte(version);
  writer.varint(series.length);
  writeDeltas(writer, series);
  writeDeltas(writer, times);
  const bytes = new Uint8Array(Float64Array.from(values).buffer);
  const planes = new Uint8Array(bytes.length);
  for (let plane = 0, to = 0; plane < 8; plane++) {
    for (let at = plane; at < bytes.length; at += 8) planes[to++] = bytes[at] as number;
  }
  writer.raw(planes);
  writeSketchSamples(writer, sketches);
  writeSketchSamples(writer, counted);
  return writer.finish();
}

function writeSketchSamples(writer: ByteWriter, sketches: readonly SketchSample[]): void {
  writer.varint(sketches.length);
  writeDeltas(
    writer,
    sketches.map((sample) => sample.series),
  );
  writeDeltas(
    writer,
    sketches.map((sample) => sample.timeMs),
  );
  writeSketches(
    writer,
    sketches.map((sample) => sample.sketch),
  );
}

/** Throws DecodeError on bytes that `encodeSampleColumns` did not write; never reads or reserves beyond them. */
export function decodeSampleColumns(bytes: Uint8Array): SampleColumns {
  const reader = new ByteReader(bytes);
  if (reader.byte() !== version) throw new DecodeError('Unknown version of samples');
  const length = reader.count(leastSampleBytes);
  const series = readDeltas(reader, length);
  const times = readDeltas(reader, length);
  const planes = reader.raw(length * 8);
  const whole = new Uint8Array(planes.length);
  for (let plane = 0, from = 0; plane < 8; plane++) {
    for (let at = plane; at < whole.length; at += 8) whole[at] = planes[from++] as number;
  }
  const sketches = readSketchSamples(reader);
  const counted = readSketchSamples(reader);
  reader.expectEnd();
  return { series, times, values: new Float64Array(whole.buffer), sketches, counted };
}

function readSketchSamples(reader: ByteReader): SketchSample[] {
  const length = reader.count(leastSketchBytes);
  const series = readDeltas(reader, length);
  const times = readDeltas(reader, length);
  return readSketches(reader, length).map((sketch, index) => ({
    series: series[index] as number,
    timeMs: times[index] as number,
    sketch,
  }));
}

function writeDeltas(writer: ByteWriter, column: ArrayLike<number>): void {
  let last = 0;
  for (let at = 0; at < column.length; at++) {
    const whole = Math.round(column[at] as number);
    writer.zigzag(whole - last);
    last = whole;
  }
}

function readDeltas(reader: ByteReader, length: number): Float64Array {
  const column = new Float64Array(length);
  let last = 0;
  for (let index = 0; index < length; index++) {
    last += reader.zigzag();
    if (!Number.isSafeInteger(last)) throw new DecodeError('An integer is too large');
    column[index] = last;
  }
  return column;
}
