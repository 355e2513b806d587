import { createHmac, randomBytes } from 'node:crypto';
import { ProofloadError } from '@proofload/domain';

/** A key of AES-256 and the name by which a sealed text remembers it. */
interface SecretKey {
  id: string;
  bytes: Buffer;
}

/** The first key seals; all of them open, so that a key can be replaced while texts of the one before are around. */
export type KeyRing = readonly [SecretKey, ...SecretKey[]];

const keyLength = 32;

/**
 * Reads keys as they stand in `PROOFLOAD_SECRET_KEY` or in the file `secret-key`: 32 random bytes each, in base64, with
 * spaces, commas or line breaks between them. Throws `unavailable`, without showing what it read.
 */
export function parseKeyRing(text: string): KeyRing {
  const [first, ...others] = text
    .split(/[\s,]+/)
    .filter((part) => part !== '')
    .map(parseKey);
  if (first === undefined) throw new ProofloadError('unavailable', 'There is no secret key: it is empty');
  return [first, ...others];
}

/** A new key, in the notation of `parseKeyRing`. */
export const makeKeyText = (): string => randomBytes(keyLength).toString('base64');

function parseKey(text: string): SecretKey {
  const bytes = Buffer.from(text, 'base64');
  // Node reads any text as base64; only one that is written the same way again was meant as such.
  const isBase64 = /^[A-Za-z0-9+/_-]{43}=?$/.test(text);
  if (!isBase64 || bytes.length !== keyLength) {
    const message = 'expected 32 random bytes in base64, such as `openssl rand -base64 32` prints';
    throw new ProofloadError('unavailable', `The secret key is not valid: ${message}`);
  }
  return { id: keyId(bytes), bytes };
}

/** Tells keys apart without telling anything about them. */
const keyId = (bytes: Buffer): string =>
  createHmac('sha256', bytes).update('proofload secret key id').digest('hex').slice(0, 12);
