import { ProofloadError } from '@proofload/domain';

/** Content of this size and less is decompressed into one buffer, again and again. */
const maxKeptBytes = 2 * 1024 * 1024;
/** Behind the content, so that short pieces may be written four bytes at a time. */
const slackBytes = 4;
/** Longer pieces are written by the platform, whose call costs as much as so many bytes. */
const shortBytes = 64;

/**
 * Decompresses Snappy's block format.
 * Source: google/snappy, format_description.txt.
 */
export class SnappyDecoder {
  #bytes = new Uint8Array(0);
  #view = new DataView(this.#bytes.buffer);

  /**
   * The content, which stands until the next call.
   * @param maxBytes largest content; the preamble says its length before any of it is written
   * @throws `too-large` past `maxBytes`, `invalid` when the bytes are not Snappy
   */
  decode(input: Uint8Array, maxBytes: number): Uint8Array {
    const { length, end } = readPreamble(input);
    if (length > maxBytes) {
      const message = `expected at most ${maxBytes} bytes after decompression`;
      throw new ProofloadError('too-large', `The body is too large: ${message}`, {
        fields: [{ field: 'body', message }],
      });
    }
    this.#reserve(length);
    const content = this.#bytes.subarray(0, length);
    this.#writeElements(input, end, length);
    if (length > maxKeptBytes) this.#reserve(0);
    return content;
  }

  #reserve(length: number): void {
    const isKept = length <= maxKeptBytes && this.#bytes.length <= maxKeptBytes + slackBytes;
    if (isKept && this.#bytes.length >= length + slackBytes) return;
    const most = Math.max(length, maxKeptBytes);
    this.#bytes = new Uint8Array(Math.min(most, Math.max(2 * length, 65_536)) + slackBytes);
    this.#view = new DataView(this.#bytes.buffer);
  }

  /** Writes one element after the other behind what is written. */
  #writeElements(input: Uint8Array, start: number, length: number): void {
    const output = this.#bytes;
    const view = this.#view;
    let at = start;
    let to = 0;
    while (at < input.length) {
      const tag = input[at++] as number;
      const extra = extraBytes(tag);
      const trailer = readTrailer(input, at, extra);
      at += extra;
      const size = sizeOf(tag, trailer);
      if (size > length - to) throw notSnappy('it is longer than it says');
      if ((tag & 3) === 0) {
        writeLiteral(input, at, size, output, to);
        at += size;
      } else writeCopy(view, offsetOf(tag, trailer), size, to);
      to += size;
    }
    if (to !== length) throw notSnappy('it ends too early');
  }
}

/** Bytes behind a tag that say the length of a literal or the offset of a copy. */
function extraBytes(tag: number): number {
  switch (tag & 3) {
    case 0:
      return Math.max(0, (tag >> 2) - 59);
    case 1:
      return 1;
    case 2:
      return 2;
    default:
      return 4;
  }
}

/** Little-endian; 0 when there is nothing to read. */
function readTrailer(input: Uint8Array, at: number, size: number): number {
  if (size === 0) return 0;
  if (size > input.length - at) throw notSnappy('it ends too early');
  let value = input[at] as number;
  if (size > 1) value += (input[at + 1] as number) << 8;
  if (size > 2) value += (input[at + 2] as number) << 16;
  if (size > 3) value += (input[at + 3] as number) * 2 ** 24;
  return value;
}

/** Bytes that an element gives. */
function sizeOf(tag: number, trailer: number): number {
  if ((tag & 3) === 1) return ((tag >> 2) & 7) + 4;
  return (tag & 3) === 0 && tag >> 2 >= 60 ? trailer + 1 : (tag >> 2) + 1;
}

/** How far back a copy begins. */
const offsetOf = (tag: number, trailer: number): number =>
  (tag & 3) === 1 ? ((tag >> 5) << 8) + trailer : trailer;

function writeLiteral(input: Uint8Array, at: number, size: number, output: Uint8Array, to: number): void {
  if (size > input.length - at) throw notSnappy('it ends too early');
  if (size > shortBytes) output.set(input.subarray(at, at + size), to);
  else for (let index = 0; index < size; index++) output[to + index] = input[at + index] as number;
}

/** Of what is `offset` bytes before; where the two overlap, it repeats itself. At most 64 bytes. */
function writeCopy(output: DataView, offset: number, size: number, to: number): void {
  if (offset === 0 || offset > to) throw notSnappy('a copy begins outside of it');
  if (offset < 4)
    for (let index = to; index < to + size; index++) output.setUint8(index, output.getUint8(index - offset));
  else
    for (let index = to; index < to + size; index += 4)
      output.setInt32(index, output.getInt32(index - offset, true), true);
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

function notSnappy(why: string): ProofloadError {
  const message = `expected Snappy's block format: ${why}`;
  return new ProofloadError('invalid', `The body is malformed: ${message}`, {
    fields: [{ field: 'body', message }],
  });
}
