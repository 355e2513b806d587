import 'server-only';
import { type FieldError, ProofloadError } from '@proofload/domain';
import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/**
 * Checks one part of a call against its schema.
 * @param part what to call the whole of it, such as `body`, when no single field is to blame
 */
export function parseInput<S extends z.ZodType>(
  schema: S,
  value: unknown,
  part: 'body' | 'query' | 'path',
): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.flatMap((issue) => toFieldErrors(issue, part));
  throw new ProofloadError('invalid', summarise(fields), { fields });
}

/** The query as one value per name. A name given twice is refused, as its meaning would be a guess. */
export function readQuery(url: string): Record<string, string> {
  const { searchParams } = new URL(url);
  const query: Record<string, string> = {};
  for (const [name, value] of searchParams) {
    if (Object.hasOwn(query, name)) {
      const message = 'expected once, not twice';
      throw new ProofloadError('invalid', `${name}: ${message}`, { fields: [{ field: name, message }] });
    }
    Object.defineProperty(query, name, { value, enumerable: true });
  }
  return query;
}

function summarise(fields: readonly FieldError[]): string {
  const [first, ...others] = fields;
  if (!first) return 'The input is not valid';
  const rest = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return `${first.field}: ${first.message}${rest}`;
}

function toFieldErrors(issue: Issue, part: string): FieldError[] {
  const field = pathText(issue.path) || part;
  if (issue.code === 'unrecognized_keys') {
    const prefix = issue.path.length === 0 ? '' : `${field}.`;
    return issue.keys.map((key) => ({
      field: `${prefix}${key}`,
      message: 'is not a field that this call takes',
    }));
  }
  return [{ field, message: messageOf(issue) }];
}

function messageOf(issue: Issue): string {
  if (issue.code === 'invalid_union') {
    const expected = issue.errors
      .flat()
      .map((inner) => (inner.code === 'invalid_type' ? inner.expected : messageOf(inner)));
    return `expected ${[...new Set(expected)].join(' or ')}`;
  }
  return issue.message
    .replace(/^(Invalid input|Too big|Too small|Invalid string|Invalid option): /, '')
    .replace(/^Invalid (?=ISO|URL)/, 'expected ');
}

/** `labels.team`, `scopes[0]`. */
function pathText(path: readonly PropertyKey[]): string {
  let text = '';
  for (const part of path) {
    if (typeof part === 'number') text += `[${part}]`;
    else text += `${text === '' ? '' : '.'}${String(part)}`;
  }
  return text;
}
