import { createHash } from 'node:crypto';
import { ProofloadError } from '@proofload/domain';

/** A body whose bytes are counted and hashed as they pass. */
export interface MeteredBody {
  body: AsyncIterable<Uint8Array>;
  bytes(): number;
  /** SHA-256 in hex of what has passed; call once. */
  sha256(): string;
}

/** Errors of the body itself come out as `invalid`: the connection broke, or the sender went away. */
export function meterBody(body: AsyncIterable<Uint8Array>): MeteredBody {
  const hash = createHash('sha256');
  let bytes = 0;
  async function* pass(): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of body) {
        bytes += chunk.length;
        hash.update(chunk);
        yield chunk;
      }
    } catch (error) {
      throw error instanceof ProofloadError ? error : brokenOff(error);
    }
  }
  return { body: pass(), bytes: () => bytes, sha256: () => hash.digest('hex') };
}

const brokenOff = (cause: unknown): ProofloadError =>
  new ProofloadError('invalid', 'The upload broke off before its end', {
    fields: [{ field: 'body', message: 'expected more: the connection was closed' }],
    cause,
  });
