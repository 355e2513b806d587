import { unstorable } from '../plain-text.ts';
import { checkOperator, readField, readValue } from './filter-field.ts';
import type { FilterNode, FilterValue } from './filter-node.ts';
import { type FilterToken, filterError, splitFilter } from './filter-tokens.ts';

const maxLength = 4096;
const maxDepth = 40;
const maxValues = 200;

/**
 * Reads a filter such as `qps>=100 and not (p95<300 or label.branch="main") and status in (queued, running)`.
 * `and` binds tighter than `or`. Numbers are in the unit of the measurement.
 * @returns null for an empty text
 * @throws ProofloadError `invalid`, naming the character where something else was expected
 */
export function parseFilter(source: string): FilterNode | null {
  if (source.length > maxLength)
    throw filterError(maxLength + 1, `expected at most ${maxLength} characters, but there is more`);
  const brokenAt = source.search(unstorable);
  if (brokenAt >= 0) throw filterError(brokenAt + 1, 'expected text without NUL and halves of characters');
  const cursor = new TokenCursor(splitFilter(source));
  if (cursor.peek().kind === 'end') return null;
  const node = parseOr(cursor, 0);
  const rest = cursor.peek();
  if (rest.kind !== 'end')
    throw filterError(rest.position, `expected \`and\`, \`or\` or the end, not \`${rest.text}\`,`);
  return node;
}

class TokenCursor {
  private at = 0;
  private readonly tokens: readonly FilterToken[];

  constructor(tokens: readonly FilterToken[]) {
    this.tokens = tokens;
  }

  /** The next token; past the end it stays the end. */
  peek(): FilterToken {
    const token = this.tokens[Math.min(this.at, this.tokens.length - 1)];
    if (token === undefined) throw new RangeError('a filter has at least the token of its end');
    return token;
  }

  next(): FilterToken {
    const token = this.peek();
    this.at += 1;
    return token;
  }

  /** Takes the next token when it is this keyword or bracket. */
  take(kind: 'word' | 'punctuation', text: string): boolean {
    const token = this.peek();
    const isMatch = token.kind === kind && (kind === 'word' ? token.text.toLowerCase() : token.text) === text;
    if (isMatch) this.at += 1;
    return isMatch;
  }
}

function parseOr(cursor: TokenCursor, depth: number): FilterNode {
  if (depth > maxDepth)
    throw filterError(
      cursor.peek().position,
      `expected at most ${maxDepth} nested brackets, but there is another`,
    );
  const operands = [parseAnd(cursor, depth)];
  while (cursor.take('word', 'or')) operands.push(parseAnd(cursor, depth));
  return operands.length === 1 && operands[0] !== undefined ? operands[0] : { kind: 'or', operands };
}

function parseAnd(cursor: TokenCursor, depth: number): FilterNode {
  const operands = [parseNot(cursor, depth)];
  while (cursor.take('word', 'and')) operands.push(parseNot(cursor, depth));
  return operands.length === 1 && operands[0] !== undefined ? operands[0] : { kind: 'and', operands };
}

function parseNot(cursor: TokenCursor, depth: number): FilterNode {
  let isNegated = false;
  while (cursor.take('word', 'not')) isNegated = !isNegated;
  const operand = parseOperand(cursor, depth);
  return isNegated ? { kind: 'not', operand } : operand;
}

function parseOperand(cursor: TokenCursor, depth: number): FilterNode {
  if (!cursor.take('punctuation', '(')) return parseComparison(cursor);
  const inner = parseOr(cursor, depth + 1);
  if (!cursor.take('punctuation', ')')) throw filterError(cursor.peek().position, 'expected `)`');
  return inner;
}

function parseComparison(cursor: TokenCursor): FilterNode {
  const field = readField(cursor.next());
  const isNegated = cursor.take('word', 'not');
  if (cursor.take('word', 'in')) {
    checkOperator(field, '=', cursor.peek().position);
    const membership: FilterNode = {
      kind: 'in',
      field,
      values: parseList(cursor, (token) => readValue(field, '=', token)),
    };
    return isNegated ? { kind: 'not', operand: membership } : membership;
  }
  const operator = cursor.next();
  if (isNegated) throw filterError(operator.position, 'expected `in` after `not`');
  if (operator.kind !== 'operator')
    throw filterError(operator.position, 'expected =, !=, <, <=, >, >=, ~ or `in`');
  checkOperator(field, operator.text, operator.position);
  return {
    kind: 'compare',
    field,
    operator: operator.text,
    value: readValue(field, operator.text, cursor.next()),
  };
}

function parseList(cursor: TokenCursor, read: (token: FilterToken) => FilterValue): FilterValue[] {
  if (!cursor.take('punctuation', '(')) throw filterError(cursor.peek().position, 'expected `(` after `in`');
  const values = [read(cursor.next())];
  while (cursor.take('punctuation', ',')) {
    if (values.length >= maxValues)
      throw filterError(cursor.peek().position, `expected at most ${maxValues} values, but there is another`);
    values.push(read(cursor.next()));
  }
  if (!cursor.take('punctuation', ')')) throw filterError(cursor.peek().position, 'expected `,` or `)`');
  return values;
}
