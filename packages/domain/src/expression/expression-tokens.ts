import { ProofloadError } from '../errors.ts';
import { cutText } from '../plain-text.ts';
import { type MatchOperator, matchOperators } from './expression-node.ts';

/** Characters from 0; errors count from 1. */
export type ExpressionToken = { start: number; end: number } & (
  | { kind: 'word'; text: string }
  | { kind: 'text'; text: string; value: string }
  | { kind: 'number'; text: string; value: number; unit: string }
  | { kind: 'in'; text: string; unit: string }
  | { kind: 'match'; text: MatchOperator }
  | { kind: 'sign'; text: '(' | ')' | '{' | '}' | ',' | '+' | '-' | '*' | '/' }
  | { kind: 'end'; text: '' }
);

const word = /[\p{L}_][\p{L}\p{M}\p{N}_.:]*/uy;
const text = /"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'/uy;
const number = /(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?/iuy;
/** Such as `s`, `%`, `MB/s`. What follows must not make it a name, a function or a selection. */
const unit = /[ \u00a0\u202f]*((?!in\b)(?:%|‰|[\p{L}µ°][\p{L}µ°]*(?:\/[\p{L}µ]+)?))(?![\p{L}\p{N}_.:{("])/uy;
const conversion = /in[ \u00a0\u202f]+(%|‰|[\p{L}µ°][\p{L}µ°]*(?:\/[\p{L}µ]+)?)(?![\p{L}\p{N}_])/uy;
const space = /\s+/uy;
const signs = '(){},+-*/';

/** An error of an expression, with its place in the text. @param start characters from 0 */
export function expressionError(start: number, expected: string): ProofloadError {
  const message = `${cutText(expected, 300)} at character ${start + 1}`;
  return new ProofloadError('invalid', `The expression is not valid: ${message}`, {
    fields: [{ field: 'expression', message }],
  });
}

/** Splits an expression into tokens. Throws `invalid` at what is none. */
export function splitExpression(source: string): ExpressionToken[] {
  const tokens: ExpressionToken[] = [];
  let at = 0;
  while (at < source.length) {
    const blank = matchAt(space, source, at);
    if (blank) {
      at += blank[0].length;
      continue;
    }
    const token = readToken(source, at);
    tokens.push(token);
    at = token.end;
  }
  tokens.push({ kind: 'end', text: '', start: source.length, end: source.length });
  return tokens;
}

function readToken(source: string, start: number): ExpressionToken {
  const quoted = matchAt(text, source, start);
  if (quoted) {
    const value = (quoted[1] ?? quoted[2] ?? '').replace(/\\(.)/gs, '$1');
    return { kind: 'text', text: quoted[0], value, start, end: start + quoted[0].length };
  }
  const first = source[start] ?? '';
  if (first === '"' || first === "'")
    throw expressionError(start, `expected a closing ${first} for the text`);
  const into = matchAt(conversion, source, start);
  if (into) return { kind: 'in', text: into[0], unit: into[1] ?? '', start, end: start + into[0].length };
  const named = matchAt(word, source, start);
  if (named) return { kind: 'word', text: named[0], start, end: start + named[0].length };
  const digits = matchAt(number, source, start);
  if (digits) return readNumber(source, start, digits[0]);
  const operator = matchOperators.find((candidate) => source.startsWith(candidate, start));
  if (operator) {
    if (source.startsWith('==', start)) throw expressionError(start, 'expected `=`, with one equals sign,');
    return { kind: 'match', text: operator, start, end: start + operator.length };
  }
  // The sign for minus is what numbers are shown with, so it comes back when they are copied.
  const sign = first === '−' ? '-' : first === '×' ? '*' : first;
  if (isSign(sign)) return { kind: 'sign', text: sign, start, end: start + 1 };
  const strange = String.fromCodePoint(source.codePointAt(start) ?? 32);
  throw expressionError(
    start,
    `expected a measurement, a number, a function or a bracket, not \`${strange}\`,`,
  );
}

type Sign = Extract<ExpressionToken, { kind: 'sign' }>['text'];
const isSign = (sign: string): sign is Sign => sign !== '' && signs.includes(sign);

function readNumber(source: string, start: number, digits: string): ExpressionToken {
  const value = Number(digits);
  if (!Number.isFinite(value)) throw expressionError(start, 'expected a number below 1e308');
  const end = start + digits.length;
  const found = matchAt(unit, source, end);
  const token = { kind: 'number', text: digits, value, start } as const;
  return found ? { ...token, unit: found[1] ?? '', end: end + found[0].length } : { ...token, unit: '', end };
}

function matchAt(pattern: RegExp, source: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(source);
}
