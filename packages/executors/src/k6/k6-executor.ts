import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { arch, cpus, hostname, platform } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Executor, RunningWorkload, WorkloadEnd, WorkloadFile, WorkloadInput } from '../executor.ts';
import { createOutputFile } from '../process/output-file.ts';
import {
  hideDirectory,
  keepExisting,
  type SupervisedProcess,
  startSupervised,
  stopSupervised,
} from '../process/supervised-process.ts';
import { findScript } from './find-script.ts';
import { k6Arguments, k6Environment } from './k6-arguments.ts';
import { judgeK6Exit } from './k6-end.ts';
import { parseK6LogLine } from './k6-log-line.ts';
import { k6SettingsSchema } from './k6-settings.ts';
import { readK6Summary } from './k6-summary.ts';
import { readK6Version } from './k6-version.ts';

export interface K6ExecutorOptions {
  /** Path of the k6 program. */
  program: string;
  /** Folder that `with.file` is relative to; null when there is none. */
  scriptsRoot: string | null;
}

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
      const child = await startSupervised({
        name: 'k6',
        program,
        args: k6Arguments(settings, paths),
        cwd: input.directory,
        env: k6Environment(settings, input.params, input.directory),
      });
      const ended = follow(child, input, paths);
      return {
        samplesPath: paths.samples,
        environment: await describeEnvironment(version, script),
        state: { pid: child.pid ?? 0, host: hostname(), directory: input.directory },
        ended,
        stop: () => stopSupervised(child),
      } satisfies RunningWorkload;
    },
  };
}

async function follow(
  child: SupervisedProcess,
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
