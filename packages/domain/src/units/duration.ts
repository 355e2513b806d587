/** Lengths of time; factors to seconds. */
export const durationUnits: Readonly<Record<string, number>> = {
  ns: 1e-9,
  us: 1e-6,
  µs: 1e-6,
  ms: 1e-3,
  s: 1,
  min: 60,
  m: 60,
  h: 3600,
  d: 86_400,
};

const pattern = /^(\d+(?:\.\d+)?)(ms|s|m|min|h|d)$/;
const maxLength = 100;
/** A century: everything longer is a mistake, and no timer can wait for it. */
const longestMs = 36_525 * 86_400_000;

/** Parses `15s`, `2.5m`, `250ms` or sums such as `1h30m`. @returns milliseconds, or null when it is not a duration */
export function parseDurationMs(text: string): number | null {
  if (text.length > maxLength) return null;
  const parts = text.trim().match(/\d+(?:\.\d+)?[a-z]+/g);
  if (!parts || parts.join('') !== text.trim().replaceAll(' ', '')) return null;
  let totalMs = 0;
  for (const part of parts) {
    const match = pattern.exec(part);
    const factor = match?.[2] === undefined ? undefined : durationUnits[match[2]];
    if (!match || factor === undefined) return null;
    totalMs += Number(match[1]) * factor * 1000;
  }
  return totalMs <= longestMs ? totalMs : null;
}

/** The unit in which people say a length of time: 240 ms, 12.3 s, 61.5 min, 5.2 h. */
export function chooseDurationUnit(seconds: number): { unit: string; factor: number } {
  const size = Math.abs(seconds);
  if (size === 0) return { unit: 's', factor: 1 };
  if (size < 1e-6) return { unit: 'ns', factor: 1e-9 };
  if (size < 1e-3) return { unit: 'µs', factor: 1e-6 };
  if (size < 1) return { unit: 'ms', factor: 1e-3 };
  if (size < 120) return { unit: 's', factor: 1 };
  if (size < 7200) return { unit: 'min', factor: 60 };
  if (size < 172_800) return { unit: 'h', factor: 3600 };
  return { unit: 'd', factor: 86_400 };
}
