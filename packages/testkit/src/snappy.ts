/** Positions that one table remembers; so many bytes are compressed at a time, and copies reach no further back. */
const fragmentBytes = 65_536;
const tableBits = 14;
const leastCopy = 4;
const largestCopy = 64;

/**
 * Compresses into Snappy's block format, as senders do: the first match that a table of hashes finds.
 * Source: google/snappy, format_description.txt.
 */
export function compressSnappy(content: Buffer): Buffer {
  const writer = new SnappyWriter(content.length);
  for (let start = 0; start < content.length; start += fragmentBytes)
    compressFragment(content, start, Math.min(content.length, start + fragmentBytes), writer);
  return writer.finish();
}

function compressFragment(content: Buffer, start: number, end: number, writer: SnappyWriter): void {
  const table = new Int32Array(2 ** tableBits).fill(-1);
  let literalFrom = start;
  let at = start;
  while (at + leastCopy <= end) {
    const four = content.readInt32LE(at);
    const slot = Math.imul(four, 0x1e35a7bd) >>> (32 - tableBits);
    const candidate = table[slot] as number;
    table[slot] = at;
    if (candidate < 0 || content.readInt32LE(candidate) !== four) {
      // The longer nothing was found, the larger the steps: noise costs little.
      at += 1 + ((at - literalFrom) >> 5);
      continue;
    }
    let length = leastCopy;
    while (at + length < end && content[candidate + length] === content[at + length]) length++;
    writer.literal(content.subarray(literalFrom, at));
    writer.copy(at - candidate, length);
    at += length;
    literalFrom = at;
  }
  writer.literal(content.subarray(literalFrom, end));
}

class SnappyWriter {
  readonly #bytes: Buffer;
  #length = 0;

  constructor(contentBytes: number) {
    this.#bytes = Buffer.allocUnsafe(32 + contentBytes + Math.ceil(contentBytes / 6));
    let rest = contentBytes;
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) this.#byte((rest % 0x80) | 0x80);
    this.#byte(rest);
  }

  /** At most 65 536 bytes; none is left out. */
  literal(bytes: Uint8Array): void {
    const size = bytes.length - 1;
    if (size < 0) return;
    if (size < 60) this.#byte(size << 2);
    else if (size < 256) this.#byte(60 << 2, size);
    else this.#byte(61 << 2, size & 255, size >> 8);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** @param offset below 65 536 */
  copy(offset: number, length: number): void {
    for (let rest = length; rest > 0; ) {
      // What is left over must not be too short for a copy of its own.
      const size = rest > largestCopy && rest < largestCopy + leastCopy ? 60 : Math.min(rest, largestCopy);
      if (size >= leastCopy && size < 12 && offset < 2048)
        this.#byte(1 | ((size - 4) << 2) | ((offset >> 8) << 5), offset & 255);
      else this.#byte(2 | ((size - 1) << 2), offset & 255, offset >> 8);
      rest -= size;
    }
  }

  finish(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  #byte(...bytes: number[]): void {
    for (const byte of bytes) this.#bytes[this.#length++] = byte;
  }
}
