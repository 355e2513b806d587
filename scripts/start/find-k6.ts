import { execFile } from 'node:child_process';
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { downloadK6, type K6Fetch } from './download-k6.ts';
import { StartError } from './start-error.ts';

const run = promisify(execFile);
const version = 'v1.8.1';
const program = process.platform === 'win32' ? 'k6.exe' : 'k6';

export interface K6Search {
  dataDir: string;
  /** A k6 that the user named; it is taken or refused, never replaced. */
  named: string | null;
  env: NodeJS.ProcessEnv;
  signal: AbortSignal;
  tell: (sentence: string) => void;
  /** Ways to get one, in order: a release download, then a build by Go. */
  fetchers?: readonly ((fetch: K6Fetch) => Promise<void>)[];
}

/**
 * A k6 to run: the one named, one on PATH, one fetched before, a release, or one built by Go, in this order.
 * @returns its path, or null when there is none and none can be had, which was told in a sentence
 */
export async function findK6(search: K6Search): Promise<string | null> {
  if (search.named) {
    if (await answers(search.named)) return search.named;
    throw new StartError(`PROOFLOAD_K6 names ${search.named}, which does not answer to "version" as k6 does`);
  }
  const binDir = join(search.dataDir, 'bin');
  const kept = join(binDir, program);
  const folders = (search.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  for (const path of [...folders.map((folder) => join(folder, program)), kept]) {
    if ((await isThere(path)) && (await answers(path))) return path;
  }
  search.tell('There is no k6 on PATH: fetching one');
  const problems: string[] = [];
  for (const fetchK6 of search.fetchers ?? [downloadK6, buildK6]) {
    try {
      await fetchK6({ version, binDir, env: search.env, signal: search.signal });
      if (await answers(kept)) return kept;
      problems.push(`${kept} does not run`);
    } catch (error) {
      search.signal.throwIfAborted();
      problems.push((error as Error).message.split('\n')[0] ?? 'unknown trouble');
    }
  }
  search.tell(
    `k6 was not found and could not be fetched (${problems.join('; ')}): experiments that run k6 on this machine are off until k6 is on PATH and Proofload is started again`,
  );
  return null;
}

async function buildK6({ version, binDir, env, signal }: K6Fetch): Promise<void> {
  try {
    await run('go', ['install', `go.k6.io/k6@${version}`], { env: { ...env, GOBIN: binDir }, signal });
  } catch (cause) {
    const { code, stderr } = cause as { code?: number | string; stderr?: string };
    const reason =
      code === 'ENOENT' ? 'Go is not installed' : `go install: ${lastLine(stderr ?? String(cause))}`;
    throw new Error(reason, { cause });
  }
}

const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? '';

async function answers(path: string): Promise<boolean> {
  try {
    const { stdout } = await run(path, ['version'], { timeout: 10_000 });
    return /\bv?\d+\.\d+\.\d+/.test(stdout);
  } catch (error) {
    const { code, killed } = error as { code?: number | string; killed?: boolean };
    if (code !== undefined || killed) return false; // not executable, another program, or silent for ten seconds
    throw error;
  }
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
