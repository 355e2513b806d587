import { unstorable } from '../plain-text.ts';
import {
  type Expression,
  type Method,
  methods,
  type Reducer,
  type Relation,
  type RunMatcher,
  reducers,
  relations,
  type Selection,
} from './expression-node.ts';
import { type ExpressionToken, expressionError, splitExpression } from './expression-tokens.ts';
import { compilePattern, PatternProblem } from './text-pattern.ts';

const maxLength = 2000;
const maxDepth = 40;
const maxMatchers = 50;

/**
 * Reads an expression such as `ratio(throughput{experiment="pool-size", workers=4}, throughput{experiment="pool-size",
 * workers=1})` or `mean(p95{workers>=2}) in s`. `*` and `/` bind tighter than `+` and `-`, and `in` least of all.
 * @throws ProofloadError `invalid`, naming the character where something else was expected
 */
export function parseExpression(source: string): Expression {
  const cursor = openCursor(source);
  const expression = parseConversion(cursor, 0);
  const rest = cursor.peek();
  if (rest.kind !== 'end')
    throw expressionError(rest.start, `expected an operator or the end, not \`${rest.text}\`,`);
  return expression;
}

/** Reads matchers without their braces, such as `experiment="pool-size", workers>=2`; they may be none. */
export function parseRunMatchers(source: string): RunMatcher[] {
  const cursor = openCursor(source);
  return parseMatcherList(cursor, 'end');
}

function openCursor(source: string): TokenCursor {
  if (source.length > maxLength)
    throw expressionError(maxLength, `expected at most ${maxLength} characters, but there is more`);
  const brokenAt = source.search(unstorable);
  if (brokenAt >= 0) throw expressionError(brokenAt, 'expected text without NUL and halves of characters');
  return new TokenCursor(splitExpression(source));
}

class TokenCursor {
  private at = 0;
  private readonly tokens: readonly ExpressionToken[];

  constructor(tokens: readonly ExpressionToken[]) {
    this.tokens = tokens;
  }

  /** The next token, or the one after it; past the end it stays the end. */
  peek(ahead = 0): ExpressionToken {
    const token = this.tokens[Math.min(this.at + ahead, this.tokens.length - 1)];
    if (token === undefined) throw new RangeError('an expression has at least the token of its end');
    return token;
  }

  next(): ExpressionToken {
    const token = this.peek();
    this.at += 1;
    return token;
  }

  take(...signs: string[]): ExpressionToken | null {
    const token = this.peek();
    return token.kind === 'sign' && signs.includes(token.text) ? this.next() : null;
  }

  expect(sign: string, where = ''): ExpressionToken {
    const token = this.take(sign);
    if (token === null) throw expressionError(this.peek().start, `expected \`${sign}\`${where}`);
    return token;
  }
}

function parseConversion(cursor: TokenCursor, depth: number): Expression {
  if (depth > maxDepth)
    throw expressionError(cursor.peek().start, `expected at most ${maxDepth} levels of brackets`);
  let operand = parseSum(cursor, depth);
  for (let token = cursor.peek(); token.kind === 'in'; token = cursor.peek()) {
    cursor.next();
    operand = { kind: 'conversion', operand, unit: token.unit, start: operand.start, end: token.end };
  }
  return operand;
}

function parseSum(cursor: TokenCursor, depth: number): Expression {
  let first = parseProduct(cursor, depth);
  for (let sign = cursor.take('+', '-'); sign; sign = cursor.take('+', '-')) {
    first = combine(sign.text === '+' ? '+' : '-', first, parseProduct(cursor, depth));
  }
  return first;
}

function parseProduct(cursor: TokenCursor, depth: number): Expression {
  let first = parseFactor(cursor, depth);
  for (let sign = cursor.take('*', '/'); sign; sign = cursor.take('*', '/')) {
    first = combine(sign.text === '*' ? '*' : '/', first, parseFactor(cursor, depth));
  }
  return first;
}

function combine(operator: '+' | '-' | '*' | '/', first: Expression, second: Expression): Expression {
  return { kind: 'arithmetic', operator, first, second, start: first.start, end: second.end };
}

function parseFactor(cursor: TokenCursor, depth: number): Expression {
  const minus = cursor.take('-');
  if (minus) {
    if (depth > maxDepth) throw expressionError(minus.start, `expected at most ${maxDepth} signs in a row`);
    const operand = parseFactor(cursor, depth + 1);
    return { kind: 'negative', operand, start: minus.start, end: operand.end };
  }
  const open = cursor.take('(');
  if (open) {
    const inner = parseConversion(cursor, depth + 1);
    return { ...inner, start: open.start, end: cursor.expect(')').end };
  }
  const token = cursor.peek();
  if (token.kind === 'number') {
    cursor.next();
    return { kind: 'quantity', value: token.value, unit: token.unit, start: token.start, end: token.end };
  }
  const after = cursor.peek(1);
  if (token.kind === 'word' && after.kind === 'sign' && after.text === '(') return parseCall(cursor, depth);
  return parseSelection(cursor);
}

function parseCall(cursor: TokenCursor, depth: number): Expression {
  const { text: name, start } = cursor.next();
  cursor.expect('(');
  if (isOneOf(reducers, name)) return parseReduction(cursor, name, start);
  if (isOneOf(relations, name)) return parseRelation(cursor, name, start, depth);
  if (isOneOf(methods, name)) return parseMethod(cursor, name, start);
  const known = [...reducers, ...relations, ...methods].join(', ');
  throw expressionError(start, `expected one of the functions ${known}, not \`${name}\`,`);
}

const isOneOf = <T extends string>(list: readonly T[], name: string): name is T =>
  (list as readonly string[]).includes(name);

function parseReduction(cursor: TokenCursor, reducer: Reducer, start: number): Expression {
  const of = parseSelection(cursor);
  if (of.measurement === null && reducer !== 'count')
    throw expressionError(of.start, `expected a measurement, since runs can only be counted,`);
  const end = cursor.expect(')', ` after what ${reducer} is taken of`).end;
  return { kind: 'reduction', reducer, of, start, end };
}

function parseRelation(cursor: TokenCursor, relation: Relation, start: number, depth: number): Expression {
  const first = parseConversion(cursor, depth + 1);
  cursor.expect(',', ` and what ${relation} is taken to`);
  const second = parseConversion(cursor, depth + 1);
  return { kind: 'relation', relation, first, second, start, end: cursor.expect(')').end };
}

function parseMethod(cursor: TokenCursor, method: Method, start: number): Expression {
  const of = parseSelection(cursor);
  cursor.expect(',', ` and the factor that ${method} is taken along`);
  const factor = cursor.next();
  if (factor.kind !== 'word' && factor.kind !== 'text')
    throw expressionError(factor.start, 'expected the name of a factor');
  const name = factor.kind === 'text' ? factor.value : factor.text;
  return { kind: 'method', method, of, factor: name, start, end: cursor.expect(')').end };
}

function parseSelection(cursor: TokenCursor): Selection {
  const token = cursor.next();
  if (token.kind !== 'word' && token.kind !== 'text') {
    const found = token.kind === 'end' ? 'the end' : `\`${token.text}\``;
    throw expressionError(token.start, `expected a measurement, a number or a function, not ${found},`);
  }
  const name = token.kind === 'text' ? token.value : token.text;
  if (name === '') throw expressionError(token.start, 'expected the name of a measurement');
  cursor.expect('{', ` after ${name}, with what its runs have in common`);
  const matchers = parseMatcherList(cursor, '}');
  const { end } = cursor.expect('}');
  const isRuns = token.kind === 'word' && name === 'runs';
  return { kind: 'selection', measurement: isRuns ? null : name, matchers, start: token.start, end };
}

function parseMatcherList(cursor: TokenCursor, closing: '}' | 'end'): RunMatcher[] {
  const matchers: RunMatcher[] = [];
  const isClosed = () => {
    const token = cursor.peek();
    return closing === 'end' ? token.kind === 'end' : token.kind === 'sign' && token.text === '}';
  };
  while (!isClosed()) {
    if (matchers.length >= maxMatchers)
      throw expressionError(cursor.peek().start, `expected at most ${maxMatchers} matchers`);
    matchers.push(parseMatcher(cursor));
    if (isClosed()) break;
    const end = closing === 'end' ? 'the end' : '`}`';
    const token = cursor.peek();
    if (!cursor.take(','))
      throw expressionError(
        token.start,
        `expected \`,\` or ${end}, with texts of more than a word in quotes,`,
      );
  }
  return matchers;
}

function parseMatcher(cursor: TokenCursor): RunMatcher {
  const name = cursor.next();
  if (name.kind !== 'word' && name.kind !== 'text')
    throw expressionError(name.start, 'expected a parameter, label or fact such as qps or env.nodes');
  const operator = cursor.next();
  if (operator.kind !== 'match')
    throw expressionError(operator.start, 'expected =, !=, =~, !~, <, <=, > or >=');
  const value = readMatched(cursor, operator.text);
  return { name: name.kind === 'text' ? name.value : name.text, operator: operator.text, value };
}

function readMatched(cursor: TokenCursor, operator: RunMatcher['operator']): string | number {
  const isNegative = cursor.take('-') !== null;
  const token = cursor.next();
  const isPattern = operator === '=~' || operator === '!~';
  if (token.kind === 'number' && !isPattern) {
    if (token.unit !== '') throw expressionError(token.start, 'expected a number without a unit');
    return isNegative ? -token.value : token.value;
  }
  const isOrder = !isPattern && operator !== '=' && operator !== '!=';
  if (isOrder || isNegative) throw expressionError(token.start, `expected a number after ${operator}`);
  if (isPattern) return readPattern(token);
  if (token.kind === 'text') return token.value;
  if (token.kind === 'word') return token.text;
  throw expressionError(token.start, 'expected a value, as a number or in quotes');
}

function readPattern(token: ExpressionToken): string {
  if (token.kind !== 'text') throw expressionError(token.start, 'expected a pattern in quotes');
  try {
    compilePattern(token.value);
  } catch (problem) {
    if (!(problem instanceof PatternProblem)) throw problem;
    throw expressionError(token.start + 1 + problem.at, `in the pattern, ${problem.message}`);
  }
  return token.value;
}
