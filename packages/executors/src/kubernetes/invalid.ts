import { ProofloadError } from '@proofload/domain';

/** An error that names the field of the definition and what was expected of it. */
export function invalid(field: string, message: string): ProofloadError {
  return new ProofloadError('invalid', `${field}: ${message}`, { fields: [{ field, message }] });
}
