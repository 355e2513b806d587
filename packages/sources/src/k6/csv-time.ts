import type { Rfc3339Reader } from '../stream/rfc3339.ts';

/**
 * Unix milliseconds of a timestamp in any of k6's `K6_CSV_TIME_FORMAT`s, or NaN. Whole numbers are seconds, milli-,
 * micro- or nanoseconds by their size: each unit's numbers for the years 1973 to 5138 do not overlap with another's.
 */
export function readCsvTime(text: string, rfc3339: Rfc3339Reader): number {
  if (!/^\d{1,19}$/.test(text)) {
    const bytes = Buffer.from(text);
    return rfc3339.read(bytes, 0, bytes.length);
  }
  if (text.length <= 11) return Number(text) * 1000;
  if (text.length <= 14) return Number(text);
  // Nanoseconds have more digits than a float holds: the milliseconds are cut off as text.
  const digits = text.length <= 17 ? 3 : 6;
  return Number(text.slice(0, -digits)) + Number(text.slice(-digits)) / 10 ** digits;
}
