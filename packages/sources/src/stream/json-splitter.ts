import { ProofloadError } from '@proofload/domain';
import { invalidLine } from './invalid-line.ts';

/** A value that stands directly in the root of a JSON text, or is an element of one of its arrays. */
export interface JsonPiece {
  /** The member of the root that it is or is an element of; null for elements of a root that is an array. */
  key: string | null;
  /** Place in its array; null for a whole member. */
  index: number | null;
  text: string;
  /** Where it begins, from 1. */
  line: number;
}

/** What is to be done with a member of a root that is an object. */
export type MemberUse = 'whole' | 'elements' | 'skip';

/** Longest piece that is taken, in bytes; it is held in memory as a whole. */
export const maxPieceBytes = 4 * 1024 * 1024;
const maxKeyBytes = 1024;

type Place =
  | 'root'
  | 'first-element'
  | 'element'
  | 'after-element'
  | 'first-key'
  | 'key'
  | 'colon'
  | 'value'
  | 'after-value'
  | 'end';

const expectations: Record<Place, string> = {
  root: 'expected a JSON object or array',
  'first-element': 'expected a value or `]`',
  element: 'expected a value',
  'after-element': 'expected `,` or `]`',
  'first-key': 'expected a name in quotes or `}`',
  key: 'expected a name in quotes',
  colon: 'expected `:`',
  value: 'expected a value',
  'after-value': 'expected `,` or `}`',
  end: 'expected the end: a file holds one JSON text',
};

const [tab, newline, carriageReturn, space] = [9, 10, 13, 32];
const [quote, comma, colon, backslash] = [34, 44, 58, 92];
const [openBracket, closeBracket, openBrace, closeBrace] = [91, 93, 123, 125];

/** Where punctuation leads; anything else begins a value or is wrong. */
const steps: Readonly<Record<Place, Readonly<Record<number, Place | 'end-of-array'>>>> = {
  root: { [openBracket]: 'first-element', [openBrace]: 'first-key' },
  'first-element': { [closeBracket]: 'end-of-array' },
  element: {},
  'after-element': { [closeBracket]: 'end-of-array', [comma]: 'element' },
  'first-key': { [closeBrace]: 'end' },
  key: {},
  colon: { [colon]: 'value' },
  value: {},
  'after-value': { [closeBrace]: 'end', [comma]: 'key' },
  end: {},
};

function mayBeginValue(place: Place, byte: number): boolean {
  if (place === 'key' || place === 'first-key') return byte === quote;
  const isValue = place === 'value' || place === 'element' || place === 'first-element';
  return isValue && ![comma, colon, closeBracket, closeBrace].includes(byte);
}

const isSpace = (byte: number): boolean =>
  byte === space || byte === newline || byte === carriageReturn || byte === tab;
const isDelimiter = (byte: number): boolean =>
  isSpace(byte) || byte === comma || byte === closeBracket || byte === closeBrace;

/**
 * Cuts a JSON text of any size into the values of its root as it arrives, holding one of them at a time. Structure is
 * checked here; what a piece holds is checked by who parses it.
 */
export class JsonSplitter {
  readonly #useOf: (key: string) => MemberUse;
  readonly #read: (piece: JsonPiece) => void;
  #place: Place = 'root';
  /** Whether the elements that are being read belong to a member of the root. */
  #isNested = false;
  #key: string | null = null;
  #index = 0;
  #line = 1;
  /** The value that is being read: how it ends, and what is to become of it. */
  #inValue: 'string' | 'structure' | 'scalar' | null = null;
  #isKey = false;
  #isSkipped = false;
  #depth = 0;
  #inString = false;
  #isEscaped = false;
  #valueLine = 1;
  #carry: Buffer[] = [];
  #carryBytes = 0;
  #seen = 0;

  /** @param useOf tells for a root that is an object which members are wanted */
  constructor(useOf: (key: string) => MemberUse, read: (piece: JsonPiece) => void) {
    this.#useOf = useOf;
    this.#read = read;
  }

  /** Lines that were read to their end. */
  get lines(): number {
    return this.#line - 1;
  }

  /** Throws `invalid` or `too-large` naming the line; the pieces before it have been given. */
  push(chunk: Uint8Array): void {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    for (let at = 0; at < bytes.length; ) {
      at = this.#inValue === null ? this.#readStructure(bytes, at) : this.#readValue(bytes, at);
    }
    this.#seen += bytes.length;
  }

  end(): void {
    if (this.#place !== 'end') throw invalidLine(this.#line, 'expected more: the JSON ends too early');
  }

  #readStructure(bytes: Buffer, at: number): number {
    const byte = bytes[at] as number;
    if (isSpace(byte)) {
      if (byte === newline) this.#line += 1;
      return at + 1;
    }
    // The byte order mark of UTF-8.
    if (this.#seen + at < 3 && [0xef, 0xbb, 0xbf][this.#seen + at] === byte) return at + 1;
    if (this.#step(byte)) return at + 1;
    this.#beginValue(byte);
    return at;
  }

  /** Takes punctuation; false when a value begins. */
  #step(byte: number): boolean {
    const next = steps[this.#place][byte];
    if (next !== undefined) {
      this.#place = next === 'end-of-array' ? this.#endArray() : next;
      return true;
    }
    if (this.#place === 'value' && byte === openBracket && this.#use() === 'elements') {
      this.#isNested = true;
      this.#index = 0;
      this.#place = 'first-element';
      return true;
    }
    if (!mayBeginValue(this.#place, byte)) throw invalidLine(this.#line, expectations[this.#place]);
    return false;
  }

  #endArray(): Place {
    if (!this.#isNested) return 'end';
    this.#isNested = false;
    return 'after-value';
  }

  #use(): MemberUse {
    return this.#key === null ? 'whole' : this.#useOf(this.#key);
  }

  #beginValue(byte: number): void {
    this.#isKey = this.#place === 'key' || this.#place === 'first-key';
    this.#isSkipped = !this.#isKey && !this.#isElement() && this.#use() === 'skip';
    this.#inValue =
      byte === quote ? 'string' : byte === openBracket || byte === openBrace ? 'structure' : 'scalar';
    this.#depth = 0;
    this.#inString = false;
    this.#isEscaped = false;
    this.#valueLine = this.#line;
  }

  #isElement(): boolean {
    return this.#place === 'element' || this.#place === 'first-element';
  }

  /** Reads on in a value. @returns where it ends, or the end of the bytes */
  #readValue(bytes: Buffer, start: number): number {
    const end = this.#endOfValue(bytes, start);
    if (!this.#isSkipped) {
      this.#carryBytes += (end === -1 ? bytes.length : end) - start;
      if (this.#carryBytes > (this.#isKey ? maxKeyBytes : maxPieceBytes)) throw this.#tooLong();
    }
    if (end === -1) {
      // The chunk's memory belongs to whoever sent it.
      if (!this.#isSkipped) this.#carry.push(Buffer.from(bytes.subarray(start)));
      return bytes.length;
    }
    this.#endValue(bytes.subarray(start, end));
    return end;
  }

  #endOfValue(bytes: Buffer, start: number): number {
    if (this.#inValue === 'scalar') {
      for (let at = start; at < bytes.length; at++) if (isDelimiter(bytes[at] as number)) return at;
      return -1;
    }
    for (let at = start; at < bytes.length; at++) {
      if (this.#inString) {
        at = this.#skipString(bytes, at);
        if (at === -1) return -1;
        if (this.#depth === 0) return at + 1;
      } else if (this.#readOutside(bytes[at] as number)) {
        return at + 1;
      }
    }
    return -1;
  }

  /** @returns the place of the quote that ends the string, or -1 when it goes on */
  #skipString(bytes: Buffer, start: number): number {
    let first = this.#isEscaped ? start + 1 : start;
    this.#isEscaped = false;
    for (;;) {
      const end = bytes.indexOf(quote, first);
      const isEscaped = hasOpenEscape(bytes, first, end === -1 ? bytes.length : end);
      if (end === -1) this.#isEscaped = isEscaped;
      else if (isEscaped) {
        first = end + 1;
        continue;
      } else this.#inString = false;
      return end;
    }
  }

  /** True when the structure ends with this byte. */
  #readOutside(byte: number): boolean {
    if (byte === quote) this.#inString = true;
    else if (byte === newline) this.#line += 1;
    else if (byte === openBrace || byte === openBracket) this.#depth += 1;
    else if (byte === closeBrace || byte === closeBracket) {
      this.#depth -= 1;
      return this.#depth === 0;
    }
    return false;
  }

  #endValue(rest: Buffer): void {
    const whole = this.#carry.length === 0 ? rest : Buffer.concat([...this.#carry, rest]);
    this.#carry = [];
    this.#carryBytes = 0;
    this.#inValue = null;
    if (this.#isKey) {
      this.#key = parseKey(whole.toString('utf8'), this.#valueLine);
      this.#place = 'colon';
      return;
    }
    const isElement = this.#isElement();
    const index = isElement ? this.#index : null;
    this.#place = isElement ? 'after-element' : 'after-value';
    if (isElement) this.#index += 1;
    if (this.#isSkipped) return;
    this.#read({ key: this.#key, index, text: whole.toString('utf8'), line: this.#valueLine });
  }

  #tooLong(): ProofloadError {
    const most = this.#isKey ? maxKeyBytes : maxPieceBytes;
    const field = `line ${this.#valueLine}`;
    const message = `expected at most ${most} bytes in ${this.#isKey ? 'a name' : 'one value'}`;
    return new ProofloadError('too-large', `Line ${this.#valueLine}: a piece of the JSON is too long`, {
      fields: [{ field, message, line: this.#valueLine }],
    });
  }
}

/** Whether what stands at `end` is escaped: by an odd number of backslashes since `start`. */
function hasOpenEscape(bytes: Buffer, start: number, end: number): boolean {
  let at = end;
  while (at > start && bytes[at - 1] === backslash) at -= 1;
  return (end - at) % 2 === 1;
}

function parseKey(text: string, line: number): string {
  try {
    return String(JSON.parse(text));
  } catch (cause) {
    throw invalidLine(line, 'expected a name in quotes', cause);
  }
}
