import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { finished } from 'node:stream/promises';
import { StartError } from './start-error.ts';

const ignoredFolders = new Set(['node_modules', 'generated', 'fixtures', 'test-results']);

export interface WebBuild {
  root: string;
  /** Where the build's output goes, which is shown only when it fails. */
  logPath: string;
  env: NodeJS.ProcessEnv;
  signal: AbortSignal;
  /** Called when there is something to build. */
  onBuild: () => void;
}

/** Path of Next.js' command. */
export function nextCommand(root: string): string {
  return createRequire(join(root, 'apps/web/package.json')).resolve('next/dist/bin/next');
}

/** Builds the web application unless the present build was made from these very sources. */
export async function ensureWebBuild(options: WebBuild): Promise<void> {
  const distDir = join(options.root, 'apps/web', options.env.NEXT_DIST_DIR || '.next');
  const stampPath = join(distDir, 'sources.sha256');
  const stamp = await hashSources(options.root);
  if ((await readIfThere(stampPath)) === stamp) return;
  options.onBuild();
  await rm(stampPath, { force: true });
  await runBuild(options);
  await writeFile(stampPath, stamp);
}

async function runBuild({ root, logPath, env, signal }: WebBuild): Promise<void> {
  await mkdir(dirname(logPath), { recursive: true });
  const log = createWriteStream(logPath);
  const child = spawn(process.execPath, [nextCommand(root), 'build'], {
    cwd: join(root, 'apps/web'),
    env: { ...env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  });
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  const code = await new Promise<number | null>((settle, reject) => {
    child.once('error', reject);
    child.once('close', settle);
  });
  log.end();
  await finished(log);
  if (code === 0) return;
  const tail = (await readFile(logPath, 'utf8')).split('\n').slice(-25).join('\n');
  throw new StartError(
    `The pages could not be built; the whole output is in ${logPath} and ends with\n${tail}`,
  );
}

/** One digest over everything that a build is made from: names and contents. */
async function hashSources(root: string): Promise<string> {
  const packages = (await readdir(join(root, 'packages'))).sort().map((name) => `packages/${name}/src`);
  const files = [
    ...['package-lock.json', 'tsconfig.base.json', 'prisma/schema.prisma'],
    ...(await Promise.all(['apps/web', ...packages].map((folder) => listSources(root, folder)))).flat(),
  ];
  const hash = createHash('sha256');
  for (const file of files)
    hash
      .update(file)
      .update('\0')
      .update((await readIfThere(join(root, file))) ?? '')
      .update('\0');
  return hash.digest('hex');
}

async function listSources(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    },
  );
  const lists = entries
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(async (entry): Promise<string[]> => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        return ignoredFolders.has(entry.name) || entry.name.startsWith('.') ? [] : listSources(root, path);
      }
      const isSource = entry.name !== 'next-env.d.ts' && !/\.(test\.tsx?|tsbuildinfo)$/.test(entry.name);
      return isSource ? [path] : [];
    });
  return (await Promise.all(lists)).flat();
}

async function readIfThere(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}
