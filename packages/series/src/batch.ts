import { ByteReader, ByteWriter, DecodeError } from './bytes.ts';
import { decodeChunk, decodeSketch, encodeChunk, encodeSketch } from './chunk.ts';
import { type SeriesIdentity, seriesKinds } from './kinds.ts';
import type { Points } from './points.ts';
import type { Rollup, Totals } from './rollup.ts';
import { mergeSketches } from './sketch.ts';

/** A series of a batch: what was added to it since the batch before. */
export interface BatchSeries {
  identity: SeriesIdentity;
  totals: Totals;
  points: Points;
}

/*
 * A batch is a piece of a stream that was accepted and waits to be merged into its series: for each series its
 * identity as JSON, its totals as floats, its sketch if it is a distribution, and its points as a chunk.
 */

/** Every open point of a roll-up with the totals over all that was added to it. The roll-up is used up. */
export function encodeBatch(rollup: Rollup): Uint8Array {
  const writer = new ByteWriter();
  const dirty = rollup.takeDirty();
  writer.varint(dirty.length);
  for (const { ref, points } of dirty) {
    const entry = rollup.entries[ref];
    if (!entry) throw new Error(`There is no series ${ref}`);
    writeText(writer, JSON.stringify(entry.identity));
    const { count, sum, min, max, last, lastMs, firstMs, sketch } = entry.totals;
    const figures = Float64Array.of(count, sum, min, max, last, lastMs, firstMs);
    writer.raw(new Uint8Array(figures.buffer));
    writeBlock(writer, sketch === null ? new Uint8Array() : encodeSketch(sketch));
    writeBlock(writer, encodeChunk(points));
  }
  return writer.finish();
}

/** Throws DecodeError on bytes that `encodeBatch` did not write. */
export function decodeBatch(bytes: Uint8Array): BatchSeries[] {
  const reader = new ByteReader(bytes);
  const series: BatchSeries[] = [];
  for (let left = reader.count(figuresLength); left > 0; left--) {
    const identity = readIdentity(reader);
    const figures = new Float64Array(Uint8Array.from(reader.raw(figuresLength)).buffer);
    const [count = 0, sum = 0, min = 0, max = 0, last = 0, lastMs = 0, firstMs = 0] = figures;
    const sketch = readBlock(reader);
    const totals = {
      count,
      sum,
      min,
      max,
      last,
      lastMs,
      firstMs,
      sketch: sketch.length === 0 ? null : decodeSketch(sketch),
    };
    series.push({ identity, totals, points: decodeChunk(readBlock(reader)) });
  }
  reader.expectEnd();
  return series;
}

const figuresLength = 7 * 8;

/** Puts what was added later to what was known. The sketches are left as they were. */
export function mergeTotals(known: Totals, added: Totals): Totals {
  const isNewer = added.lastMs >= known.lastMs;
  return {
    count: known.count + added.count,
    sum: known.sum + added.sum,
    min: Math.min(known.min, added.min),
    max: Math.max(known.max, added.max),
    last: isNewer ? added.last : known.last,
    lastMs: Math.max(known.lastMs, added.lastMs),
    firstMs: Math.min(known.firstMs, added.firstMs),
    sketch:
      known.sketch && added.sketch
        ? mergeSketches([known.sketch, added.sketch])
        : (added.sketch ?? known.sketch),
  };
}

function readIdentity(reader: ByteReader): SeriesIdentity {
  try {
    const identity = JSON.parse(readText(reader)) as SeriesIdentity;
    if (seriesKinds.includes(identity.kind)) return identity;
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
  }
  throw new DecodeError('There is no series');
}

/** One varint for each UTF-16 unit, so that ASCII takes a byte. */
function writeText(writer: ByteWriter, text: string): void {
  writer.varint(text.length);
  for (let at = 0; at < text.length; at++) writer.varint(text.charCodeAt(at));
}

function readText(reader: ByteReader): string {
  let text = '';
  for (let left = reader.count(1); left > 0; left--) text += String.fromCharCode(reader.varint());
  return text;
}

function writeBlock(writer: ByteWriter, bytes: Uint8Array): void {
  writer.varint(bytes.length);
  writer.raw(bytes);
}

const readBlock = (reader: ByteReader): Uint8Array => reader.raw(reader.count(1));
