import { StringDecoder } from 'node:string_decoder';

const errorLevel = 50;
const maxLineLength = 10_000;
const quietMs = 10_000;

/**
 * Finds the errors in what a process writes: JSON lines of level `error` and above, and the lines that Next.js marks.
 * At most one is told in ten seconds; the log file has them all.
 */
export function createErrorLines(
  tell: (message: string) => void,
  nowMs: () => number,
): (bytes: Buffer) => void {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let quietUntilMs = Number.NEGATIVE_INFINITY;
  return (bytes) => {
    const lines = (rest + decoder.write(bytes)).split('\n');
    rest = (lines.pop() ?? '').slice(-maxLineLength);
    for (const line of lines) {
      const message = readError(line);
      if (message === null || nowMs() < quietUntilMs) continue;
      quietUntilMs = nowMs() + quietMs;
      tell(message);
    }
  };
}

/** The message of an error line, or null when the line is not about an error. */
export function readError(line: string): string | null {
  if (line.trimStart().startsWith('⨯')) return line.trim().slice(1).trim();
  if (!line.startsWith('{')) return null;
  const entry = parseObject(line);
  if (!entry || typeof entry.level !== 'number' || entry.level < errorLevel) return null;
  const cause = (entry.err ?? entry.error) as { message?: unknown } | undefined;
  const detail =
    typeof cause?.message === 'string' && cause.message !== entry.msg ? `: ${cause.message}` : '';
  return `${String(entry.msg ?? 'error')}${detail}`;
}

function parseObject(line: string): Record<string, unknown> | null {
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
