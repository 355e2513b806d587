import { ProofloadError } from '@proofload/domain';

/**
 * Decompresses Snappy's block format.
 * Source: google/snappy, format_description.txt.
 * @param maxBytes largest content; the preamble says its length before any of it is written
 * @throws `too-large` past `maxBytes`, `invalid` when the bytes are not Snappy
 */
export function decodeSnappy(bytes: Uint8Array, maxBytes: number): Uint8Array {
  const preamble = readPreamble(bytes);
  if (preamble.length > maxBytes) {
    const message = `expected at most ${maxBytes} bytes after decompression`;
    throw new ProofloadError('too-large', `The body is too large: ${message}`, {
      fields: [{ field: 'body', message }],
    });
  }
  const output = new Uint8Array(preamble.length);
  const elements = new ElementReader(bytes, preamble.end, output);
  while (elements.next());
  if (!elements.isFull) throw notSnappy('it ends too early');
  return output;
}

function readPreamble(bytes: Uint8Array): { length: number; end: number } {
  let length = 0;
  for (let at = 0; at < 5; at++) {
    const byte = bytes[at];
    if (byte === undefined) throw notSnappy('it has no length');
    length += (byte & 0x7f) * 2 ** (7 * at);
    if (byte < 0x80) return { length, end: at + 1 };
  }
  throw notSnappy('its length is malformed');
}

/** Writes one element after the other behind what is written. */
class ElementReader {
  readonly #bytes: Uint8Array;
  readonly #output: Uint8Array;
  #at: number;
  #to = 0;

  constructor(bytes: Uint8Array, at: number, output: Uint8Array) {
    this.#bytes = bytes;
    this.#at = at;
    this.#output = output;
  }

  get isFull(): boolean {
    return this.#to === this.#output.length;
  }

  /** False at the end. */
  next(): boolean {
    if (this.#at >= this.#bytes.length) return false;
    const tag = this.#bytes[this.#at++] ?? 0;
    const size = tag >> 2;
    switch (tag & 3) {
      case 0:
        this.#literal(size < 60 ? size + 1 : this.#integer(size - 59) + 1);
        break;
      case 1:
        this.#copy((size & 7) + 4, (tag >> 5) * 256 + this.#integer(1));
        break;
      case 2:
        this.#copy(size + 1, this.#integer(2));
        break;
      default:
        this.#copy(size + 1, this.#integer(4));
    }
    return true;
  }

  #literal(length: number): void {
    if (length > this.#bytes.length - this.#at) throw notSnappy('it ends too early');
    this.#reserve(length);
    this.#output.set(this.#bytes.subarray(this.#at, this.#at + length), this.#to);
    this.#at += length;
    this.#to += length;
  }

  #copy(length: number, offset: number): void {
    if (offset === 0 || offset > this.#to) throw notSnappy('a copy begins outside of it');
    this.#reserve(length);
    const [output, to] = [this.#output, this.#to];
    // A copy may overlap what it writes, which repeats it.
    if (offset >= length) output.copyWithin(to, to - offset, to - offset + length);
    else for (let index = to; index < to + length; index++) output[index] = output[index - offset] ?? 0;
    this.#to += length;
  }

  /** Little-endian. */
  #integer(size: number): number {
    if (this.#at + size > this.#bytes.length) throw notSnappy('it ends too early');
    let value = 0;
    for (let index = 0; index < size; index++) value += (this.#bytes[this.#at++] ?? 0) * 2 ** (8 * index);
    return value;
  }

  #reserve(length: number): void {
    if (length > this.#output.length - this.#to) throw notSnappy('it is longer than it says');
  }
}

function notSnappy(why: string): ProofloadError {
  const message = `expected Snappy's block format: ${why}`;
  return new ProofloadError('invalid', `The body is malformed: ${message}`, {
    fields: [{ field: 'body', message }],
  });
}
