import { spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { judgeSuite, type SuiteCounts } from './report-counts.ts';
import type { Suite } from './suites.ts';

export interface SuiteResult extends SuiteCounts {
  name: string;
  seconds: number;
  /** What the counts do not say, such as that the time was up. */
  note: string | null;
}

export interface SuiteRunner {
  root: string;
  env: NodeJS.ProcessEnv;
  isCi: boolean;
  signal: AbortSignal;
}

/** Runs a suite to its end, shows what it prints, and adds up what it reported. */
export async function runSuite(suite: Suite, { root, env, isCi, signal }: SuiteRunner): Promise<SuiteResult> {
  const startMs = performance.now();
  if (suite.report) await rm(suite.report.path, { force: true });
  const { exitCode, note } = await runProcess(suite, root, { ...env, ...suite.env }, signal);
  const counts = suite.report ? await readCounts(suite.report) : null;
  const isUnreported = suite.report !== undefined && counts === null;
  return {
    name: suite.name,
    ...judgeSuite(counts, isUnreported && exitCode === 0 ? 1 : exitCode, isCi),
    seconds: (performance.now() - startMs) / 1000,
    note: note ?? (isUnreported ? 'it left no report' : null),
  };
}

interface ProcessEnd {
  exitCode: number;
  note: string | null;
}

/** Runs in a process group of its own, so that nothing a suite started outlives it. */
async function runProcess(
  suite: Suite,
  root: string,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<ProcessEnd> {
  const [program, ...args] = suite.command;
  const command = program === 'node' ? process.execPath : join(root, 'node_modules/.bin', program);
  const child = spawn(command, args, {
    cwd: root,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  });
  let note: string | null = null;
  const end = (reason: string, name: NodeJS.Signals): void => {
    note = reason;
    endGroup(child.pid, name);
  };
  const stop = (): void => end('it was interrupted', 'SIGINT');
  signal.addEventListener('abort', stop);
  const timer = setTimeout(
    () => end(`its time of ${suite.timeLimitMs / 60_000} minutes was up`, 'SIGKILL'),
    suite.timeLimitMs,
  );
  try {
    const exitCode = await new Promise<number>((settle, reject) => {
      child.once('error', reject);
      child.once('exit', (code) => settle(code ?? 1));
    });
    return { exitCode, note };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    endGroup(child.pid, 'SIGKILL');
  }
}

function endGroup(pid: number | undefined, name: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error; // no member of the group is left
  }
}

async function readCounts(report: NonNullable<Suite['report']>): Promise<SuiteCounts | null> {
  const text = await readFile(report.path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return text === null ? null : report.read(text);
}
