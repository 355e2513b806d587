import { ProofloadError, unstorable } from '@proofload/domain';

/** Throws `invalid` for what no database holds, naming its line. */
export function requireStorable(source: string): void {
  const at = source.search(unstorable);
  if (at < 0) return;
  const line = source.slice(0, at).split('\n').length;
  const message = 'expected text without NUL and halves of characters';
  throw new ProofloadError('invalid', `source: line ${line}: ${message}`, {
    fields: [{ field: 'source', message, line }],
  });
}
