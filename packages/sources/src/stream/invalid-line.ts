import { ProofloadError } from '@proofload/domain';
import { plainText } from './plain-text.ts';

/** The error for a line that is not what its format asks for. What is quoted from the line is cut. */
export function invalidLine(line: number, expected: string, cause?: unknown): ProofloadError {
  const message = plainText(expected, 500);
  return new ProofloadError('invalid', `Line ${line} is broken: ${message}`, {
    fields: [{ field: `line ${line}`, message, line }],
    cause,
  });
}
