import { createHash } from 'node:crypto';

/** A body whose bytes are counted and hashed as they pass. */
export interface MeteredBody {
  body: AsyncIterable<Uint8Array>;
  bytes(): number;
  /** SHA-256 in hex of what has passed; call once. */
  sha256(): string;
}

export function meterBody(body: AsyncIterable<Uint8Array>): MeteredBody {
  const hash = createHash('sha256');
  let bytes = 0;
  async function* pass(): AsyncGenerator<Uint8Array> {
    for await (const chunk of body) {
      bytes += chunk.length;
      hash.update(chunk);
      yield chunk;
    }
  }
  return { body: pass(), bytes: () => bytes, sha256: () => hash.digest('hex') };
}
