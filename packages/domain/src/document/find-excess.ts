import { CST, Lexer } from 'yaml';

/** Signs, names, values and spaces of a document; each error of the parser takes ten microseconds. */
const maxTokens = 100_000;
/** Levels of nesting; everything that walks through a definition recurses. */
export const maxDepth = 100;
/** Every level of indentation takes a column. */
const maxIndentation = 500;

export interface SyntaxProblem {
  message: string;
  /** Place in the text. */
  offset: number;
}

const opening = new Set(['flow-map-start', 'flow-seq-start']);
const closing = new Set(['flow-map-end', 'flow-seq-end']);
/** `- - - a` and `a: b: c` nest within a line, or up to the next comma in brackets. */
const nesting = new Set(['seq-item-ind', 'explicit-key-ind', 'map-value-ind']);

/**
 * What makes a text too large for the parser, before it is parsed: the parser recurses, and collects an error for
 * every sign that is out of place. How deep a document really is can be counted once it is parsed.
 */
export function findExcess(source: string): SyntaxProblem | undefined {
  let [tokens, brackets, inLine] = [0, 0, 0];
  for (const { type, indentation, offset } of readTokens(source)) {
    tokens += 1;
    if (opening.has(type)) brackets += 1;
    else if (closing.has(type)) brackets = Math.max(0, brackets - 1);
    else if (nesting.has(type)) inLine += 1;
    else if (type === 'newline' || type === 'comma') inLine = 0;
    const isDeep = brackets + inLine > maxDepth || (inLine > 0 && indentation > maxIndentation);
    if (isDeep) return { message: 'expected less nesting', offset };
    if (tokens > maxTokens)
      return { message: `expected at most ${maxTokens} names, values and signs`, offset };
  }
  return undefined;
}

interface Token {
  type: string;
  /** Of the line that it is in. */
  indentation: number;
  offset: number;
}

/** The pieces of the text itself; the lexer puts marks of its own between them. */
function* readTokens(source: string): Generator<Token> {
  let [offset, lineStart, indentation] = [0, 0, 0];
  let isScalar = false;
  for (const token of new Lexer().lex(source)) {
    if (!isScalar && (token === CST.SCALAR || token === CST.DOCUMENT || token === CST.FLOW_END)) {
      isScalar = token === CST.SCALAR;
      continue;
    }
    const type = isScalar ? 'scalar' : (CST.tokenType(token) ?? 'other');
    isScalar = false;
    if (offset === lineStart) indentation = type === 'space' ? token.length : 0;
    yield { type, indentation, offset };
    offset += token.length;
    if (token.endsWith('\n')) lineStart = offset;
  }
}
