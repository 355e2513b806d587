/**
 * Where the parts of a `Point` line lie, when it has the exact shape in which k6 writes it:
 * `{"metric":"M","type":"Point","data":{"time":"T","value":V,"tags":{...}}}`. Ends are exclusive.
 */
export interface PointParts {
  metricStart: number;
  metricEnd: number;
  timeStart: number;
  timeEnd: number;
  valueStart: number;
  valueEnd: number;
  tagsStart: number;
  tagsEnd: number;
}

const head = Buffer.from('{"metric":"');
const middle = Buffer.from('","type":"Point","data":{"time":"');
const beforeValue = Buffer.from('","value":');
const beforeTags = Buffer.from(',"tags":{');
const [quote, backslash, comma, closing, firstAllowed] = [34, 92, 44, 125, 32];

/** Finds the parts of a point, writing them into `parts`. False when the line is of any other shape. */
export function scanPoint(bytes: Buffer, start: number, end: number, parts: PointParts): boolean {
  if (end - start < 60 || !matches(bytes, start, head)) return false;
  let at = start + head.length;
  parts.metricStart = at;
  at = findQuote(bytes, at, end);
  if (at <= parts.metricStart || !matches(bytes, at, middle)) return false;
  parts.metricEnd = at;
  at += middle.length;
  parts.timeStart = at;
  at = findQuote(bytes, at, end);
  if (at < 0 || !matches(bytes, at, beforeValue)) return false;
  parts.timeEnd = at;
  at += beforeValue.length;
  parts.valueStart = at;
  while (at < end && bytes[at] !== comma) at += 1;
  if (!matches(bytes, at, beforeTags)) return false;
  parts.valueEnd = at;
  parts.tagsStart = at + beforeTags.length - 1;
  parts.tagsEnd = end - 2;
  return bytes[end - 1] === closing && bytes[end - 2] === closing && bytes[end - 3] === closing;
}

/** A point line whose metric and tags were seen before: only its time and value are new. */
export interface PointFrame {
  /** Everything before the time, and everything from the comma after the value. */
  before: Buffer;
  after: Buffer;
}

/** The frame of a line that `scanPoint` has taken apart. The bytes are copied. */
export function frameOf(bytes: Buffer, start: number, end: number, parts: PointParts): PointFrame {
  return {
    before: Buffer.from(bytes.subarray(start, parts.timeStart)),
    after: Buffer.from(bytes.subarray(parts.valueEnd, end)),
  };
}

/** Finds time and value of a line that has a frame, writing them into `parts`. False when it has another. */
export function scanFramed(
  bytes: Buffer,
  start: number,
  end: number,
  { before, after }: PointFrame,
  parts: PointParts,
): boolean {
  const timeStart = start + before.length;
  const valueEnd = end - after.length;
  if (valueEnd - timeStart <= beforeValue.length) return false;
  if (bytes.compare(after, 0, after.length, valueEnd, end) !== 0) return false;
  if (bytes.compare(before, 0, before.length, start, timeStart) !== 0) return false;
  const timeEnd = findQuote(bytes, timeStart, valueEnd);
  if (timeEnd < 0 || !matches(bytes, timeEnd, beforeValue)) return false;
  parts.timeStart = timeStart;
  parts.timeEnd = timeEnd;
  parts.valueStart = timeEnd + beforeValue.length;
  parts.valueEnd = valueEnd;
  return true;
}

/** The next quote, or -1 when an escape, a character that JSON does not allow or the end comes first. */
function findQuote(bytes: Buffer, start: number, end: number): number {
  for (let at = start; at < end; at++) {
    const byte = bytes[at];
    if (byte === quote) return at;
    if (byte === backslash || (byte as number) < firstAllowed) return -1;
  }
  return -1;
}

function matches(bytes: Buffer, at: number, expected: Buffer): boolean {
  for (let index = 0; index < expected.length; index++) {
    if (bytes[at + index] !== expected[index]) return false;
  }
  return true;
}
