import { createWriteStream } from 'node:fs';
import { realpath, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ProofloadError } from '@proofload/domain';
import type { WorkloadInput } from '../executor.ts';
import type { K6Settings } from './k6-settings.ts';

const refuse = (field: string, message: string, cause?: unknown): ProofloadError =>
  new ProofloadError('invalid', `spec.workload.with.${field}: ${message}`, {
    fields: [{ field: `spec.workload.with.${field}`, message }],
    cause,
  });

/**
 * Where the script of a run lies: inline and uploaded ones are written into the run's own folder, one from the
 * scripts folder stays where it is, so that its imports work.
 */
export async function findScript(
  settings: Pick<K6Settings, 'script' | 'file' | 'upload'>,
  input: WorkloadInput,
  scriptsRoot: string | null,
): Promise<string> {
  if (settings.file !== undefined) return findFile(settings.file, scriptsRoot);
  const path = join(input.directory, 'script.js');
  if (settings.upload !== undefined) {
    const upload = await input.openUpload(settings.upload).catch((cause: unknown) => {
      if (!(cause instanceof ProofloadError)) throw cause;
      throw refuse('upload', `expected an uploaded script; there is none called ${settings.upload}`, cause);
    });
    await pipeline(upload, createWriteStream(path));
    return path;
  }
  await writeFile(path, settings.script ?? '');
  return path;
}

async function findFile(file: string, scriptsRoot: string | null): Promise<string> {
  if (scriptsRoot === null)
    throw refuse('file', 'expected an inline script; this worker has no scripts folder');
  const root = await realpath(scriptsRoot).catch(() => scriptsRoot);
  const path = await realpath(join(root, file)).catch((cause: unknown) => {
    throw refuse('file', `expected a file below the scripts folder; there is no ${file}`, cause);
  });
  // A link may lead out of the folder although the path does not.
  if (!path.startsWith(root + sep))
    throw refuse('file', 'expected a file below the scripts folder, and this one leads out of it');
  return path;
}
