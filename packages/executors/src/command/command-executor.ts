import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { finished } from 'node:stream/promises';
import { promisify } from 'node:util';
import { ProofloadError } from '@proofload/domain';
import type { Executor, RunningWorkload, WorkloadEnd, WorkloadFile, WorkloadInput } from '../executor.ts';
import {
  hideDirectory,
  keepExisting,
  type SupervisedProcess,
  startSupervised,
  stopSupervised,
} from '../process/supervised-process.ts';
import type { AllowedCommand, CommandList } from './command-list.ts';
import { type CommandSettings, commandSettingsSchema } from './command-settings.ts';

const runFile = promisify(execFile);
/** A program that prints more than this has its output cut, which is a warning. */
const maxOutputBytes = 64 * 1024 * 1024;
/** Lines of standard output that go into the log of the run; all of it is an artifact. */
const maxLogged = 2_000;

/** Runs programs of the worker's host that its operator allows. They die with the worker. */
export function createCommandExecutor(commands: CommandList): Executor {
  return {
    start: async (input) => {
      const settings = commandSettingsSchema.parse(input.with);
      const command = findCommand(commands, settings);
      await writeFiles(input.directory, settings);
      const child = await startSupervised({
        name: settings.command,
        program: command.program,
        args: [...command.args, ...settings.args.map(String)],
        cwd: input.directory,
        env: environmentOf(command, settings, input),
      });
      const fromMs = Date.now();
      const ended = follow(child, input, settings, fromMs);
      return {
        samplesPath: null,
        environment: await describe(settings.command, command),
        state: { pid: child.pid ?? 0, host: hostname(), directory: input.directory },
        ended,
        stop: () => stopSupervised(child),
      } satisfies RunningWorkload;
    },
  };
}

function findCommand(commands: CommandList, { command, env }: CommandSettings): AllowedCommand {
  const allowed = Object.hasOwn(commands, command) ? commands[command] : undefined;
  if (!allowed) {
    const names = Object.keys(commands).join(', ') || 'none';
    throw invalid('command', `expected a program that this worker allows (${names}); there is no ${command}`);
  }
  const stray = Object.keys(env).find((name) => !allowed.mayHave.includes(name));
  if (stray !== undefined)
    throw invalid(
      'env',
      `expected variables that this worker lets ${command} have; ${stray} is none of them`,
    );
  return allowed;
}

function invalid(name: string, message: string): ProofloadError {
  const field = `spec.workload.with.${name}`;
  return new ProofloadError('invalid', `${field}: ${message}`, { fields: [{ field, message }] });
}

/** Nothing of the worker's own environment gets there: it holds the address and password of the database. */
const environmentOf = (
  command: AllowedCommand,
  { env }: CommandSettings,
  { directory }: WorkloadInput,
): Record<string, string> => ({
  PATH: '/usr/local/bin:/usr/bin:/bin',
  HOME: directory,
  ...command.env,
  ...Object.fromEntries(Object.entries(env).map(([name, value]) => [name, String(value)])),
});

async function writeFiles(directory: string, { files, results }: CommandSettings): Promise<void> {
  for (const path of [...Object.keys(files), ...results.map((result) => result.path)])
    await mkdir(dirname(join(directory, path)), { recursive: true });
  for (const [path, content] of Object.entries(files)) await writeFile(join(directory, path), content);
}

async function follow(
  child: SupervisedProcess,
  input: WorkloadInput,
  settings: CommandSettings,
  fromMs: number,
): Promise<WorkloadEnd> {
  // A pipe that breaks when the process ends is no news: its end is what we wait for.
  child.stdin.on('error', () => undefined);
  child.on('error', (error) => input.log('warn', `The process of ${settings.command}: ${error.message}`));
  const warnings: string[] = [];
  const out = keepOutput(child, join(input.directory, 'stdout.txt'), warnings);
  let lastError: string | null = null;
  let logged = 0;
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (line.trim() === '') return;
    lastError = hideDirectory(line, input.directory).slice(0, 1_000);
    if (logged < maxLogged) input.log('warn', lastError);
    logged += 1;
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  const toMs = Date.now();
  child.stdin.destroy();
  await out;
  const isGood = code !== null && settings.successCodes.includes(code);
  const how = code === null ? 'was killed' : `ended with exit code ${code}`;
  return {
    outcome: isGood ? 'completed' : 'failed',
    reason: isGood ? null : `${settings.command} ${how}${lastError ? `: ${lastError}` : ''}`,
    warnings,
    files: await listFiles(input.directory, settings, isGood, warnings),
    span: { fromMs, toMs },
  };
}

/** Writes what the program prints into a file of bounded size. */
async function keepOutput(child: SupervisedProcess, path: string, warnings: string[]): Promise<void> {
  const file = createWriteStream(path);
  let size = 0;
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
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
