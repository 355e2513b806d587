import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ProofloadError } from '@proofload/domain';

export interface StoredArtifact {
  /** In bytes. */
  size: number;
  /** Hexadecimal SHA-256 of the content. */
  sha256: string;
}

export interface ArtifactStore {
  /** Stores a stream under a key, whole or not at all. Throws `too-large` past `maxBytes`. */
  put(key: string, body: AsyncIterable<Uint8Array>, options: { maxBytes: number }): Promise<StoredArtifact>;
  /** The content as it was stored. Throws `not-found`. */
  open(key: string): Promise<AsyncIterable<Uint8Array>>;
  /** Removes a key and all keys below it; one that is not there is no error. */
  remove(key: string): Promise<void>;
}

const keyPattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}(\/[A-Za-z0-9][A-Za-z0-9._-]{0,127}){0,7}$/;

const maxAttempts = 10;
/** What making a folder says when one above it is removed at that moment. */
const vanished = new Set(['ENOENT', 'ENOTDIR', 'EEXIST']);

/** Artifacts as files below a folder. */
export function createDirectoryStore(folder: string): ArtifactStore {
  const root = resolve(folder);
  const pathOf = (key: string): string => {
    if (!keyPattern.test(key)) {
      const message =
        'expected up to 8 parts of letters, digits, dots, hyphens and underscores between slashes';
      throw new ProofloadError('invalid', `artifact name: ${message}`, {
        fields: [{ field: 'name', message }],
      });
    }
    return join(root, key);
  };
  return {
    put: async (key, body, { maxBytes }) => {
      const path = pathOf(key);
      const partial = `${path}.${randomBytes(6).toString('hex')}.partial`;
      const file = await openNew(partial);
      try {
        const stored = await writeMeasured(file, body, maxBytes);
        await rename(partial, path);
        return stored;
      } finally {
        await rm(partial, { force: true });
      }
    },
    open: async (key) => {
      const path = pathOf(key);
      await stat(path).catch((cause: NodeJS.ErrnoException) => {
        if (cause.code !== 'ENOENT') throw cause;
        throw new ProofloadError('not-found', 'The artifact is not stored any more', { cause });
      });
      return createReadStream(path);
    },
    remove: async (key) => {
      const path = pathOf(key);
      await rm(path, { recursive: true, force: true });
      await removeEmptied(dirname(path), root);
    },
  };
}

/** Creates a file with the folders above it, which may be tidied away at the same moment because they are empty. */
async function openNew(path: string): Promise<FileHandle> {
  for (let attempt = 1; ; attempt++) {
    try {
      await mkdir(dirname(path), { recursive: true });
      return await open(path, 'wx');
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (!vanished.has(code) || attempt >= maxAttempts) throw error;
    }
  }
}

/** Removes folders that have nothing in them any more, upwards and short of the root. */
async function removeEmptied(folder: string, root: string): Promise<void> {
  for (let path = folder; path !== root && path.startsWith(root); path = dirname(path)) {
    try {
      await rmdir(path);
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT') continue;
      if (code === 'ENOTEMPTY' || code === 'EEXIST') return;
      throw error;
    }
  }
}

async function writeMeasured(
  file: FileHandle,
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<StoredArtifact> {
  const hash = createHash('sha256');
  let size = 0;
  const measure = new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      size += chunk.byteLength;
      hash.update(chunk);
      if (size > maxBytes)
        done(new ProofloadError('too-large', `An artifact may have at most ${maxBytes} bytes`));
      else done(null, chunk);
    },
  });
  await pipeline(body, measure, file.createWriteStream());
  return { size, sha256: hash.digest('hex') };
}
