import { ProofloadError } from '../errors.ts';
import { cutText } from '../plain-text.ts';
import { type FilterOperator, filterOperators } from './filter-node.ts';

export type FilterToken = { position: number } & (
  | { kind: 'word'; text: string }
  | { kind: 'text'; text: string }
  | { kind: 'number'; text: string; value: number }
  | { kind: 'operator'; text: FilterOperator }
  | { kind: 'punctuation'; text: '(' | ')' | ',' }
  | { kind: 'end'; text: '' }
);

const wordPattern = /^[A-Za-z_][A-Za-z0-9_.:/-]*/;
const numberPattern = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?(?![\w.])/i;
const textPattern = /^"(?:[^"\\]|\\.)*"|^'(?:[^'\\]|\\.)*'/;

/** Splits a filter into tokens. Positions count characters from 1. Throws `invalid` at what is no token. */
export function splitFilter(source: string): FilterToken[] {
  const tokens: FilterToken[] = [];
  let at = 0;
  while (at < source.length) {
    const rest = source.slice(at);
    const space = /^\s+/.exec(rest)?.[0].length ?? 0;
    if (space > 0) {
      at += space;
      continue;
    }
    const token = readToken(rest, at + 1);
    tokens.push(token);
    at += tokenLength(rest, token);
  }
  tokens.push({ kind: 'end', text: '', position: source.length + 1 });
  return tokens;
}

/** An error of the filter, with its position in the text. */
export function filterError(position: number, expected: string): ProofloadError {
  const message = `${cutText(expected, 300)} at character ${position}`;
  return new ProofloadError('invalid', `The filter is not valid: ${message}`, {
    fields: [{ field: 'filter', message }],
  });
}

function readToken(rest: string, position: number): FilterToken {
  const operator = filterOperators.find((candidate) => rest.startsWith(candidate));
  if (operator !== undefined) {
    if (rest.startsWith('==')) throw filterError(position, 'expected `=`, with one equals sign,');
    return { kind: 'operator', text: operator, position };
  }
  const [first] = rest;
  if (first === '(' || first === ')' || first === ',') return { kind: 'punctuation', text: first, position };
  const quoted = textPattern.exec(rest)?.[0];
  if (quoted !== undefined)
    return { kind: 'text', text: quoted.slice(1, -1).replace(/\\(.)/gs, '$1'), position };
  if (first === '"' || first === "'") throw filterError(position, `expected a closing ${first} for the text`);
  const number = numberPattern.exec(rest)?.[0];
  if (number !== undefined) {
    const value = Number(number);
    if (!Number.isFinite(value)) throw filterError(position, 'expected a number below 1e308');
    return { kind: 'number', text: number, value, position };
  }
  const word = wordPattern.exec(rest)?.[0];
  if (word !== undefined) return { kind: 'word', text: word, position };
  if (/^[+-.\d]/.test(rest))
    throw filterError(position, 'expected a number without a unit, or a text in quotes,');
  throw filterError(
    position,
    `expected a field, a value or a bracket, not \`${String.fromCodePoint(rest.codePointAt(0) ?? 32)}\`,`,
  );
}

function tokenLength(rest: string, token: FilterToken): number {
  return token.kind === 'text' ? (textPattern.exec(rest)?.[0].length ?? 1) : token.text.length;
}
