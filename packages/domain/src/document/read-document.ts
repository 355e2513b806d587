import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  LineCounter,
  parseDocument,
  visit,
  type YAMLMap,
} from 'yaml';
import type { z } from 'zod';
import { type FieldError, ProofloadError } from '../errors.ts';
import { cutText, unstorable } from '../plain-text.ts';
import { findExcess, maxDepth, type SyntaxProblem } from './find-excess.ts';

/** Largest document, in characters. */
export const maxDocumentLength = 1_048_576;
const maxErrors = 50;
/** Finding what an alias stands for takes a walk through the document. */
const maxAliases = 50;
const maxMessageLength = 500;

/** What a document holds, or what is wrong with it: path, line and what was expected there. */
export type ReadDocument<T> = { content: T } | { errors: FieldError[] };

export interface DocumentProblem {
  path: readonly (string | number)[];
  message: string;
}

type Path = readonly (string | number)[];

/** Values that JSON knows, whatever the version that a document asks for: no dates, sets and bytes. */
const yamlOptions = {
  prettyErrors: false,
  uniqueKeys: false,
  schema: 'core',
  resolveKnownTags: false,
  logLevel: 'error',
} as const;

/**
 * Reads a document in YAML or JSON, bounded before and while it is parsed.
 * @param name what the whole document is called in errors
 * @param check the schema, applied to plain values
 * @param judge what no schema of one field can see
 */
export function readDocument<T, D>(
  source: string,
  name: string,
  check: (content: unknown) => z.ZodSafeParseResult<T>,
  judge: (document: T) => { content: D; problems: readonly DocumentProblem[] },
): ReadDocument<D> {
  if (source.length > maxDocumentLength) {
    const message = `expected at most ${maxDocumentLength} characters, not ${source.length}`;
    return { errors: [{ field: name, message }] };
  }
  const unreadable = findUnstorable(source) ?? findExcess(source);
  if (unreadable) {
    const line = source.slice(0, unreadable.offset).split('\n').length;
    return { errors: [{ field: name, message: unreadable.message, line }] };
  }
  const lines = new LineCounter();
  const document = parseDocument(source, { ...yamlOptions, lineCounter: lines });
  // One mistake in the syntax makes many errors after it, so only the first is told.
  const [broken = findProblem(document)] = document.errors.map(describeSyntax);
  if (broken) {
    const { line } = lines.linePos(broken.offset);
    return { errors: [{ field: name, message: cut(broken.message), line }] };
  }
  const plain = toPlain(document);
  if (plain instanceof ProofloadError) return { errors: [{ field: name, message: plain.message }] };
  const parsed = check(plain);
  const judged = parsed.success ? judge(parsed.data) : null;
  const problems = judged?.problems ?? flattenIssues(parsed.error?.issues ?? []);
  if (judged && problems.length === 0) return { content: judged.content };
  const at = (path: Path): FieldError['line'] => findLine(document, lines, path);
  return { errors: problems.slice(0, maxErrors).map((problem) => toFieldError(problem, name, at)) };
}

function describeSyntax({ message, pos }: Document['errors'][number]): SyntaxProblem {
  const isBracket = message.includes('flow-map-start') || message.includes('flow-seq-start');
  const hint = isBracket ? '; put a text that holds `{` or `[`, such as a metric with labels, in quotes' : '';
  return { message: `expected valid YAML: ${message}${hint}`, offset: pos[0] };
}

const notText = 'expected text without NUL and halves of characters';

function findUnstorable(source: string): SyntaxProblem | undefined {
  const offset = source.search(unstorable);
  return offset < 0 ? undefined : { message: notText, offset };
}

/** What is nested too deeply, no text, one alias too many, or the first key that its mapping has already. */
function findProblem(document: Document): SyntaxProblem | undefined {
  let found: SyntaxProblem | undefined;
  let aliases = 0;
  visit(document, (_, node, path) => {
    if (isAlias(node)) aliases += 1;
    // A level of a mapping is two steps: the mapping and its pair.
    if (path.length > 2 * maxDepth) found = problemAt(node, 'expected less nesting');
    else if (aliases > maxAliases) found = problemAt(node, `expected at most ${maxAliases} uses of an alias`);
    else if (isScalar(node) && typeof node.value === 'string' && unstorable.test(node.value))
      found = problemAt(node, notText);
    else if (isMap(node)) found = findRepeatedKey(node);
    return found && visit.BREAK;
  });
  return found;
}

/** The parser's own check compares every key with every other. */
function findRepeatedKey(map: YAMLMap): SyntaxProblem | undefined {
  const seen = new Set<string>();
  for (const { key } of map.items) {
    if (!isScalar(key)) continue;
    const name = String(key.value);
    if (seen.has(name)) {
      const message = `expected valid YAML: the key ${JSON.stringify(name.slice(0, 80))} comes twice`;
      return problemAt(key, message);
    }
    seen.add(name);
  }
  return undefined;
}

const problemAt = (node: unknown, message: string): SyntaxProblem => ({
  message,
  offset: isNode(node) ? (node.range?.[0] ?? 0) : 0,
});

/** The document as plain values; bounded, so that a few aliases cannot unfold into gigabytes. */
function toPlain(document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: maxAliases });
  } catch (cause) {
    return new ProofloadError(
      'invalid',
      `expected at most ${maxAliases} uses of an alias, none of them unknown`,
      { cause },
    );
  }
}

/** Zod's issues, one per wrong field. Of a union the branch with the deepest, fewest issues is what the author meant. */
function flattenIssues(issues: readonly z.core.$ZodIssue[], base: Path = []): DocumentProblem[] {
  return issues.flatMap((issue): DocumentProblem[] => {
    const path = [...base, ...issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part))];
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        path: [...path, key],
        message: 'expected no field of this name here',
      }));
    }
    if (issue.code === 'invalid_union' && issue.errors.length > 0) {
      const branches = issue.errors.map((branch) => flattenIssues(branch, path));
      const likely = branches.filter((branch) =>
        branch.every(({ path: inner }) => inner.length > path.length),
      );
      const best = likely.sort((a, b) => countUnknown(a) - countUnknown(b) || a.length - b.length)[0];
      if (best && countUnknown(best) < best.length) return best;
      return [{ path, message: issue.message }];
    }
    if (issue.code === 'invalid_key') return [{ path, message: issue.issues[0]?.message ?? issue.message }];
    return [{ path, message: sayExpected(issue) }];
  });
}

const countUnknown = (issues: readonly DocumentProblem[]): number =>
  issues.filter(({ message }) => message.startsWith('expected no field')).length;

function sayExpected(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_value')
    return `expected ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}`;
  if (issue.code === 'invalid_type' && !issue.message.startsWith('expected')) {
    const wanted = { record: 'an object', object: 'an object', array: 'a list', int: 'a whole number' }[
      issue.expected as string
    ];
    return `expected ${wanted ?? `a ${issue.expected}`}`;
  }
  return issue.message.startsWith('expected') ? issue.message : `expected otherwise: ${issue.message}`;
}

function toFieldError(
  { path, message }: DocumentProblem,
  name: string,
  at: (path: Path) => number | undefined,
): FieldError {
  const line = at(path);
  const field = cut(printPath(path)) || name;
  return { field, message: cut(message), ...(line === undefined ? {} : { line }) };
}

const cut = (text: string): string => cutText(text, maxMessageLength);

/** `spec.slos[0].objective`. */
function printPath(path: Path): string {
  return path.reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[${part}]` : text === '' ? part : `${text}.${part}`),
    '',
  );
}

/** Line of the key at a path, or of the nearest thing around it that is there. */
function findLine(document: Document, lines: LineCounter, path: Path): number | undefined {
  for (let depth = path.length; depth > 0; depth--) {
    const parent = depth === 1 ? document.contents : document.getIn(path.slice(0, depth - 1), true);
    const last = path[depth - 1];
    const pair = isMap(parent)
      ? parent.items.find((item) => isPair(item) && isNode(item.key) && String(item.key) === String(last))
      : undefined;
    const node = pair ? pair.key : document.getIn(path.slice(0, depth), true);
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
  }
  return isNode(document.contents) && document.contents.range
    ? lines.linePos(document.contents.range[0]).line
    : undefined;
}
