import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { TestbedError } from '../testbed-error.ts';
import { findProgramFolder, isExecutable, kubeSource } from './find-programs.ts';
import { goVersion, kubernetesVersion, kwokVersion } from './versions.ts';

const workPrefix = '.build-';
const abandonedAfterMs = 24 * 3600_000;

export interface ProgramBuild {
  env: NodeJS.ProcessEnv;
  /** Given a sentence for the terminal. */
  tell: (sentence: string) => void;
  signal?: AbortSignal;
}

/**
 * Builds what is not in the cache yet. On two cores it takes 4 to 8 minutes the first time and nothing afterwards.
 * @returns the folder of the programs
 */
export async function buildPrograms(build: ProgramBuild): Promise<string> {
  const folder = await findProgramFolder(build.env);
  const isMissing = async (name: string): Promise<boolean> => !(await isExecutable(join(folder, name)));
  const steps = [
    { name: 'kubebed', what: `Kubernetes ${kubernetesVersion} and etcd`, args: kubeArguments },
    { name: 'kwok', what: `kwok ${kwokVersion}`, args: kwokArguments },
  ];
  for (const { name, what, args } of steps) {
    if (!(await isMissing(name))) continue;
    await ensureGoAnswers(build.env);
    await mkdir(folder, { recursive: true });
    await removeAbandoned(folder);
    // Built beside its place and moved there when it is whole, so that whoever looks finds all of it or nothing.
    const work = await mkdtemp(join(folder, workPrefix));
    try {
      build.tell(`Building ${what} with Go; the first time takes some minutes`);
      const startMs = performance.now();
      await runGo(args(work), { ...build.env, GOBIN: work }, build.signal);
      await rename(join(work, name), join(folder, name));
      build.tell(`Built ${what} in ${Math.round((performance.now() - startMs) / 1000)} s`);
    } finally {
      await rm(work, { recursive: true, force: true });
    }
  }
  return folder;
}

/** What builds left behind that were killed. */
async function removeAbandoned(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.startsWith(workPrefix));
  for (const path of names.map((name) => join(folder, name))) {
    const { mtimeMs } = await stat(path);
    if (Date.now() - mtimeMs > abandonedAfterMs) await rm(path, { recursive: true, force: true });
  }
}

function kubeArguments(work: string): string[] {
  const [major, minor] = kubernetesVersion.slice(1).split('.');
  // Clients parse the version that the API server tells; without these it is v0.0.0-master.
  const facts = {
    gitVersion: kubernetesVersion,
    gitMajor: major,
    gitMinor: minor,
    gitTreeState: 'clean',
    gitCommit: 'module',
    buildDate: '2026-01-01T00:00:00Z',
  };
  const set = Object.entries(facts).map(
    ([name, value]) => `-X k8s.io/component-base/version.${name}=${value}`,
  );
  return ['build', '-trimpath', '-ldflags', ['-s', '-w', ...set].join(' '), '-o', join(work, 'kubebed'), '.'];
}

const kwokArguments = (): string[] => ['install', `sigs.k8s.io/kwok/cmd/kwok@${kwokVersion}`];

async function ensureGoAnswers(env: NodeJS.ProcessEnv): Promise<void> {
  try {
    await promisify(execFile)('go', ['version'], { env });
  } catch (cause) {
    throw new TestbedError(
      `The programs of the testbed are built with Go, which is not on PATH: install Go ${goVersion} or newer from go.dev/dl, or Go 1.21 or newer, which fetches that one by itself`,
      { cause },
    );
  }
}

async function runGo(args: string[], env: NodeJS.ProcessEnv, signal?: AbortSignal): Promise<void> {
  const child = spawn('go', args, {
    cwd: kubeSource,
    env: { ...env, GOFLAGS: '-buildvcs=false' },
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(signal ? { signal } : {}),
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-4000);
  });
  const code = await new Promise<number | null>((settle, reject) => {
    child.once('error', reject);
    child.once('close', settle);
  });
  if (code !== 0) {
    const lines = said.split('\n').filter((line) => line !== '' && !line.startsWith('go: downloading'));
    throw new TestbedError(`go ${args[0]} ended with exit code ${code}:\n${lines.slice(-15).join('\n')}`);
  }
}
