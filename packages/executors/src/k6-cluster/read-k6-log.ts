import { type K6LogLine, parseK6LogLine } from '../k6/k6-log-line.ts';

export interface K6Log {
  /** JSON of `--summary-export`; null when k6 ended before it wrote one. */
  summary: string | null;
  /** Warnings and errors, in order. */
  problems: K6LogLine[];
  lastError: string | null;
}

/** A line of JSON with indentation, as k6 prints it; its summary for people has none that look alike. */
const jsonLine = /^\s+(?:"|[\]}]+,?$)/;

/**
 * Reads the log of a container of k6 that printed its summary into it. Lines of its two outputs may be mixed with one
 * another, and the summary ends without a line break.
 */
export function readK6Log(text: string): K6Log {
  const lines = text.split('\n');
  let summary: string | null = null;
  const rest: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const found = lines[at] === '{' ? readJson(lines, at) : null;
    if (found === null) rest.push(lines[at] ?? '');
    else {
      summary = found.json;
      rest.push(...found.others);
      at = found.end;
    }
  }
  const problems = rest
    .filter((line) => line.startsWith('{'))
    .map(parseK6LogLine)
    .filter(({ level }) => level === 'warn' || level === 'error');
  return {
    summary,
    problems,
    lastError: problems.findLast(({ level }) => level === 'error')?.message ?? null,
  };
}

function readJson(
  lines: readonly string[],
  start: number,
): { json: string; end: number; others: string[] } | null {
  const own: string[] = ['{'];
  const others: string[] = [];
  for (let at = start + 1; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (line.startsWith('}')) {
      const json = [...own, '}'].join('\n');
      if (!isSummary(json)) return null;
      return { json, end: at, others: [...others, line.slice(1)] };
    }
    if (jsonLine.test(line)) own.push(line);
    else others.push(line);
  }
  return null;
}

function isSummary(json: string): boolean {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && 'metrics' in value;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}
