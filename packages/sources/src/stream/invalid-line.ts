import { ProofloadError } from '@proofload/domain';

/** The error for a line that is not what its format asks for. */
export function invalidLine(line: number, expected: string, cause?: unknown): ProofloadError {
  return new ProofloadError('invalid', `Line ${line} is broken: ${expected}`, {
    fields: [{ field: `line ${line}`, message: expected, line }],
    cause,
  });
}
