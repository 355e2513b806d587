import { ProofloadError } from '@proofload/domain';
import type { z } from 'zod';
import { invalidLine } from './invalid-line.ts';
import type { JsonPiece } from './json-splitter.ts';
import { plainText } from './plain-text.ts';

/** Where a piece stands, such as `intervals[3]` or `[12]`. */
const pathOf = ({ key, index }: JsonPiece): string =>
  `${key === null ? '' : plainText(key, 100)}${index === null ? '' : `[${index}]`}`;

/** What a piece holds. Throws `invalid` naming line and field when it is no JSON or not of the schema's shape. */
export function parsePiece<S extends z.ZodType>(piece: JsonPiece, schema: S, what: string): z.infer<S> {
  return checkPiece(piece, parseJson(piece.text, piece.line), schema, what);
}

/** A value of a piece that was parsed before, if it is of the schema's shape. Throws `invalid` naming line and field. */
export function checkPiece<S extends z.ZodType>(
  piece: JsonPiece,
  value: unknown,
  schema: S,
  what: string,
): z.infer<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.slice(0, 20).map(({ path, message }) => ({
    field: joinPath(pathOf(piece), path),
    message: plainText(message, 500),
    line: piece.line,
  }));
  throw new ProofloadError('invalid', `Line ${piece.line}: this is not as ${what} writes it`, {
    fields,
    cause: parsed.error,
  });
}

/** @param line in which the text begins, from 1 */
export function parseJson(text: string, line: number): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw invalidLine(
      line,
      `expected JSON: ${cause instanceof Error ? cause.message : 'it cannot be read'}`,
      cause,
    );
  }
}

function joinPath(start: string, path: readonly PropertyKey[]): string {
  const rest = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
  return plainText(`${start}${rest}`.replace(/^\./, '')) || 'body';
}
