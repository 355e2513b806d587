/** Thrown when bytes are not what an encoder of this package wrote. */
export class DecodeError extends Error {}

/** Grows as it is written to. Integers are little-endian base-128 varints. */
export class ByteWriter {
  private buffer = new Uint8Array(256);
  private length = 0;

  byte(value: number): void {
    this.reserve(1);
    this.buffer[this.length++] = value;
  }

  /** A non-negative integer below 2^53. */
  varint(value: number): void {
    this.reserve(8);
    let rest = value;
    // Divisions are slow, and most numbers are small.
    while (rest >= 2 ** 31) {
      this.buffer[this.length++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    while (rest >= 0x80) {
      this.buffer[this.length++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.buffer[this.length++] = rest;
  }

  /** An integer of either sign, small sizes in few bytes. */
  zigzag(value: number): void {
    this.varint(value < 0 ? -value * 2 - 1 : value * 2);
  }

  raw(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.buffer.set(bytes, this.length);
    this.length += bytes.length;
  }

  finish(): Uint8Array {
    return this.buffer.slice(0, this.length);
  }

  private reserve(size: number): void {
    if (this.length + size <= this.buffer.length) return;
    const larger = new Uint8Array(Math.max(this.buffer.length * 2, this.length + size));
    larger.set(this.buffer);
    this.buffer = larger;
  }
}

/** Reads what ByteWriter wrote; every read is bounded by the end of the bytes. */
export class ByteReader {
  private at = 0;
  private readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  byte(): number {
    const value = this.bytes[this.at++];
    if (value === undefined) throw new DecodeError('The bytes end too early');
    return value;
  }

  varint(): number {
    const first = this.byte();
    if (first < 0x80) return first;
    let value = first & 0x7f;
    for (let scale = 0x80; scale < 2 ** 56; scale *= 0x80) {
      const byte = this.byte();
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) {
        if (value > Number.MAX_SAFE_INTEGER) break;
        return value;
      }
    }
    throw new DecodeError('An integer is too large');
  }

  zigzag(): number {
    const value = this.varint();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  raw(length: number): Uint8Array {
    if (this.at + length > this.bytes.length) throw new DecodeError('The bytes end too early');
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  /** A count of things that take at least `size` bytes each, so that a damaged one cannot ask for gigabytes. */
  count(size: number): number {
    const value = this.varint();
    if (value * size > this.bytes.length - this.at)
      throw new DecodeError('A count is larger than the bytes that follow');
    return value;
  }

  expectEnd(): void {
    if (this.at !== this.bytes.length) throw new DecodeError('There are bytes after the end');
  }
}
