const escapes: Readonly<Record<string, string>> = { n: '\n', '\\': '\\', '"': '"' };

/**
 * Where the value of a sample line begins: after its name and labels. -1 when the braces or quotes do not close.
 * The text before is the same whenever the same series is exposed.
 */
export function headLength(line: string): number {
  const brace = line.indexOf('{');
  const space = line.search(/[ \t]/);
  if (brace === -1 || (space !== -1 && space < brace && line[firstNonSpace(line, space)] !== '{'))
    return space;
  let isQuoted = false;
  for (let at = brace + 1; at < line.length; at++) {
    const char = line[at];
    if (char === '\\' && isQuoted) at += 1;
    else if (char === '"') isQuoted = !isQuoted;
    else if (char === '}' && !isQuoted) return at + 1;
  }
  return -1;
}

/** Name and labels of a head, or what was expected instead. A quoted name may stand within the braces (UTF-8 names). */
export function readHead(head: string): SeriesHead | { expected: string } {
  const brace = head.indexOf('{');
  const read: SeriesHead = { name: (brace === -1 ? head : head.slice(0, brace)).trim(), labels: new Map() };
  for (
    let at = brace === -1 ? head.length : firstNonSpace(head, brace + 1);
    at < head.length && head[at] !== '}';
  ) {
    const part = readPart(head, at, read);
    if ('expected' in part) return part;
    at = firstNonSpace(head, part.end);
    if (head[at] === ',') at = firstNonSpace(head, at + 1);
    else if (head[at] !== '}') return { expected: 'expected a comma between labels' };
  }
  return read.name === '' ? { expected: 'expected the name of a metric' } : read;
}

interface SeriesHead {
  name: string;
  labels: Map<string, string>;
}

/** Reads a label, or the quoted name of the metric, into `into`. */
function readPart(head: string, start: number, into: SeriesHead): { end: number } | { expected: string } {
  const label = readLabelName(head, start);
  if (label === null) return { expected: 'expected a label name' };
  const at = firstNonSpace(head, label.end);
  if (head[at] !== '=') {
    if (!label.isQuoted || into.name !== '') return { expected: `expected = after ${label.text}` };
    into.name = label.text;
    return { end: at };
  }
  const value = readQuoted(head, firstNonSpace(head, at + 1));
  if (value === null) return { expected: `expected a quoted value of ${label.text}` };
  into.labels.set(label.text, value.text);
  return { end: value.end };
}

/** Value and timestamp after the head, or what was expected. An exemplar (`# {...} 1`) is left aside. */
export function readTail(tail: string): { value: number; timeMs: number | null } | { expected: string } {
  const exemplar = tail.indexOf(' # ');
  const [valueText = '', timeText, ...rest] = (exemplar === -1 ? tail : tail.slice(0, exemplar))
    .trim()
    .split(/[ \t]+/);
  const value = readValue(valueText);
  if (value === null) return { expected: `expected a number, not ${JSON.stringify(valueText.slice(0, 40))}` };
  if (rest.length > 0) return { expected: 'expected nothing after the timestamp' };
  if (timeText === undefined) return { value, timeMs: null };
  const timeMs = readTimestamp(timeText);
  return timeMs === null
    ? { expected: 'expected a timestamp in unix seconds or milliseconds' }
    : { value, timeMs };
}

const numberPattern = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

function readValue(text: string): number | null {
  if (numberPattern.test(text)) return Number(text);
  switch (text.toLowerCase()) {
    case 'nan':
      return Number.NaN;
    case 'inf':
    case '+inf':
      return Number.POSITIVE_INFINITY;
    case '-inf':
      return Number.NEGATIVE_INFINITY;
    default:
      return null;
  }
}

/** The older format counts milliseconds, OpenMetrics seconds: whole numbers of 12 digits and more are milliseconds. */
function readTimestamp(text: string): number | null {
  if (!numberPattern.test(text)) return null;
  const number = Number(text);
  const timeMs = /^-?\d{12,}$/.test(text) ? number : number * 1000;
  return Math.abs(timeMs) <= 8.64e15 ? timeMs : null;
}

function firstNonSpace(text: string, start: number): number {
  let at = start;
  while (text[at] === ' ' || text[at] === '\t') at += 1;
  return at;
}

function readLabelName(text: string, at: number): { text: string; end: number; isQuoted: boolean } | null {
  const quoted = readQuoted(text, at);
  if (quoted !== null) return { ...quoted, isQuoted: true };
  const plain = /^[A-Za-z_][A-Za-z0-9_]*/.exec(text.slice(at, at + 200))?.[0];
  return plain === undefined ? null : { text: plain, end: at + plain.length, isQuoted: false };
}

/** A quoted text with the escapes `\\`, `\"` and `\n`; other backslashes stand for themselves. */
function readQuoted(text: string, start: number): { text: string; end: number } | null {
  if (text[start] !== '"') return null;
  let read = '';
  for (let at = start + 1; at < text.length; at++) {
    const char = text[at] as string;
    if (char === '"') return { text: read, end: at + 1 };
    const escaped = char === '\\' ? escapes[text[at + 1] ?? ''] : undefined;
    read += escaped ?? char;
    if (escaped !== undefined) at += 1;
  }
  return null;
}
