import { fileURLToPath } from 'node:url';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { type CommandContext, sleep } from './command-context.ts';
import { CommandError } from './command-error.ts';
import { type EvaluateOptions, evaluateStoredRuns } from './commands/evaluate.ts';
import { type IngestOptions, ingestFiles } from './commands/ingest.ts';
import { logIn } from './commands/login.ts';
import { type RunOptions, runExperiment } from './commands/run.ts';
import { type ShowOptions, showRun } from './commands/show.ts';
import {
  type AddOptions,
  actOnSweep,
  addToSweep,
  type RetryOptions,
  retrySweep,
  type SetOptions,
  type SweepOptions,
  setSweep,
  showSweep,
  type WaitOptions,
} from './commands/sweep.ts';
import { readEnv } from './env.ts';
import { type ExitCode, exitCodes } from './exit-code.ts';
import { createOutput } from './output.ts';
import { RefusedError, renderRefusal } from './problem.ts';
import { csvKinds, uploadChoices } from './upload-plan.ts';

const repositoryRoot = fileURLToPath(new URL('../../..', import.meta.url));
const env = readEnv(repositoryRoot);
const output = createOutput(process, env.isCi);
const interruption = new AbortController();
const context: CommandContext = { env, output, interrupted: interruption.signal, sleep };

process.on('SIGINT', () => {
  if (interruption.signal.aborted) process.exit(exitCodes.error);
  interruption.abort();
});

// A reader that has seen enough, such as `head`, closes its end of the pipe.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

const collect = (value: string, previous: string[]): string[] => [...previous, value];

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1)
    throw new InvalidArgumentError('expected a whole number from 1.');
  return value;
}

const withServer = (command: Command): Command =>
  command
    .option('--url <address>', 'address of Proofload (PROOFLOAD_URL)')
    .option('--token <token>', 'token made in Settings (PROOFLOAD_TOKEN)');

function priority(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || Math.abs(value) > 100)
    throw new InvalidArgumentError('expected a whole number from -100 to 100.');
  return value;
}

const idOfSweep = 'id of the sweep, as its address has it';

/** `proofload sweep ...`: what is done with a sweep that was launched. */
function addSweepCommands(program: Command, finish: (exitCode: ExitCode) => void): void {
  const sweep = program.command('sweep').description('look at sweeps in progress, and change them');
  const add = (name: string): Command =>
    withServer(sweep.command(name)).option('--json', 'write the result as one JSON document');
  const stays = ['--wait', 'stay until the verdict; Ctrl-C cancels the sweep'] as const;
  add('status')
    .description('how a sweep stands; without an id, what is in progress, in the order in which it will run')
    .argument('[id]', idOfSweep)
    .option(...stays)
    .action(async (id: string | undefined, options: WaitOptions) =>
      finish(await showSweep(context, id, options)),
    );
  for (const [name, says] of [
    ['pause', 'keep runs that wait from starting; runs at work go on'],
    ['resume', 'let the runs of a paused sweep start again'],
    ['cancel', 'end every run that has not ended'],
  ] as const)
    add(name)
      .description(says)
      .argument('<id>', idOfSweep)
      .action(async (id: string, options: SweepOptions) =>
        finish(await actOnSweep(context, name, id, options)),
      );
  add('set')
    .description('change the priority or the cool-down of a sweep')
    .argument('<id>', idOfSweep)
    .option('--priority <n>', 'from -100 to 100; a greater one is served first', priority)
    .option(
      '--cool-down <time>',
      'from the end of one run to the start of the next, such as 40s; 0s for none',
    )
    .action(async (id: string, options: SetOptions) => finish(await setSweep(context, id, options)));
  add('retry')
    .description('repeat runs that failed or stalled; what they had measured is kept')
    .argument('<id>', idOfSweep)
    .option('--outcome <outcomes>', 'failed, stalled, limited or cancelled runs (repeatable)', collect, [])
    .addOption(
      new Option('--run <id>', 'only this run (repeatable)')
        .conflicts('outcome')
        .argParser(collect)
        .default([]),
    )
    .option(...stays)
    .action(async (id: string, options: RetryOptions) => finish(await retrySweep(context, id, options)));
  add('add')
    .description('add replicates to the treatments of a sweep')
    .argument('<id>', idOfSweep)
    .requiredOption('--replicates <n>', 'more runs of each treatment', wholeNumber)
    .option('--treatment <key>', 'only this treatment, such as workers=2 (repeatable)', collect, [])
    .option(...stays)
    .action(async (id: string, options: AddOptions) => finish(await addToSweep(context, id, options)));
}

/** The whole command line; `finish` is told how a command ended. */
function createProgram(finish: (exitCode: ExitCode) => void): Command {
  const program = new Command('proofload')
    .description('Launch experiments and send results to Proofload')
    .exitOverride()
    .addHelpText(
      'after',
      '\nExit codes: 0 pass, 1 usage or transport error, 2 SLO or goal not met, 3 run failed',
    )
    .configureOutput({ writeErr: (text) => output.error(text.trimEnd()) });
  withServer(program.command('run'))
    .description('launch a sweep of an experiment, saving its definition first')
    .addOption(
      new Option('-f, --file <path>', 'definition in YAML or JSON, saved first').conflicts('experiment'),
    )
    .option('--experiment <name>', 'an experiment that is saved already, as it is')
    .addOption(
      new Option(
        '--evaluate',
        'evaluate stored runs with the saved definition too, where it measures or judges differently',
      ).conflicts('experiment'),
    )
    .option('--wait', 'stay until the verdict; Ctrl-C cancels the sweep')
    .option('--replicates <n>', 'runs of each treatment', wholeNumber)
    .option('--priority <n>', 'from -100 to 100; a greater one is served first (0)', priority)
    .option('--cool-down <time>', 'from the end of one run to the start of the next, such as 40s')
    .option('--param <name=level,...>', 'only these levels of a factor (repeatable)', collect, [])
    .option('--label <name=value>', 'label of the sweep and its runs (repeatable)', collect, [])
    .option('--json', 'write the result as one JSON document')
    .action(async (options: RunOptions) => finish(await runExperiment(context, options)));
  addSweepCommands(program, finish);
  withServer(program.command('show'))
    .description(
      'a run: how it ended and why, steps of a capacity search, measurements, warnings of its cluster',
    )
    .argument('<id>', 'id of the run, as its address has it')
    .option('--events', 'everything that the cluster reported, not warnings alone')
    .option('--wait', 'stay until it has ended; Ctrl-C leaves it to itself')
    .option('--json', 'write the result as one JSON document')
    .action(async (id: string, options: ShowOptions) => finish(await showRun(context, id, options)));
  withServer(program.command('ingest'))
    .description(
      'send output of k6, kube-burner, ClusterLoader2 or iperf3, CSV or Prometheus text to a run: RUN FILE... or --open FILE...',
    )
    .argument('<words...>', 'id of the run, then files')
    .option('--open', 'open a new run for the files')
    .option('--experiment <name>', 'experiment of the new run, which measures and judges it')
    .option('--name <text>', 'name of the new run')
    .option('--param <name=level>', 'level of a factor of the new run (repeatable)', collect, [])
    .option('--label <name=value>', 'label of the new run (repeatable)', collect, [])
    .addOption(new Option('--as <kind>', 'what the files are, instead of looking').choices(uploadChoices))
    .option('--time <column>', 'CSV: column with the time of each record (time or timestamp)')
    .addOption(new Option('--kind <kind>', 'CSV: what the values are (gauge)').choices(csvKinds))
    .option('--labels <columns>', 'CSV: comma-separated columns that hold labels, not numbers')
    .option('--finish', 'close the run and stay for its verdict')
    .option('--json', 'write the result as one JSON document')
    .action(async (words: string[], options: IngestOptions) =>
      finish(await ingestFiles(context, words, options)),
    );
  withServer(program.command('evaluate'))
    .description('evaluate stored runs with a version of their experiment')
    .requiredOption('-e, --experiment <name>', 'experiment of the runs')
    .option('--version <n>', 'the version; the newest when absent', wholeNumber)
    .option('--run <id>', 'only this run (repeatable)', collect, [])
    .addOption(
      new Option('--filter <text>', 'only runs that pass, such as "finishedAt >= 2026-01-01"').conflicts(
        'run',
      ),
    )
    .option('--wait', 'stay until all are done; Ctrl-C leaves the rest as it is')
    .option('--json', 'write the result as one JSON document')
    .action(async (options: EvaluateOptions) => finish(await evaluateStoredRuns(context, options)));
  withServer(program.command('login'))
    .description('check a token and keep it for later commands')
    .action(async (options) => finish(await logIn(context, options)));
  return program;
}

/** Says in a sentence what went wrong. What nobody foresaw keeps its stack. */
function explain(error: unknown): void {
  if (error instanceof CommanderError) return; // commander has written it already
  if (error instanceof RefusedError) for (const line of renderRefusal(error)) output.error(line);
  else if (error instanceof CommandError) output.error(error.message);
  else if (interruption.signal.aborted) output.error('Interrupted');
  else output.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
}

try {
  await createProgram((exitCode) => {
    process.exitCode = exitCode;
  }).parseAsync();
} catch (error) {
  explain(error);
  const isHelp = error instanceof CommanderError && error.exitCode === 0;
  process.exitCode = isHelp ? exitCodes.pass : exitCodes.error;
}
