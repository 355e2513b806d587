import { createHash } from 'node:crypto';
import { access, constants, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { TestbedError } from '../testbed-error.ts';
import { kubernetesVersion, kwokVersion } from './versions.ts';

/** The Go module of the control plane. */
export const kubeSource = fileURLToPath(new URL('../kube/', import.meta.url));

/** Paths of the programs that a testbed runs. */
export interface Programs {
  /** etcd, API server, controller manager and scheduler, told apart by the first argument. */
  kubebed: string;
  kwok: string;
  prometheus: string;
}

/**
 * Where built programs are kept: a folder of the user's cache named after everything that they are built from, so that
 * another clone finds them and another version does not.
 */
export async function findProgramFolder(env: NodeJS.ProcessEnv): Promise<string> {
  const hash = createHash('sha256').update(
    [kubernetesVersion, kwokVersion, process.platform, process.arch].join(' '),
  );
  for (const name of ['go.mod', 'go.sum', 'main.go']) hash.update(await readFile(join(kubeSource, name)));
  const cache = env.XDG_CACHE_HOME || join(homedir(), '.cache');
  return join(cache, 'proofload', `testbed-${hash.digest('hex').slice(0, 12)}`);
}

/** The programs, when all of them are there. Throws a TestbedError that names what is missing and how to get it. */
export async function findPrograms(env: NodeJS.ProcessEnv): Promise<Programs> {
  const folder = await findProgramFolder(env);
  const programs = { kubebed: join(folder, 'kubebed'), kwok: join(folder, 'kwok') };
  for (const path of Object.values(programs)) {
    if (!(await isExecutable(path))) {
      throw new TestbedError(
        `The programs of the testbed are not built (${path} is missing): run "npm run testbed -- --build" once, which takes some minutes and needs Go`,
      );
    }
  }
  const prometheus = await findOnPath('prometheus', env.PATH ?? '');
  if (prometheus === null) {
    throw new TestbedError(
      'There is no prometheus on PATH, which the testbed needs: on Debian, apt-get install prometheus',
    );
  }
  return { ...programs, prometheus };
}

async function findOnPath(name: string, path: string): Promise<string | null> {
  for (const folder of path.split(delimiter).filter((each) => each !== '')) {
    if (await isExecutable(join(folder, name))) return join(folder, name);
  }
  return null;
}

export const isExecutable = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
