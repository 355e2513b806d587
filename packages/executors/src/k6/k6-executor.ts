import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { arch, cpus, hostname, platform } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { ProofloadError } from '@proofload/domain';
import type { Executor, RunningWorkload, WorkloadEnd, WorkloadFile, WorkloadInput } from '../executor.ts';
import { findScript } from './find-script.ts';
import { k6Arguments, k6Environment } from './k6-arguments.ts';
import { judgeK6Exit } from './k6-end.ts';
import { parseK6LogLine } from './k6-log-line.ts';
import { k6SettingsSchema } from './k6-settings.ts';
import { readK6Summary } from './k6-summary.ts';
import { readK6Version } from './k6-version.ts';
import { createOutputFile } from './output-file.ts';

export interface K6ExecutorOptions {
  /** Path of the k6 program. */
  program: string;
  /** Folder that `with.file` is relative to; null when there is none. */
  scriptsRoot: string | null;
}

/** Asked for when k6 starts, not when this module loads: the bundled web server checks settings here and has no file. */
const supervisorPath = (): string => fileURLToPath(new URL('./supervise.sh', import.meta.url));
/** Between asking k6 to end and killing it. */
const graceSeconds = 3;
/** By when the supervisor itself is killed with everything below it. */
const killAfterMs = (graceSeconds + 1) * 1000;

/** Runs k6 as a process on this machine, which dies with the worker. */
export function createK6Executor({ program, scriptsRoot }: K6ExecutorOptions): Executor {
  return {
    start: async (input) => {
      const settings = k6SettingsSchema.parse(input.with);
      const version = await readK6Version(program);
      const script = await findScript(settings, input, scriptsRoot);
      const paths = {
        script,
        samples: join(input.directory, 'samples.json'),
        summary: join(input.directory, 'summary.json'),
      };
      const child = spawn(
        '/bin/sh',
        [supervisorPath(), String(graceSeconds), program, ...k6Arguments(settings, paths)],
        {
          cwd: input.directory,
          // Next's types ask for a NODE_ENV in every environment; k6 gets none.
          env: k6Environment(settings, input.params, input.directory) as NodeJS.ProcessEnv,
          // A group of its own: Ctrl-C in the worker's terminal is for the worker, which then ends k6 in order.
          detached: true,
          stdio: ['pipe', 'pipe', 'pipe'],
        },
      );
      await hasStarted(child);
      const ended = follow(child, input, paths);
      return {
        samplesPath: paths.samples,
        environment: await describeEnvironment(version, script),
        state: { pid: child.pid ?? 0, host: hostname(), directory: input.directory },
        ended,
        stop: () => stop(child),
      } satisfies RunningWorkload;
    },
  };
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

function hasStarted(child: Child): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (cause) =>
      reject(new ProofloadError('unavailable', `k6 could not be started: ${cause.message}`, { cause })),
    );
  });
}

async function follow(
  child: Child,
  input: WorkloadInput,
  paths: { script: string; summary: string },
): Promise<WorkloadEnd> {
  // A pipe that breaks when the process ends is no news: its end is what we wait for.
  child.stdin.on('error', () => undefined);
  child.on('error', (error) => input.log('warn', `The process of k6: ${error.message}`));
  const output = createOutputFile(join(input.directory, 'k6-output.txt'));
  let lastError: string | null = null;
  createInterface({ input: child.stderr }).on('line', (line) => {
    const { level, message } = parseK6LogLine(hideDirectory(line, input.directory));
    if (level === 'error') lastError = message;
    output.write(`${level} ${message}`);
    input.log(level, message);
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    output.write(line);
    if (line.trim() !== '') input.log('info', line);
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  child.stdin.destroy();
  await output.end();
  const summary = await readK6Summary(paths.summary);
  const files: WorkloadFile[] = [
    { name: 'script.js', path: paths.script, contentType: 'text/javascript; charset=utf-8' },
    { name: 'summary.json', path: paths.summary, contentType: 'application/json' },
    { name: 'k6-output.txt', path: output.path, contentType: 'text/plain; charset=utf-8' },
  ];
  return { ...judgeK6Exit({ code, lastError, summary }), files: await keepExisting(files) };
}

/** Where the worker keeps its files is nobody's business, and different in every run. */
const hideDirectory = (line: string, directory: string): string =>
  line.replaceAll(`file://${directory}/`, '').replaceAll(`${directory}/`, '');

/** Closing the pipe makes the supervisor end k6, as the death of the worker would. */
function stop(child: Child): void {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.stdin.end();
  const timer = setTimeout(() => killGroup(child), killAfterMs);
  child.once('close', () => clearTimeout(timer));
}

function killGroup(child: Child): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function describeEnvironment(version: string, script: string): Promise<Record<string, string>> {
  const digest = createHash('sha256')
    .update(await readFile(script))
    .digest('hex');
  return {
    'k6.version': version,
    'script.sha256': digest,
    'generator.host': hostname(),
    'generator.cpus': `${cpus().length} x ${cpus()[0]?.model.trim() ?? 'unknown'}`,
    'generator.platform': `${platform()} ${arch()}`,
  };
}

async function keepExisting(files: readonly WorkloadFile[]): Promise<WorkloadFile[]> {
  const found = await Promise.all(
    files.map((file) =>
      stat(file.path).then(
        (stats) => (stats.size > 0 ? file : null),
        () => null,
      ),
    ),
  );
  return found.filter((file) => file !== null);
}
