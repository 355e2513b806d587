import { ProofloadError } from '../errors.ts';

export const matcherOperators = ['=~', '!~', '!=', '='] as const;
export type MatcherOperator = (typeof matcherOperators)[number];

/** `=~` and `!~` take a regular expression that must match the whole value; a missing label has the value ''. */
export interface LabelMatcher {
  name: string;
  op: MatcherOperator;
  value: string;
}

/** Letters of any script: names come from spreadsheets as well; OpenTelemetry's may have slashes. */
const metricPattern = /^[\p{L}_:][\p{L}\p{M}\p{N}_:./-]*/u;
const labelPattern = /^[\p{L}_][\p{L}\p{M}\p{N}_./-]*/u;
const maxLength = 4096;
const maxRegexLength = 256;

/** Reads `name{label="x",other=~"y.*"}` into its parts. Throws `invalid` naming `field` and the position. */
export function parseSelector(text: string, field = 'metric'): { metric: string; matchers: LabelMatcher[] } {
  const trimmed = text.trim();
  if (trimmed.length > maxLength) throw selectorError(field, 1, `expected at most ${maxLength} characters`);
  const metric = metricPattern.exec(trimmed)?.[0];
  if (metric === undefined) throw selectorError(field, 1, 'expected a metric name');
  const rest = trimmed.slice(metric.length).trim();
  if (rest === '') return { metric, matchers: [] };
  if (!rest.startsWith('{') || !rest.endsWith('}')) {
    throw selectorError(field, metric.length + 1, 'expected `{label="value"}` or the end');
  }
  return { metric, matchers: parseMatchers(rest.slice(1, -1), field) };
}

/** Reads `label="x",other!="y"`, which may be empty. Throws `invalid` naming `field` and the position. */
export function parseMatchers(text: string, field = 'labels'): LabelMatcher[] {
  if (text.length > maxLength) throw selectorError(field, 1, `expected at most ${maxLength} characters`);
  const matchers: LabelMatcher[] = [];
  let at = skipSpace(text, 0);
  while (at < text.length) {
    const { matcher, end } = parseMatcher(text, at, field);
    matchers.push(matcher);
    at = skipSpace(text, end);
    if (at >= text.length) break;
    if (text[at] !== ',') throw selectorError(field, at + 1, 'expected `,` between label matchers');
    at = skipSpace(text, at + 1);
  }
  return matchers;
}

/** The text of a selector, such that `parseSelector` reads it back. */
export function printSelector(metric: string, matchers: readonly LabelMatcher[]): string {
  const inner = matchers.map((m) => `${m.name}${m.op}"${quote(m.value)}"`).join(',');
  return inner === '' ? metric : `${metric}{${inner}}`;
}

/** What `unquote` undoes; everything else stands for itself. */
const quote = (value: string): string =>
  value.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\t', '\\t').replaceAll('\r', '\\r');

function parseMatcher(text: string, start: number, field: string): { matcher: LabelMatcher; end: number } {
  const name = labelPattern.exec(text.slice(start))?.[0];
  if (name === undefined) throw selectorError(field, start + 1, 'expected a label name');
  let at = skipSpace(text, start + name.length);
  const op = matcherOperators.find((candidate) => text.startsWith(candidate, at));
  if (op === undefined) throw selectorError(field, at + 1, 'expected `=`, `!=`, `=~` or `!~`');
  at = skipSpace(text, at + op.length);
  const quoted = /^"(?:[^"\\]|\\.)*"|^'(?:[^'\\]|\\.)*'/.exec(text.slice(at))?.[0];
  if (quoted === undefined) throw selectorError(field, at + 1, 'expected a value in quotes');
  const value = unquote(quoted);
  if (op === '=~' || op === '!~') checkRegex(value, field, at + 1);
  return { matcher: { name, op, value }, end: at + quoted.length };
}

function unquote(quoted: string): string {
  const escapes: Record<string, string> = { n: '\n', t: '\t', r: '\r' };
  return quoted
    .slice(1, -1)
    .replace(/\\(.)/gs, (whole, char: string) => escapes[char] ?? ('"\'\\'.includes(char) ? char : whole));
}

function checkRegex(source: string, field: string, position: number): void {
  if (source.length > maxRegexLength) {
    throw selectorError(
      field,
      position,
      `expected a regular expression of at most ${maxRegexLength} characters`,
    );
  }
  try {
    // By itself, so that it cannot close the group that it is put into.
    new RegExp(source, 'u');
  } catch (cause) {
    throw selectorError(field, position, 'expected a valid regular expression', cause);
  }
}

function skipSpace(text: string, start: number): number {
  let at = start;
  while (at < text.length && /\s/.test(text[at] ?? '')) at += 1;
  return at;
}

function selectorError(field: string, position: number, expected: string, cause?: unknown): ProofloadError {
  const message = `${expected} at character ${position}`;
  return new ProofloadError('invalid', `${field}: ${message}`, { fields: [{ field, message }], cause });
}
