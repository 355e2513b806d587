import { ProofloadError } from '@proofload/domain';

/** The thing itself, or `not-found`: things of other projects are not there either. */
export function requireFound<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new ProofloadError('not-found', `There is no ${what}`);
  return value;
}
