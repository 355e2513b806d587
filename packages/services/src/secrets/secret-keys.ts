import { open, readFile, rename, rm } from 'node:fs/promises';
import { ProofloadError } from '@proofload/domain';
import { type KeyRing, makeKeyText, parseKeyRing } from './key-ring.ts';

export interface SecretKeyPlace {
  /** What `PROOFLOAD_SECRET_KEY` holds; null reads the file. */
  variable: string | null;
  /** `secret-key` in the data folder. */
  path: string;
}

/** The keys of this instance, from the environment or from the data folder. Throws `unavailable` when there are none. */
export async function readSecretKeys({ variable, path }: SecretKeyPlace): Promise<KeyRing> {
  if (variable !== null) return parseKeyRing(variable);
  const text = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'ENOENT') throw cause;
    throw new ProofloadError(
      'unavailable',
      'There is no secret key, so secrets are neither stored nor read: set PROOFLOAD_SECRET_KEY, or start by `npm start`',
      { cause },
    );
  });
  return parseKeyRing(text);
}

/** Makes the key file when there is neither a variable nor a file. Of two that do so at once, one does. */
export async function ensureSecretKey(place: SecretKeyPlace): Promise<void> {
  if (place.variable === null) await writeNew(place.path, `${makeKeyText()}\n`);
  await readSecretKeys(place);
}

async function writeNew(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') return null;
    throw error;
  });
  if (file === null) return;
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Puts a new key before the ones in the file, which go on opening what they sealed. */
export async function addSecretKey(path: string): Promise<void> {
  const known = await readFile(path, 'utf8');
  parseKeyRing(known);
  await replaceFile(path, `${makeKeyText()}\n${known}`);
}

/** Leaves the first key of the file alone. */
export async function dropOldSecretKeys(path: string): Promise<void> {
  const [first] = parseKeyRing(await readFile(path, 'utf8'));
  await replaceFile(path, `${first.bytes.toString('base64')}\n`);
}

/** Whoever reads meanwhile sees the file before or after, never a half. */
async function replaceFile(path: string, text: string): Promise<void> {
  await rm(`${path}.new`, { force: true });
  await writeNew(`${path}.new`, text);
  await rename(`${path}.new`, path);
}
