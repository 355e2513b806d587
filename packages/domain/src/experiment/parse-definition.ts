import { type Document, isMap, isNode, isPair, isScalar, LineCounter, parseDocument, visit } from 'yaml';
import type { z } from 'zod';
import { type FieldError, ProofloadError } from '../errors.ts';
import { checkDefinition } from './check-definition.ts';
import type { ExperimentDefinition } from './definition.ts';
import { migrateDocument } from './migrate-document.ts';
import { normaliseDocument } from './normalise.ts';

/** Largest definition, in characters. */
export const maxDefinitionLength = 1_048_576;
const maxErrors = 50;

export interface ParsedDefinition {
  /** Null when there are errors. */
  definition: ExperimentDefinition | null;
  errors: FieldError[];
  warnings: string[];
}

type Path = readonly (string | number)[];

/** Reads an experiment from YAML or JSON. Errors name the path, the line and what was expected there. */
export function parseDefinition(source: string): ParsedDefinition {
  if (source.length > maxDefinitionLength) {
    return failed([
      {
        field: 'definition',
        message: `expected at most ${maxDefinitionLength} characters, not ${source.length}`,
      },
    ]);
  }
  const lines = new LineCounter();
  const document = parseDocument(source, { lineCounter: lines, prettyErrors: false, uniqueKeys: false });
  // One mistake in the syntax makes many errors after it, so only the first is told.
  const [broken = findRepeatedKey(document)] = document.errors.map(describeSyntax);
  if (broken)
    return failed([
      { field: 'definition', message: broken.message, line: lines.linePos(broken.offset).line },
    ]);
  const at = (path: Path): FieldError['line'] => findLine(document, lines, path);
  const content = toPlain(document);
  if (content instanceof ProofloadError) return failed([{ field: 'definition', message: content.message }]);
  const parsed = migrateDocument(content);
  if (!parsed.success) {
    return failed(
      flattenIssues(parsed.error.issues)
        .slice(0, maxErrors)
        .map((issue) => toFieldError(issue, at)),
    );
  }
  const definition = normaliseDocument(parsed.data);
  const problems = checkDefinition(definition);
  if (problems.length > 0)
    return failed(problems.slice(0, maxErrors).map((problem) => toFieldError(problem, at)));
  return { definition, errors: [], warnings: findWarnings(definition) };
}

/** As `parseDefinition`, but throws `invalid` with all errors. */
export function requireDefinition(source: string): { definition: ExperimentDefinition; warnings: string[] } {
  const { definition, errors, warnings } = parseDefinition(source);
  if (!definition) {
    const [first] = errors;
    const where = first?.line === undefined ? '' : `line ${first.line}, `;
    throw new ProofloadError(
      'invalid',
      `The definition is not valid: ${where}${first?.field}: ${first?.message}`,
      { fields: errors },
    );
  }
  return { definition, warnings };
}

const failed = (errors: FieldError[]): ParsedDefinition => ({ definition: null, errors, warnings: [] });

interface SyntaxProblem {
  message: string;
  /** Place in the text. */
  offset: number;
}

function describeSyntax({ message, pos }: Document['errors'][number]): SyntaxProblem {
  // The parser recurses, and tells of its own limits like this.
  if (message.includes('call stack')) return { message: 'expected less nesting', offset: pos[0] };
  const isBracket = message.includes('flow-map-start') || message.includes('flow-seq-start');
  const hint = isBracket ? '; put a text that holds `{` or `[`, such as a metric with labels, in quotes' : '';
  return { message: `expected valid YAML: ${message}${hint}`, offset: pos[0] };
}

/** The first key that its mapping has already. The parser's own check compares every key with every other. */
function findRepeatedKey(document: Document): SyntaxProblem | undefined {
  let found: SyntaxProblem | undefined;
  visit(document, {
    Map(_, map) {
      const seen = new Set<string>();
      for (const { key } of map.items) {
        if (!isScalar(key)) continue;
        const name = String(key.value);
        if (seen.has(name)) {
          const message = `expected valid YAML: the key ${JSON.stringify(name.slice(0, 80))} comes twice`;
          found = { message, offset: key.range?.[0] ?? 0 };
          return visit.BREAK;
        }
        seen.add(name);
      }
      return undefined;
    },
  });
  return found;
}

/** The document as plain values; bounded, so that a few aliases cannot unfold into gigabytes. */
function toPlain(document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: 50 });
  } catch (cause) {
    return new ProofloadError('invalid', 'expected at most 50 uses of an alias, none of them unknown', {
      cause,
    });
  }
}

function findWarnings(definition: ExperimentDefinition): string[] {
  const warnings: string[] = [];
  if (definition.replicates === 1 && definition.factors.length > 0) {
    warnings.push('With one replicate differences between treatments cannot be assessed; three or more can');
  }
  if (Object.keys(definition.measurements).length === 0)
    warnings.push('Nothing is measured: there will be no numbers to compare');
  return warnings;
}

interface Issue {
  path: Path;
  message: string;
}

/** Zod's issues, one per wrong field. Of a union the branch with the deepest, fewest issues is what the author meant. */
function flattenIssues(issues: readonly z.core.$ZodIssue[], base: Path = []): Issue[] {
  return issues.flatMap((issue): Issue[] => {
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

const countUnknown = (issues: readonly Issue[]): number =>
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

function toFieldError({ path, message }: Issue, at: (path: Path) => number | undefined): FieldError {
  const line = at(path);
  return { field: printPath(path), message, ...(line === undefined ? {} : { line }) };
}

/** `spec.slos[0].objective`. */
function printPath(path: Path): string {
  if (path.length === 0) return 'definition';
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
