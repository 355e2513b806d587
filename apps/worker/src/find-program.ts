import { accessSync, constants } from 'node:fs';
import { delimiter, isAbsolute, join, resolve } from 'node:path';

/**
 * Absolute path of a program: workloads run without the worker's PATH, so that it must be looked up before.
 * @param searchPath value of PATH
 * @returns the name itself when it is nowhere, which then shows where it is used
 */
export function findProgram(name: string, searchPath: string): string {
  if (isAbsolute(name)) return name;
  if (name.includes('/')) return resolve(name);
  const candidates = searchPath.split(delimiter).map((folder) => join(folder, name));
  return candidates.find(isExecutable) ?? name;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return false;
  }
}
