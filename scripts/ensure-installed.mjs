// Runs before anything is installed: Node 18 or newer, no dependencies.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const neededMajor = 24;

/** Something is missing that only the reader can supply: shown as one sentence, without a stack. */
export class SetUpError extends Error {}

/**
 * Installs the dependencies when they are missing or not the ones of the lock file.
 * @param {string} root the repository
 * @param {(child: import('node:child_process').ChildProcess) => void} [onChild] told of npm's process while it runs
 * @returns {Promise<boolean>} whether anything had to be installed
 */
export async function ensureInstalled(root, onChild = () => undefined) {
  if (isInstalled(root)) return false;
  const npm = findNpm();
  console.log('Installing the dependencies with npm ci');
  const args = [
    ...npm.args,
    'ci',
    '--include=dev',
    '--include=optional',
    '--ignore-scripts',
    '--no-fund',
    '--no-audit',
  ];
  const child = spawn(npm.command, args, { cwd: root, stdio: 'inherit', shell: npm.shell });
  onChild(child);
  const code = await new Promise((settle, reject) => {
    child.once('error', reject);
    child.once('exit', settle);
  });
  if (code !== 0)
    throw new SetUpError(`The dependencies could not be installed: npm ci ended with exit code ${code}`);
  return true;
}

/** Compares what npm recorded as installed with the lock file, so that a touched file alone causes no installation. */
function isInstalled(root) {
  const recorded = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(recorded)) return false;
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const installed = JSON.parse(readFileSync(recorded, 'utf8')).packages;
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes('node_modules/')) return true;
    const found = installed[path];
    if (!found) return entry.optional === true || entry.devOptional === true;
    // Packages for other platforms stand in the lock file without a digest.
    return found.version === entry.version && (found.integrity === entry.integrity || !entry.integrity);
  });
}

function findNpm() {
  const script = process.env.npm_execpath;
  if (script && /npm-cli\.[cm]?js$/.test(script))
    return { command: process.execPath, args: [script], shell: false };
  const shell = process.platform === 'win32';
  const { status } = spawnSync('npm', ['--version'], { stdio: 'ignore', shell });
  if (status !== 0) throw new SetUpError('npm was not found: install Node.js with npm and start again');
  return { command: 'npm', args: [], shell };
}

/**
 * The Node that runs Proofload: the one among the dependencies, else the present one when it is new enough.
 * @param {string} root the repository, with its dependencies installed
 * @returns {string} path of the program
 */
export function findNode24(root) {
  for (const path of [join(root, 'node_modules/.bin/node'), process.execPath]) {
    const { status, stdout } = spawnSync(path, ['-p', 'process.versions.node'], { encoding: 'utf8' });
    if (status === 0 && Number.parseInt(stdout, 10) >= neededMajor) return path;
  }
  throw new SetUpError(
    `Proofload needs Node.js ${neededMajor} or newer, this is ${process.version}, and npm has none for ${process.platform} ${process.arch}: install it from nodejs.org`,
  );
}
