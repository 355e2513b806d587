const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

export type InstantStyle = 'full' | 'short' | 'clock' | 'relative';

/**
 * A point in time as its reader says it. Written from numbers alone, so that the server and every browser give the
 * same text: `full` 21 Nov 2026, 09:32:15; `short` 21 Nov, 09:32; `clock` 09:32:15; `relative` 3 min ago, until that says too little.
 */
export function formatInstant(
  atMs: number,
  style: InstantStyle,
  { zone, nowMs }: { zone: string; nowMs: number },
): string {
  if (Number.isNaN(atMs)) return 'unknown time';
  if (style === 'relative') {
    const said = sayAge(nowMs - atMs);
    if (said !== null) return said;
  }
  const at = readParts(atMs, zone);
  const time = `${at.hour}:${at.minute}`;
  if (style === 'clock') return `${time}:${at.second}`;
  if (style === 'full') return `${at.day} ${at.month} ${at.year}, ${time}:${at.second}`;
  const year = at.year === readParts(nowMs, zone).year ? '' : ` ${at.year}`;
  return `${at.day} ${at.month}${year}, ${time}`;
}

/** Null when an age says less than a date: the future, and more than two weeks ago. */
function sayAge(ageMs: number): string | null {
  if (ageMs < -minuteMs || ageMs > 14 * dayMs) return null;
  if (ageMs < minuteMs) return 'just now';
  if (ageMs < hourMs) return `${Math.floor(ageMs / minuteMs)} min ago`;
  if (ageMs < 2 * dayMs) return `${Math.floor(ageMs / hourMs)} h ago`;
  return `${Math.floor(ageMs / dayMs)} d ago`;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function readParts(atMs: number, zone: string) {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    formats.set(zone, format);
  }
  const parts = Object.fromEntries(format.formatToParts(atMs).map(({ type, value }) => [type, value]));
  return {
    year: parts.year ?? '',
    month: months[Number(parts.month) - 1] ?? '',
    day: String(Number(parts.day)),
    hour: parts.hour ?? '',
    minute: parts.minute ?? '',
    second: parts.second ?? '',
  };
}
