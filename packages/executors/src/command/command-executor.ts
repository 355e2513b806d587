import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { finished } from 'node:stream/promises';
import { promisify } from 'node:util';
import type { Executor, RunningWorkload, WorkloadEnd, WorkloadFile, WorkloadInput } from '../executor.ts';
import { keepExisting } from '../process/supervised-process.ts';
import type { AllowedCommand, CommandList } from './command-list.ts';
import { type CommandSettings, commandSettingsSchema } from './command-settings.ts';
import { findCommand, type StartedCommand, sayCommandEnd, startCommand } from './start-command.ts';

const runFile = promisify(execFile);
/** A program that prints more than this has its output cut, which is a warning. */
const maxOutputBytes = 64 * 1024 * 1024;

/** Runs programs of the worker's host that its operator allows. They die with the worker. */
export function createCommandExecutor(commands: CommandList): Executor {
  return {
    start: async (input) => {
      const settings = commandSettingsSchema.parse(input.with);
      const { directory, log } = input;
      const field = 'spec.workload.with';
      const command = findCommand(commands, settings, field);
      await writeFiles(directory, settings);
      const program = await startCommand(settings, { commands, directory, field, log });
      const ended = follow(program, input, settings, Date.now());
      return {
        samplesPath: null,
        environment: await describe(settings.command, command),
        state: { pid: program.pid, host: hostname(), directory },
        ended,
        stop: program.stop,
      } satisfies RunningWorkload;
    },
  };
}

async function writeFiles(directory: string, { files, results }: CommandSettings): Promise<void> {
  for (const path of [...Object.keys(files), ...results.map((result) => result.path)])
    await mkdir(dirname(join(directory, path)), { recursive: true });
  for (const [path, content] of Object.entries(files)) await writeFile(join(directory, path), content);
}

async function follow(
  program: StartedCommand,
  { directory }: WorkloadInput,
  settings: CommandSettings,
  fromMs: number,
): Promise<WorkloadEnd> {
  const warnings: string[] = [];
  const out = keepOutput(program.stdout, join(directory, 'stdout.txt'), warnings);
  const code = await program.ended;
  const toMs = Date.now();
  await out;
  const isGood = code !== null && settings.successCodes.includes(code);
  return {
    outcome: isGood ? 'completed' : 'failed',
    reason: isGood ? null : sayCommandEnd(settings.command, code, program.lastError()),
    warnings,
    files: await listFiles(directory, settings, isGood, warnings),
    span: { fromMs, toMs },
  };
}

/** Writes what the program prints into a file of bounded size. */
async function keepOutput(stdout: StartedCommand['stdout'], path: string, warnings: string[]): Promise<void> {
  const file = createWriteStream(path);
  let size = 0;
  for await (const chunk of stdout as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxOutputBytes) continue;
    if (!file.write(chunk)) await once(file, 'drain');
  }
  file.end();
  await finished(file);
  if (size > maxOutputBytes)
    warnings.push(`It printed ${size} bytes; only the first ${maxOutputBytes} were kept`);
}

async function listFiles(
  directory: string,
  { stdout, results }: CommandSettings,
  isGood: boolean,
  warnings: string[],
): Promise<WorkloadFile[]> {
  const declared = results.map(({ path, as }) => fileOf(directory, path, as));
  const files = await keepExisting([fileOf(directory, 'stdout.txt', stdout), ...declared]);
  const missing = declared.filter(({ path }) => !files.some((file) => file.path === path));
  if (isGood) for (const { name } of missing) warnings.push(`It left no file ${name}`);
  return files;
}

const types: Readonly<Record<string, string>> = {
  '.json': 'application/json',
  '.csv': 'text/csv; charset=utf-8',
};

function fileOf(directory: string, path: string, as: WorkloadFile['ingestAs']): WorkloadFile {
  const name = path.replaceAll('/', '-');
  const extension = /\.[a-z]+$/.exec(basename(path))?.[0] ?? '';
  return {
    name,
    path: join(directory, path),
    contentType: types[extension] ?? 'text/plain; charset=utf-8',
    ...(as === undefined ? {} : { ingestAs: as }),
  };
}

async function describe(name: string, { program, version }: AllowedCommand): Promise<Record<string, string>> {
  const facts: Record<string, string> = {
    'generator.host': hostname(),
    'generator.cpus': `${cpus().length} x ${cpus()[0]?.model.trim() ?? 'unknown'}`,
  };
  if (version === undefined) return facts;
  try {
    const { stdout, stderr } = await runFile(program, version, {
      timeout: 5_000,
      maxBuffer: 64 * 1024,
      env: {} as NodeJS.ProcessEnv,
    });
    facts[`${name}.version`] = (stdout || stderr).split('\n')[0]?.trim().slice(0, 200) ?? '';
  } catch (error) {
    facts[`${name}.version`] = `unknown: ${(error as Error).message.split('\n')[0]?.slice(0, 200)}`;
  }
  return facts;
}
