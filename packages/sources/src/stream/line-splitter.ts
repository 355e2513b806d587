import { ProofloadError } from '@proofload/domain';

/** Receives a line without its end: the bytes from `start` up to but not including `end`. Valid during the call only. */
export type LineReader = (bytes: Buffer, start: number, end: number, line: number) => void;

/** Longest line that is taken; a line is held in memory as a whole. */
export const maxLineBytes = 1024 * 1024;
const newline = 10;
const carriageReturn = 13;

/** Cuts bytes into lines without copying those that lie within one chunk. Lines are counted from 1. */
export class LineSplitter {
  /** Lines that were read to their end. */
  lines = 0;
  #carry: Buffer[] = [];
  #carryBytes = 0;
  readonly #read: LineReader;

  constructor(read: LineReader) {
    this.#read = read;
  }

  /** Whether the last line has no end yet. */
  get hasOpenLine(): boolean {
    return this.#carryBytes > 0;
  }

  push(chunk: Uint8Array): void {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let at = 0;
    while (at < bytes.length) {
      const end = bytes.indexOf(newline, at);
      if (end === -1) {
        this.#keep(bytes.subarray(at));
        return;
      }
      if (this.#carryBytes > 0) {
        this.#keep(bytes.subarray(at, end));
        this.#emitCarry();
      } else {
        this.#emit(bytes, at, end);
      }
      at = end + 1;
    }
  }

  /** Takes what follows the last line end as a line. */
  end(): void {
    if (this.#carryBytes > 0) this.#emitCarry();
  }

  #keep(bytes: Buffer): void {
    this.#carryBytes += bytes.length;
    if (this.#carryBytes > maxLineBytes) throw tooLong(this.lines + 1);
    // The chunk's memory belongs to whoever sent it.
    this.#carry.push(Buffer.from(bytes));
  }

  #emitCarry(): void {
    const whole = this.#carry.length === 1 ? (this.#carry[0] as Buffer) : Buffer.concat(this.#carry);
    this.#carry = [];
    this.#carryBytes = 0;
    this.#emit(whole, 0, whole.length);
  }

  #emit(bytes: Buffer, start: number, end: number): void {
    if (end - start > maxLineBytes) throw tooLong(this.lines + 1);
    const first = this.lines === 0 && startsWithMark(bytes, start) ? start + 3 : start;
    const isCrLf = end > start && bytes[end - 1] === carriageReturn;
    this.#read(bytes, first, isCrLf ? end - 1 : end, this.lines + 1);
    this.lines += 1;
  }
}

/** Some editors put the byte order mark of UTF-8 before a text. */
const startsWithMark = (bytes: Buffer, at: number): boolean =>
  bytes[at] === 0xef && bytes[at + 1] === 0xbb && bytes[at + 2] === 0xbf;

function tooLong(line: number): ProofloadError {
  const message = `expected at most ${maxLineBytes} bytes in a line`;
  return new ProofloadError('too-large', `Line ${line} is too long`, {
    fields: [{ field: `line ${line}`, message, line }],
  });
}
