import { ProofloadError } from '@proofload/domain';

/** How a field is encoded. Source: Protocol Buffers, encoding. */
const wire = { varint: 0, fixed64: 1, block: 2, fixed32: 5 } as const;

/**
 * Walks over a protobuf message field by field without copying it. Every read is bounded by the end of the message;
 * malformed bytes are refused as `invalid`.
 */
export class ProtobufReader {
  readonly #bytes: Buffer;
  #at: number;
  readonly #end: number;
  /** Number and encoding of the field that `next` went to. */
  field = 0;
  #wire = 0;

  constructor(bytes: Uint8Array, start = 0, end = bytes.length) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#at = start;
    this.#end = end;
  }

  /** Goes to the next field; false at the end of the message. */
  next(): boolean {
    if (this.#at >= this.#end) return false;
    const tag = this.#varint();
    this.field = Math.floor(tag / 8);
    this.#wire = tag % 8;
    if (this.field === 0) throw malformed('a field has no number');
    return true;
  }

  /** Leaves the field as it is. */
  skip(): void {
    if (this.#wire === wire.varint) this.#varint();
    else if (this.#wire === wire.fixed64) this.#take(8);
    else if (this.#wire === wire.fixed32) this.#take(4);
    else this.#take(this.#length());
  }

  /** A message within this one. */
  message(): ProtobufReader {
    const start = this.#block();
    return new ProtobufReader(this.#bytes, start, this.#at);
  }

  text(): string {
    const start = this.#block();
    return this.#bytes.toString('utf8', start, this.#at);
  }

  double(): number {
    this.#expect(wire.fixed64);
    return this.#bytes.readDoubleLE(this.#take(8));
  }

  /** The bits of a double, lower and upper half, for telling one NaN from another. */
  doubleBits(): { value: number; low: number; high: number } {
    this.#expect(wire.fixed64);
    const at = this.#take(8);
    return {
      value: this.#bytes.readDoubleLE(at),
      low: this.#bytes.readUInt32LE(at),
      high: this.#bytes.readUInt32LE(at + 4),
    };
  }

  /** An unsigned integer; exact up to 2^53. */
  uint(): number {
    this.#expect(wire.varint);
    return this.#varint();
  }

  /** A signed 64-bit integer in two's complement, as the nearest number. */
  int64(): number {
    this.#expect(wire.varint);
    const start = this.#at;
    const value = this.#varint();
    if (value < 2 ** 53) return value;
    let exact = 0n;
    for (let at = this.#at - 1; at >= start; at--)
      exact = exact * 128n + BigInt((this.#bytes[at] ?? 0) & 0x7f);
    return Number(BigInt.asIntN(64, exact));
  }

  /** Unsigned integers of a field that is packed or repeated. */
  uints(into: number[]): void {
    if (this.#wire === wire.varint) {
      into.push(this.#varint());
      return;
    }
    const start = this.#block();
    const end = this.#at;
    this.#at = start;
    while (this.#at < end) into.push(this.#varint());
    if (this.#at !== end) throw malformed('a packed field leads out of its bounds');
  }

  #block(): number {
    this.#expect(wire.block);
    return this.#take(this.#length());
  }

  #length(): number {
    if (this.#wire !== wire.block) throw malformed(`a field is encoded as ${this.#wire}`);
    return this.#varint();
  }

  #expect(expected: number): void {
    if (this.#wire !== expected) throw malformed(`field ${this.field} is encoded as ${this.#wire}`);
  }

  /** Where the next `length` bytes begin, which are passed over. */
  #take(length: number): number {
    const start = this.#at;
    if (length > this.#end - start) throw malformed('it ends too early');
    this.#at += length;
    return start;
  }

  #varint(): number {
    let value = 0;
    for (let scale = 1; scale < 2 ** 70; scale *= 128) {
      if (this.#at >= this.#end) throw malformed('it ends too early');
      const byte = this.#bytes[this.#at++] ?? 0;
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
    throw malformed('an integer has more than ten bytes');
  }
}

export function malformed(why: string): ProofloadError {
  const message = `expected a remote write request: ${why}`;
  return new ProofloadError('invalid', `The body is malformed: ${message}`, {
    fields: [{ field: 'body', message }],
  });
}
