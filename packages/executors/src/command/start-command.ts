import type { ParamValue } from '@proofload/domain';
import type { WorkloadLogLevel } from '../executor.ts';
import { invalid } from '../kubernetes/invalid.ts';
import {
  hideDirectory,
  type SupervisedProcess,
  startSupervised,
  stopSupervised,
} from '../process/supervised-process.ts';
import type { AllowedCommand, CommandList } from './command-list.ts';

/** Lines of each output that go into the log of the run. */
const maxLogged = 2_000;
const maxLineLength = 1_000;

/** What a definition asks for: a program by the name that the operator gave it. */
export interface CommandRequest {
  command: string;
  args: readonly ParamValue[];
  env: Readonly<Record<string, ParamValue>>;
}

export interface CommandSurroundings {
  commands: CommandList;
  /** Where it runs, and the only place of this machine that it is told of. */
  directory: string;
  /** Field of the definition that the request stands in, for errors. */
  field: string;
  log: (level: WorkloadLogLevel, message: string) => void;
}

export interface StartedCommand {
  pid: number;
  /** Nothing reads it unless somebody does, and then the program waits. */
  stdout: SupervisedProcess['stdout'];
  /** Settles when the program and its output have ended; never rejects. The exit code, null when it was killed. */
  ended: Promise<number | null>;
  /** The last line of standard error until now. */
  lastError: () => string | null;
  /** Ends it within 5 s, kindly first. Repeatable. */
  stop: () => void;
}

/** The program that a request names. Throws `invalid` when the operator of this worker does not allow it, or a variable. */
export function findCommand(
  commands: CommandList,
  { command, env }: Pick<CommandRequest, 'command' | 'env'>,
  field: string,
): AllowedCommand {
  const allowed = Object.hasOwn(commands, command) ? commands[command] : undefined;
  if (!allowed) {
    const names = Object.keys(commands).join(', ') || 'none; PROOFLOAD_COMMANDS of the worker names its list';
    throw invalid(
      `${field}.command`,
      `expected a program that this worker allows (${names}); there is no ${command}`,
    );
  }
  const stray = Object.keys(env).find((name) => !allowed.mayHave.includes(name));
  if (stray !== undefined)
    throw invalid(
      `${field}.env`,
      `expected variables that this worker lets ${command} have; ${stray} is none of them`,
    );
  return allowed;
}

/** Starts an allowed program, which ends when this process does. What it prints to standard error goes into the log. */
export async function startCommand(
  request: CommandRequest,
  { commands, directory, field, log }: CommandSurroundings,
): Promise<StartedCommand> {
  const { command, args, env } = request;
  const allowed = findCommand(commands, request, field);
  const child = await startSupervised({
    name: command,
    program: allowed.program,
    args: [...allowed.args, ...args.map(String)],
    cwd: directory,
    env: environmentOf(allowed, env, directory),
  });
  // A pipe that breaks when the process ends is no news: its end is what we wait for.
  child.stdin.on('error', () => undefined);
  child.on('error', (error) => log('warn', `The process of ${command}: ${error.message}`));
  const errors = logLines(child.stderr, directory, (line) => log('warn', line));
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    pid: child.pid ?? 0,
    stdout: child.stdout,
    ended: closed.then((code) => {
      child.stdin.destroy();
      return code;
    }),
    lastError: errors.last,
    stop: () => stopSupervised(child),
  };
}

/** Hands on the lines of an output, up to a number of them and each up to a length, and knows the last one. */
export function logLines(
  output: SupervisedProcess['stdout'],
  directory: string,
  log: (line: string) => void,
): { last: () => string | null } {
  let last: string | null = null;
  let logged = 0;
  const take = (text: string): void => {
    if (text.trim() === '') return;
    last = hideDirectory(text.trimEnd(), directory).slice(0, maxLineLength);
    if (logged < maxLogged) log(last);
    logged += 1;
  };
  let begun = '';
  output.setEncoding('utf8');
  output.on('data', (text: string) => {
    const lines = (begun + text).split('\n');
    // A line without end must not fill the memory.
    begun = (lines.pop() ?? '').slice(0, maxLineLength);
    for (const line of lines) take(line);
  });
  output.on('end', () => take(begun));
  return { last: () => last };
}

/** How a program ended that should have ended otherwise, with its last words. */
export function sayCommandEnd(command: string, code: number | null, lastWords: string | null): string {
  const how = code === null ? 'was killed' : `ended with exit code ${code}`;
  return `${command} ${how}${lastWords ? `: ${lastWords}` : ''}`;
}

/** Nothing of the worker's own environment gets there: it holds the address and password of the database. */
const environmentOf = (
  command: AllowedCommand,
  env: CommandRequest['env'],
  directory: string,
): Record<string, string> => ({
  PATH: '/usr/local/bin:/usr/bin:/bin',
  HOME: directory,
  ...command.env,
  ...Object.fromEntries(Object.entries(env).map(([name, value]) => [name, String(value)])),
});
