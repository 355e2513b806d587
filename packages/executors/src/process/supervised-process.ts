import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { lstat } from 'node:fs/promises';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { ProofloadError } from '@proofload/domain';
import type { WorkloadFile } from '../executor.ts';

export type SupervisedProcess = ChildProcessByStdio<Writable, Readable, Readable>;

/** Asked for when a load starts, not when this module loads: the bundled web server checks settings here and has no file. */
const supervisorPath = (): string => fileURLToPath(new URL('./supervise.sh', import.meta.url));
/** Between asking a program to end and killing it. */
const graceSeconds = 3;
/** By when the supervisor itself is killed with everything below it. */
const killAfterMs = (graceSeconds + 1) * 1000;

/**
 * Starts a program that ends when this process does, however that happens. Throws `unavailable` when it cannot be started.
 * @param request.env the whole environment of the program
 */
export async function startSupervised(request: {
  /** For messages. */
  name: string;
  program: string;
  args: readonly string[];
  cwd: string;
  env: Readonly<Record<string, string>>;
}): Promise<SupervisedProcess> {
  const { name, program, args, cwd, env } = request;
  const child = spawn('/bin/sh', [supervisorPath(), String(graceSeconds), program, ...args], {
    cwd,
    // Next's types ask for a NODE_ENV in every environment; a load gets none.
    env: env as NodeJS.ProcessEnv,
    // A group of its own: Ctrl-C in the worker's terminal is for the worker, which then ends the load in order.
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (cause) =>
      reject(new ProofloadError('unavailable', `${name} could not be started: ${cause.message}`, { cause })),
    );
  });
  return child;
}

/** Closing the pipe makes the supervisor end the program, as the death of the worker would. */
export function stopSupervised(child: SupervisedProcess): void {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.stdin.end();
  const timer = setTimeout(() => killGroup(child), killAfterMs);
  child.once('close', () => clearTimeout(timer));
}

function killGroup(child: SupervisedProcess): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Where the worker keeps its files is nobody's business, and different in every run. */
export const hideDirectory = (line: string, directory: string): string =>
  line.replaceAll(`file://${directory}/`, '').replaceAll(`${directory}/`, '');

/** Those of the files that are there and hold something. */
export async function keepExisting(files: readonly WorkloadFile[]): Promise<WorkloadFile[]> {
  const found = await Promise.all(
    files.map((file) =>
      // A link could lead to what the worker alone may read.
      lstat(file.path).then(
        (stats) => (stats.isFile() && stats.size > 0 ? file : null),
        () => null,
      ),
    ),
  );
  return found.filter((file) => file !== null);
}
