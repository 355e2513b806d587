import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { access, constants, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

/** Programs that the suites run besides Node, and the Debian packages that bring them. */
const programs: readonly { program: string; debianPackage: string; use: string }[] = [
  { program: 'chromium', debianPackage: 'chromium', use: 'the end-to-end suite' },
  { program: 'redis-server', debianPackage: 'redis-server', use: 'the tests of the queue on Redis' },
  { program: 'openssl', debianPackage: 'openssl', use: 'the tests of TLS and the testbed' },
  { program: 'iperf3', debianPackage: 'iperf3', use: 'the tests of the command executor' },
  { program: 'ip', debianPackage: 'iproute2', use: 'the tests of the command executor' },
  {
    program: 'prometheus',
    debianPackage: 'prometheus',
    use: 'the tests of the Prometheus source and the testbed',
  },
];
const policyPath = '/usr/sbin/policy-rc.d';

/** Names the programs that are not on PATH. */
async function findMissing(path: string): Promise<typeof programs> {
  const found = await Promise.all(programs.map(({ program }) => isOnPath(program, path)));
  return programs.filter((_, index) => !found[index]);
}

async function isOnPath(program: string, path: string): Promise<boolean> {
  for (const folder of path.split(delimiter).filter((each) => each !== '')) {
    const isThere = await access(join(folder, program), constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return true;
  }
  return false;
}

/**
 * Makes sure that the suites find their programs: installs them when this is a Debian machine of a CI system with
 * root, and names what is missing anywhere else. @returns whether everything is there
 */
export async function ensureSystemTools(isCi: boolean, path: string): Promise<boolean> {
  const missing = await findMissing(path);
  if (missing.length === 0) return true;
  if (isCi && process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    await installPackages(missing.map(({ debianPackage }) => debianPackage));
    return (await findMissing(path)).length === 0;
  }
  for (const { program, debianPackage, use } of missing) {
    console.log(`${program} is missing, which ${use} need: on Debian, apt-get install ${debianPackage}`);
  }
  return false;
}

/** Installs without starting the services that the packages bring: the tests start their own, on free ports. */
async function installPackages(names: readonly string[]): Promise<void> {
  const hasPolicy = existsSync(policyPath);
  if (!hasPolicy) await writeFile(policyPath, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    await runApt(['update', '-q']);
    await runApt(['install', '-y', '-q', '--no-install-recommends', ...names]);
  } finally {
    if (!hasPolicy) await rm(policyPath);
  }
}

async function runApt(args: string[]): Promise<void> {
  const child = spawn('apt-get', args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  const code = await new Promise<number | null>((settle, reject) => {
    child.once('error', reject);
    child.once('exit', settle);
  });
  if (code !== 0) throw new Error(`apt-get ${args.join(' ')} ended with exit code ${code}`);
}

/** A Go compiler builds the testbed, and k6 where no release can be downloaded. Debian's is taken when there is none. */
export async function ensureGo(isCi: boolean): Promise<void> {
  if (!isCi || process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return;
  const hasGo = await promisify(execFile)('go', ['version']).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
  if (!hasGo) await installPackages(['golang-go']);
}
