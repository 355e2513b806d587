const digitZero = 48;

/**
 * Reads RFC 3339 times from bytes, quickly when many lie in the same minute, with fractions of a millisecond.
 * One per decoder.
 */
export class Rfc3339Reader {
  #minute = -1;
  #minuteMs = 0;

  /** Unix milliseconds of the time in the bytes from `start` up to `end`, or NaN when they are none. */
  read(bytes: Uint8Array, start: number, end: number): number {
    if (end - start < 20 || !hasShape(bytes, start)) return Number.NaN;
    const year = readTwo(bytes, start) * 100 + readTwo(bytes, start + 2);
    const month = readTwo(bytes, start + 5);
    const day = readTwo(bytes, start + 8);
    const hour = readTwo(bytes, start + 11);
    const minute = readTwo(bytes, start + 14);
    const second = readTwo(bytes, start + 17);
    const key = (((year * 100 + month) * 100 + day) * 100 + hour) * 100 + minute;
    // NaN, from a character that is no digit, differs from everything.
    if (key !== this.#minute) {
      if (!isCalendarTime(year, month, day, hour, minute)) return Number.NaN;
      this.#minuteMs = utcMs(year, month - 1, day, hour, minute);
      this.#minute = key;
    }
    if (!(second <= 60)) return Number.NaN;
    return this.#readRest(bytes, start + 19, end, this.#minuteMs + second * 1000);
  }

  /** Fraction and offset, from the character after the seconds. */
  #readRest(bytes: Uint8Array, start: number, end: number, timeMs: number): number {
    let at = start;
    let fractionMs = 0;
    if (bytes[at] === 46) {
      at += 1;
      const first = at;
      for (let unit = 100; at < end; at++, unit /= 10) {
        const digit = (bytes[at] as number) - digitZero;
        if (digit < 0 || digit > 9) break;
        fractionMs += digit * unit;
      }
      if (at === first) return Number.NaN;
    }
    const zone = bytes[at];
    if (zone === 90 || zone === 122) return at + 1 === end ? timeMs + fractionMs : Number.NaN;
    if ((zone !== 43 && zone !== 45) || at + 6 !== end || bytes[at + 3] !== 58) return Number.NaN;
    const offsetMs = (readTwo(bytes, at + 1) * 60 + readTwo(bytes, at + 4)) * 60_000;
    return timeMs + fractionMs + (zone === 43 ? -offsetMs : offsetMs);
  }
}

const hasShape = (bytes: Uint8Array, at: number): boolean =>
  bytes[at + 4] === 45 &&
  bytes[at + 7] === 45 &&
  (bytes[at + 10] === 84 || bytes[at + 10] === 116) &&
  bytes[at + 13] === 58 &&
  bytes[at + 16] === 58;

/** Two digits as a number, or NaN. */
function readTwo(bytes: Uint8Array, at: number): number {
  const tens = (bytes[at] as number) - digitZero;
  const ones = (bytes[at + 1] as number) - digitZero;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}

function isCalendarTime(year: number, month: number, day: number, hour: number, minute: number): boolean {
  if (!(month >= 1 && month <= 12 && hour <= 23 && minute <= 59)) return false;
  return day >= 1 && day <= new Date(utcMs(year, month, 0)).getUTCDate();
}

/** As `Date.UTC`, which takes the years 0 to 99 for those of the last century; Go writes a time that is not set as of year 1. */
function utcMs(year: number, month: number, day: number, hour = 0, minute = 0): number {
  const cycles = year < 100 ? 1 : 0;
  // The calendar repeats after 400 years.
  return Date.UTC(year + cycles * 400, month, day, hour, minute) - cycles * 146_097 * 86_400_000;
}
