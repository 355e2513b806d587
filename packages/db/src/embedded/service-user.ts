import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Whom PostgreSQL runs as: it refuses root, so root hands it to the `postgres` user, which is made when missing. */
export interface ServiceUser {
  uid: number;
  gid: number;
}

/** The user to run PostgreSQL as, or null when the present user will do. */
export async function findServiceUser(): Promise<ServiceUser | null> {
  if (process.getuid?.() !== 0) return null;
  const known = await lookUp();
  if (known) return known;
  await run('groupadd', ['--system', 'postgres']).catch((error: { code?: number }) => {
    if (error.code !== 9) throw error; // 9: the group is there already
  });
  await run('useradd', ['--system', '--gid', 'postgres', '--no-create-home', 'postgres']);
  const made = await lookUp();
  if (!made) throw new Error('PostgreSQL does not run as root, and the user `postgres` could not be made');
  return made;
}

async function lookUp(): Promise<ServiceUser | null> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', 'postgres']), run('id', ['-g', 'postgres'])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch (error) {
    if ((error as { code?: number }).code === 1) return null;
    throw error;
  }
}

/** Whether every folder above `path` may be entered by anybody, so that another user can reach it. */
export async function isReachableByOthers(path: string): Promise<boolean> {
  for (let at = resolve(path); ; at = dirname(at)) {
    const found = await stat(at).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    if (found?.isDirectory() && at !== resolve(path) && (found.mode & 0o001) === 0) return false;
    if (at === dirname(at)) return true;
  }
}
