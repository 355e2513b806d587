import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { ProofloadError } from '@proofload/domain';
import type { KeyRing } from './key-ring.ts';

/** Seals secrets for storage. The binding names where a text belongs; it opens nowhere else. */
export interface Sealer {
  seal(secret: string, binding: SecretBinding): Promise<string>;
  /** Throws `unavailable` when the key is not here, or when the text was changed or belongs elsewhere. */
  open(sealed: string, binding: SecretBinding): Promise<string>;
  /** As it was when its key seals still; sealed anew otherwise. */
  reseal(sealed: string, binding: SecretBinding): Promise<string>;
}

/** The row that a sealed text belongs to: copied into another row or project it is refused. */
export interface SecretBinding {
  table: string;
  projectId: string;
  rowId: string;
}

const version = 'v1';
const cipher = 'aes-256-gcm';
const nonceLength = 12;
const tagLength = 16;

/**
 * AES-256-GCM with a random nonce per text, written as `v1.<key id>.<nonce, ciphertext and tag in base64url>`.
 * @param readKeys asked at every use, which is rare, so that a rotated key file needs no restart
 */
export function createSealer(readKeys: () => Promise<KeyRing>): Sealer {
  return {
    seal: async (secret, binding) => sealWith(await readKeys(), secret, binding),
    open: async (sealed, binding) => openWith(await readKeys(), sealed, binding),
    reseal: async (sealed, binding) => {
      const keys = await readKeys();
      if (sealed.startsWith(`${version}.${keys[0].id}.`)) return sealed;
      return sealWith(keys, openWith(keys, sealed, binding), binding);
    },
  };
}

function sealWith([key]: KeyRing, secret: string, binding: SecretBinding): string {
  const nonce = randomBytes(nonceLength);
  const sealing = createCipheriv(cipher, key.bytes, nonce, { authTagLength: tagLength });
  sealing.setAAD(associatedData(key.id, binding));
  const bytes = [nonce, sealing.update(secret, 'utf8'), sealing.final(), sealing.getAuthTag()];
  return `${version}.${key.id}.${Buffer.concat(bytes).toString('base64url')}`;
}

function openWith(keys: KeyRing, sealed: string, binding: SecretBinding): string {
  const [found, id, text, ...rest] = sealed.split('.');
  const bytes = Buffer.from(text ?? '', 'base64url');
  if (found !== version || id === undefined || rest.length > 0 || bytes.length < nonceLength + tagLength)
    throw new ProofloadError('unavailable', 'A stored secret cannot be read: it is damaged');
  const key = keys.find((candidate) => candidate.id === id);
  if (key === undefined) {
    throw new ProofloadError(
      'unavailable',
      `A stored secret cannot be read: its key ${id} is not among the secret keys of this process`,
    );
  }
  const opening = createDecipheriv(cipher, key.bytes, bytes.subarray(0, nonceLength), {
    authTagLength: tagLength,
  });
  opening.setAAD(associatedData(id, binding));
  opening.setAuthTag(bytes.subarray(bytes.length - tagLength));
  try {
    const plain = opening.update(bytes.subarray(nonceLength, bytes.length - tagLength));
    return Buffer.concat([plain, opening.final()]).toString('utf8');
  } catch (cause) {
    throw new ProofloadError(
      'unavailable',
      'A stored secret cannot be read: it was changed, or belongs to something else',
      { cause },
    );
  }
}

/** JSON keeps the parts apart, whatever stands in them. */
const associatedData = (keyId: string, { table, projectId, rowId }: SecretBinding): Buffer =>
  Buffer.from(JSON.stringify([version, keyId, table, projectId, rowId]));
