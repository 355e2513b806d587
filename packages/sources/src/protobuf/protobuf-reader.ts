import { ProofloadError } from '@proofload/domain';

/** How a field is encoded. Source: Protocol Buffers, encoding. */
const wire = { varint: 0, fixed64: 1, block: 2, fixed32: 5 } as const;

/**
 * Walks over a protobuf message field by field without copying it. Every read is bounded by the end of the message;
 * malformed bytes are refused as `invalid`.
 */
export class ProtobufReader {
  readonly #subject: string;
  #bytes: Buffer = Buffer.alloc(0);
  /** The same bytes: reads numbers without a call. */
  #view: DataView = new DataView(new ArrayBuffer(0));
  #at = 0;
  #end = 0;
  /** Number and encoding of the field that `next` went to. */
  field = 0;
  #wire = 0;
  #doubleAt = 0;

  /** @param subject what the message is, as an error says it: `a remote write request` */
  constructor(subject: string) {
    this.#subject = subject;
  }

  /** Begins with another message. */
  open(bytes: Uint8Array): this {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#at = 0;
    this.#end = bytes.length;
    return this;
  }

  /** Where the next field begins. */
  get position(): number {
    return this.#at;
  }

  /** Goes to the next field; false at the end of the message. */
  next(): boolean {
    if (this.#at >= this.#end) return false;
    const tag = this.#varint();
    // Shifts keep 32 bits, which no tag of a schema exceeds.
    this.field = tag < 2 ** 31 ? tag >> 3 : Math.floor(tag / 8);
    this.#wire = tag & 7;
    if (this.field === 0) throw this.#malformed('a field has no number');
    return true;
  }

  /** Leaves the field as it is. */
  skip(): void {
    if (this.#wire === wire.varint) this.#varint();
    else if (this.#wire === wire.fixed64) this.#take(8);
    else if (this.#wire === wire.fixed32) this.#take(4);
    else this.#take(this.#length());
  }

  /** Points another reader at the message within this one, so that none is made for each of millions. */
  message<R extends ProtobufReader>(into: R): R {
    const start = this.#block();
    into.#share(this);
    into.#at = start;
    into.#end = this.#at;
    return into;
  }

  /** A reader that goes on where this one is. */
  copy(): ProtobufReader {
    const copy = new ProtobufReader(this.#subject);
    copy.#share(this);
    copy.#at = this.#at;
    copy.#end = this.#end;
    return copy;
  }

  /** Fields that were passed over, to be read again. */
  between(start: number, end: number, into: ProtobufReader): ProtobufReader {
    into.#share(this);
    into.#at = start;
    into.#end = end;
    return into;
  }

  /** Bytes as a string of one character each: a key, no text. */
  keyOf(start: number, end: number): string {
    return this.#bytes.toString('latin1', start, end);
  }

  /** Bytes that stay when those of the message are gone. */
  copyOf(start: number, end: number): Buffer {
    return Buffer.from(this.#bytes.subarray(start, end));
  }

  /** Goes past these bytes if they come next; otherwise stays where it is. */
  passOver(bytes: DataView): boolean {
    const start = this.#at;
    const length = bytes.byteLength;
    if (length > this.#end - start) return false;
    const whole = length - (length % 4);
    const view = this.#view;
    for (let at = 0; at < whole; at += 4) if (view.getInt32(start + at) !== bytes.getInt32(at)) return false;
    for (let at = whole; at < length; at++)
      if (view.getUint8(start + at) !== bytes.getUint8(at)) return false;
    this.#at = start + length;
    return true;
  }

  text(): string {
    const start = this.#block();
    return this.#bytes.toString('utf8', start, this.#at);
  }

  double(): number {
    this.#expect(wire.fixed64);
    this.#doubleAt = this.#take(8);
    return this.#view.getFloat64(this.#doubleAt, true);
  }

  /** Whether the last double has these bits, for telling one NaN from another. */
  isDouble({ low, high }: { low: number; high: number }): boolean {
    const at = this.#doubleAt;
    return this.#view.getUint32(at, true) === low && this.#view.getUint32(at + 4, true) === high;
  }

  /** An unsigned integer; exact up to 2^53. */
  uint(): number {
    this.#expect(wire.varint);
    return this.#varint();
  }

  /** A signed 64-bit integer in two's complement, as the nearest number. */
  int64(): number {
    const start = this.#at;
    const value = this.uint();
    return value < 2 ** 53 ? value : Number(this.#exactInt64(start));
  }

  /** A signed 64-bit integer in two's complement. */
  bigInt64(): bigint {
    const start = this.#at;
    const value = this.uint();
    return value < 2 ** 53 ? BigInt(value) : this.#exactInt64(start);
  }

  /** The integer that began at `start` and was just read. */
  #exactInt64(start: number): bigint {
    let exact = 0n;
    for (let at = this.#at - 1; at >= start; at--)
      exact = exact * 128n + BigInt((this.#bytes[at] ?? 0) & 0x7f);
    return BigInt.asIntN(64, exact);
  }

  /** A signed 32-bit integer in zigzag encoding. */
  sint32(): number {
    const value = this.uint();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  /** An unsigned integer of eight bytes. */
  fixed64(): bigint {
    this.#expect(wire.fixed64);
    return this.#bytes.readBigUInt64LE(this.#take(8));
  }

  /** A signed integer of eight bytes. */
  sfixed64(): bigint {
    return BigInt.asIntN(64, this.fixed64());
  }

  /** The bytes themselves, which are not copied. */
  bytes(): Uint8Array {
    const start = this.#block();
    return this.#bytes.subarray(start, this.#at);
  }

  /** Unsigned integers of a field that is packed or repeated. */
  uints(into: number[], most = Number.POSITIVE_INFINITY): void {
    this.#packed(wire.varint, into, most, () => this.#varint());
  }

  /** Floats of a field that is packed or repeated. */
  doubles(into: number[], most: number): void {
    this.#packed(wire.fixed64, into, most, () => this.#view.getFloat64(this.#take(8), true));
  }

  /** Unsigned integers of eight bytes, as the nearest numbers, of a field that is packed or repeated. */
  fixed64s(into: number[], most: number): void {
    this.#packed(wire.fixed64, into, most, () => Number(this.#bytes.readBigUInt64LE(this.#take(8))));
  }

  #packed(single: number, into: number[], most: number, read: () => number): void {
    const isPacked = this.#wire !== single;
    const start = isPacked ? this.#block() : this.#at;
    const end = this.#at;
    this.#at = start;
    do {
      if (isPacked && this.#at >= end) break;
      if (into.length >= most) throw this.#malformed(`field ${this.field} has more than ${most} values`);
      into.push(read());
    } while (isPacked);
    if (isPacked && this.#at !== end) throw this.#malformed('a packed field leads out of its bounds');
  }

  #block(): number {
    this.#expect(wire.block);
    return this.#take(this.#length());
  }

  #length(): number {
    if (this.#wire !== wire.block) throw this.#malformed(`a field is encoded as ${this.#wire}`);
    return this.#varint();
  }

  #expect(expected: number): void {
    if (this.#wire !== expected) throw this.#malformed(`field ${this.field} is encoded as ${this.#wire}`);
  }

  /** Where the next `length` bytes begin, which are passed over. */
  #take(length: number): number {
    const start = this.#at;
    if (length > this.#end - start) throw this.#malformed('it ends too early');
    this.#at += length;
    return start;
  }

  #varint(): number {
    const first = this.#at < this.#end ? (this.#bytes[this.#at] as number) : 0x80;
    if (first < 0x80) {
      this.#at += 1;
      return first;
    }
    return this.#longVarint();
  }

  #longVarint(): number {
    const bytes = this.#bytes;
    const start = this.#at;
    let value = 0;
    // Four bytes at a time are put together by shifts, which are fast.
    for (let scale = 1, at = start; scale < 2 ** 70; scale *= 2 ** 28) {
      let part = 0;
      for (let shift = 0; shift < 28; shift += 7) {
        if (at >= this.#end) throw this.#malformed('it ends too early');
        if (at - start >= 10) throw this.#malformed('an integer has more than ten bytes');
        const byte = bytes[at++] as number;
        part |= (byte & 0x7f) << shift;
        if (byte >= 0x80) continue;
        this.#at = at;
        return value + part * scale;
      }
      value += part * scale;
    }
    throw this.#malformed('an integer has more than ten bytes');
  }

  #share(other: ProtobufReader): void {
    if (this.#bytes === other.#bytes) return;
    this.#bytes = other.#bytes;
    this.#view = other.#view;
  }

  #malformed(why: string): ProofloadError {
    return malformedMessage(this.#subject, why);
  }
}

/** The error for bytes that are no such message, or one that says something impossible. */
export function malformedMessage(subject: string, why: string): ProofloadError {
  const message = `expected ${subject}: ${why}`;
  return new ProofloadError('invalid', `The body is malformed: ${message}`, {
    fields: [{ field: 'body', message }],
  });
}
