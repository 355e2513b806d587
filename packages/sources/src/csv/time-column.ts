import { invalidLine } from '../stream/invalid-line.ts';
import { plainText } from '../stream/plain-text.ts';
import { Rfc3339Reader } from '../stream/rfc3339.ts';

const units = [
  { name: 's', words: 'unix seconds', perMs: 1e-3, digits: -3 },
  { name: 'ms', words: 'unix milliseconds', perMs: 1, digits: 0 },
  { name: 'µs', words: 'unix microseconds', perMs: 1e3, digits: 3 },
  { name: 'ns', words: 'unix nanoseconds', perMs: 1e6, digits: 6 },
] as const;
type Unit = (typeof units)[number];

/** The years 1973 to 5138: no number of these is one in another unit. */
const [earliestMs, latestMs] = [1e11, 1e14];
const unixPattern = /^\d+(?:\.\d*)?(?:[eE]\+?\d+)?$/;
const withoutZone = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?)?$/;

/** Reads the times of one column. How they are written is told by the first of them and holds for all. */
export class TimeColumn {
  readonly #name: string;
  readonly #rfc3339 = new Rfc3339Reader();
  readonly #wanted: Unit | null;
  #format: Unit | 'rfc3339' | null = null;

  /** @param unit that the header gives the column, or null */
  constructor(name: string, unit: string | null) {
    this.#name = plainText(name, 100);
    this.#wanted = units.find((one) => one.name === (unit === 'us' ? 'µs' : unit)) ?? null;
  }

  /** How the times were read, in a sentence; null before the first. */
  describe(): string | null {
    if (this.#format === null) return null;
    const words = this.#format === 'rfc3339' ? 'RFC 3339' : this.#format.words;
    return `Times in ${this.#name} were read as ${words}`;
  }

  /** Unix milliseconds. Throws `invalid` naming the line. */
  read(text: string, line: number): number {
    const plain = text.trim();
    this.#format ??= unixPattern.test(plain) ? this.#chooseUnit(plain, line) : 'rfc3339';
    const timeMs = this.#format === 'rfc3339' ? this.#readRfc3339(plain) : readUnix(plain, this.#format);
    if (!Number.isNaN(timeMs)) return timeMs;
    throw invalidLine(line, this.#expected(plain));
  }

  #chooseUnit(text: string, line: number): Unit {
    const unit = (this.#wanted ? [this.#wanted] : units).find((one) => !Number.isNaN(readUnix(text, one)));
    if (unit !== undefined) return unit;
    const message = `expected a unix or RFC 3339 time in ${this.#name}, found ${plainText(text, 50)}; times that count from the start of a test tell no moment`;
    throw invalidLine(line, message);
  }

  #readRfc3339(text: string): number {
    // Many programs write a space where the standard has a T.
    const standard = text[10] === ' ' ? `${text.slice(0, 10)}T${text.slice(11)}` : text;
    const bytes = Buffer.from(standard);
    return this.#rfc3339.read(bytes, 0, bytes.length);
  }

  #expected(text: string): string {
    const found = `found ${text === '' ? 'nothing' : plainText(text, 50)}`;
    if (this.#format !== 'rfc3339' && this.#format !== null)
      return `expected ${this.#format.words} in ${this.#name}, as in the records before, ${found}`;
    return withoutZone.test(text)
      ? `expected a time with its zone in ${this.#name}, such as 2026-11-21T05:56:42Z, ${found}`
      : `expected a unix or RFC 3339 time in ${this.#name}, ${found}`;
  }
}

/** Unix milliseconds, or NaN for what is no time in this unit. */
function readUnix(text: string, { perMs, digits }: Unit): number {
  if (!unixPattern.test(text)) return Number.NaN;
  // Nanoseconds have more digits than a float holds: the milliseconds are cut off as text.
  const isLong = digits > 0 && text.length > digits && /^\d{16,}$/.test(text);
  const timeMs = isLong
    ? Number(text.slice(0, -digits)) + Number(text.slice(-digits)) / 10 ** digits
    : Number(text) / perMs;
  return timeMs >= earliestMs && timeMs < latestMs ? timeMs : Number.NaN;
}
