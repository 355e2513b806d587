import { type ByteReader, type ByteWriter, DecodeError } from './bytes.ts';

/*
 * A column of integers is a sequence of deltas. So is one of decimals, as what they are in units of their last place:
 * most figures of the world have few digits, and as floats they look like noise. Other floats are XORed with their
 * predecessor and split into byte planes, which the compression after it likes.
 * Source of the decimals: Afroozeh, Kuffo and Boncz, "ALP: Adaptive Lossless floating-Point Compression", SIGMOD 2024.
 */
const encodings = { integers: 0, floats: 1, quotients: 2, products: 3 } as const;

/** Larger ones are written as floats, so that their differences still fit 53 bits. */
const integersBelow = 2 ** 51;
/** Beyond it, units of the last place of figures that occur are too large. */
const maxPlaces = 12;
/** Values that show whether a number of places can do, before all are tried. */
const probes = 8;

export function writeColumn(writer: ByteWriter, column: readonly number[]): void {
  for (let places = 0; places <= maxPlaces; places++) {
    for (const isQuotient of places === 0 ? [true] : [true, false]) {
      const units = toUnits(column, places, isQuotient);
      if (!units) continue;
      writer.byte(places === 0 ? encodings.integers : isQuotient ? encodings.quotients : encodings.products);
      if (places > 0) writer.byte(places);
      writeDeltas(writer, units);
      return;
    }
  }
  writer.byte(encodings.floats);
  writePlanes(writer, column);
}

/** The column in units of a decimal place; null unless every value comes back exactly. */
function toUnits(column: readonly number[], places: number, isQuotient: boolean): Float64Array | null {
  const scale = 10 ** places;
  const unit = 10 ** -places;
  const step = Math.max(1, Math.floor(column.length / probes));
  const isExact = (value: number): boolean => {
    const units = Math.round(value * scale);
    return (
      (isQuotient ? units / scale : units * unit) === value &&
      Math.abs(units) < integersBelow &&
      !Object.is(value, -0)
    );
  };
  for (let at = 0; at < column.length; at += step) if (!isExact(column[at] as number)) return null;
  const units = new Float64Array(column.length);
  for (let at = 0; at < column.length; at++) {
    const value = column[at] as number;
    if (!isExact(value)) return null;
    units[at] = Math.round(value * scale);
  }
  return units;
}

function writeDeltas(writer: ByteWriter, units: Float64Array): void {
  let last = 0;
  for (const value of units) {
    writer.zigzag(value - last);
    last = value;
  }
}

function writePlanes(writer: ByteWriter, column: readonly number[]): void {
  const bytes = new Uint8Array(Float64Array.from(column).buffer);
  const planes = new Uint8Array(bytes.length);
  for (let plane = 0, to = 0; plane < 8; plane++) {
    for (let at = plane; at < bytes.length; at += 8) {
      planes[to++] = (bytes[at] as number) ^ (at < 8 ? 0 : (bytes[at - 8] as number));
    }
  }
  writer.raw(planes);
}

/** Throws DecodeError on bytes that `writeColumn` did not write. */
export function readColumn(reader: ByteReader, length: number, into: number[]): void {
  const encoding = reader.byte();
  if (encoding === encodings.integers) readDeltas(reader, length, into, 0, true);
  else if (encoding === encodings.quotients) readDeltas(reader, length, into, reader.byte(), true);
  else if (encoding === encodings.products) readDeltas(reader, length, into, reader.byte(), false);
  else if (encoding === encodings.floats) readPlanes(reader, length, into);
  else throw new DecodeError('Unknown encoding of a column');
}

function readDeltas(
  reader: ByteReader,
  length: number,
  into: number[],
  places: number,
  isQuotient: boolean,
): void {
  if (places > maxPlaces) throw new DecodeError('A column has too many decimal places');
  const scale = 10 ** places;
  const unit = 10 ** -places;
  let last = 0;
  for (let index = 0; index < length; index++) {
    last += reader.zigzag();
    if (Math.abs(last) >= integersBelow) throw new DecodeError('An integer of a column is too large');
    into.push(isQuotient ? last / scale : last * unit);
  }
}

function readPlanes(reader: ByteReader, length: number, into: number[]): void {
  const planes = reader.raw(length * 8);
  const values = new Float64Array(length);
  const bytes = new Uint8Array(values.buffer);
  for (let plane = 0, from = 0; plane < 8; plane++) {
    let before = 0;
    for (let at = plane; at < bytes.length; at += 8) {
      before ^= planes[from++] as number;
      bytes[at] = before;
    }
  }
  for (let index = 0; index < length; index++) into.push(values[index] as number);
}
