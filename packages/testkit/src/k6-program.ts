import { execFileSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * Path of the k6 that tests run: `PROOFLOAD_K6`, or the one on PATH. Throws when there is none, so that no test passes
 * without.
 */
export function findTestK6(): string {
  const program = process.env.PROOFLOAD_K6 || findOnPath('k6');
  execFileSync(program, ['version'], { stdio: 'ignore' });
  return program;
}

function findOnPath(name: string): string {
  const candidates = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name));
  const found = candidates.find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      // Not in this folder.
      return false;
    }
  });
  if (found === undefined)
    throw new Error(`There is no ${name} on PATH; install it, or set PROOFLOAD_K6 to its path`);
  return found;
}
