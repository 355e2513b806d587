import { createHash, randomBytes } from 'node:crypto';

/** A secret of 256 random bits, as 43 characters that need no escaping anywhere. */
export function makeSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** What is kept of a secret: SHA-256, hexadecimal. A secret this long needs no slow hash. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
