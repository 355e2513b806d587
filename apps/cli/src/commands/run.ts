import { readFile } from 'node:fs/promises';
import {
  type Comparison,
  comparisonSchema,
  experimentSchema,
  type LaunchSweep,
  type RunSteps,
  type RunSummary,
  runListSchema,
  type Sweep,
  saveExperimentResponseSchema,
  sweepRefSchema,
} from '@proofload/contracts';
import type { ApiClient } from '../api-client.ts';
import { renderCapacity } from '../capacity-text.ts';
import { sayWarning } from '../cluster-text.ts';
import { type CommandContext, connect, type ServerOptions } from '../command-context.ts';
import { CommandError } from '../command-error.ts';
import { decideExitCode, type ExitCode, exitCodes } from '../exit-code.ts';
import { parseKeyValues, parseParam } from '../key-values.ts';
import type { Output } from '../output.ts';
import { readSteps, readWarnings } from '../read-run.ts';
import { renderComparison, renderGoals, renderSlos } from '../result-table.ts';
import { waitForSweep } from '../wait-for-sweep.ts';

export interface RunOptions extends ServerOptions {
  /** Definition to save first; without it, `experiment` is launched as it is. */
  file?: string;
  experiment?: string;
  /** Evaluate stored runs with the saved definition. */
  evaluate?: boolean;
  wait?: boolean;
  label: string[];
  param: string[];
  replicates?: number;
  priority?: number;
  /** Such as `40s`. */
  coolDown?: string;
  json?: boolean;
}

/** Saves the experiment, or finds a saved one, launches a sweep of it and, with `--wait`, stays until its verdict. */
export async function runExperiment(context: CommandContext, options: RunOptions): Promise<ExitCode> {
  const { output } = context;
  const launch = readLaunch(options);
  const source = options.file === undefined ? null : await readDefinition(options.file);
  const api = await connect(context, options);
  const { name, version } =
    source === null ? await findExperiment(api, options) : await save(context, api, options, source);
  const launched = await api.call({
    method: 'POST',
    path: `/experiments/${name}/sweeps`,
    json: { ...launch, version },
    schema: sweepRefSchema,
    what: 'Launching the sweep',
  });
  output.note(`${name} version ${version}: launched ${launched.runs.length} runs`);
  output.note(`Sweep: ${launched.url}`);
  if (!options.wait) {
    if (options.json) output.result(JSON.stringify({ sweep: launched }));
    return exitCodes.pass;
  }
  const sweep = await waitForSweep(launched.id, {
    api,
    output,
    sleep: context.sleep,
    cancel: context.interrupted,
  });
  return reportSweep(api, output, sweep, options.json === true);
}

interface Launchable {
  name: string;
  version: number;
}

async function save(
  { output }: CommandContext,
  api: ApiClient,
  options: RunOptions,
  source: string,
): Promise<Launchable> {
  const saved = await api.call({
    method: 'POST',
    path: '/experiments',
    query: options.evaluate ? { evaluate: 'true' } : {},
    text: { body: source, contentType: 'application/yaml' },
    schema: saveExperimentResponseSchema,
    what: `Saving ${options.file}`,
  });
  for (const warning of saved.warnings) output.note(`Warning: ${warning}`);
  if (saved.evaluation)
    output.note(`${saved.evaluation.counts.pending} stored runs are evaluated with version ${saved.version}`);
  return saved;
}

async function findExperiment(api: ApiClient, { experiment }: RunOptions): Promise<Launchable> {
  if (experiment === undefined)
    throw new CommandError('Expected --file with a definition, or --experiment with a name');
  const path = `/experiments/${encodeURIComponent(experiment)}`;
  return api.call({ method: 'GET', path, schema: experimentSchema, what: `Reading ${experiment}` });
}

/** Says what came of a sweep. A run that was repeated does not count for the exit code, as it does not for the verdict. */
export async function reportSweep(
  api: ApiClient,
  output: Output,
  sweep: Sweep,
  asJson: boolean,
): Promise<ExitCode> {
  const runs = await readRuns(api, sweep.id);
  const comparison = await api.call({
    method: 'GET',
    path: '/compare',
    query: { sweep: sweep.id },
    schema: comparisonSchema,
    what: 'Comparing the runs',
  });
  const repeated = new Set(runs.map(({ retryOf }) => retryOf));
  const exitCode = decideExitCode(
    runs.filter(({ id }) => !repeated.has(id)),
    sweep.verdict,
  );
  const searches = await readSearches(api, runs);
  if (asJson) output.result(JSON.stringify({ sweep, runs, searches, comparison, exitCode }));
  else {
    const failures = await describeFailures(api, runs);
    for (const line of renderSweep({ sweep, runs, searches, comparison, failures })) output.result(line);
  }
  return exitCode;
}

interface Search {
  /** Id of the run. */
  run: string;
  name: string;
  found: RunSteps;
}

/** The steps of the capacity searches among some runs. */
async function readSearches(api: ApiClient, runs: readonly RunSummary[]): Promise<Search[]> {
  const searches: Search[] = [];
  for (const { id, name, executor } of runs)
    if (executor === 'capacity') searches.push({ run: id, name, found: await readSteps(api, id) });
  return searches;
}

/** Warnings of a cluster that stand below a run that failed there. */
const maxWarnings = 3;
/** Of so many failed runs the warnings are read; the others fail for the same reasons. */
const maxExplained = 10;

/** A line for each run that did not complete, with what its cluster warned of. */
async function describeFailures(api: ApiClient, runs: readonly RunSummary[]): Promise<string[]> {
  const lines: string[] = [];
  let explained = 0;
  for (const { id, name, outcome, status, reason, cluster } of runs) {
    if (outcome === 'completed') continue;
    lines.push(`${name} ${outcome ?? status}: ${reason ?? 'no reason was given'}`);
    if (cluster === null || explained >= maxExplained) continue;
    explained += 1;
    const { items } = await readWarnings(api, id, maxWarnings);
    lines.push(...items.map((event) => `  ${sayWarning(event)}`));
  }
  return lines;
}

function renderSweep({
  sweep,
  runs,
  searches,
  comparison,
  failures,
}: {
  sweep: Sweep;
  runs: readonly RunSummary[];
  searches: readonly Search[];
  comparison: Comparison;
  failures: string[];
}): string[] {
  const single = searches.length === 1 ? searches[0] : undefined;
  const sections = [
    renderComparison(comparison),
    comparison.summary === '' ? [] : [comparison.summary],
    single
      ? renderCapacity(single.found)
      : searches.map(({ name, found }) => `${name}: ${found.answer ?? 'no step was tried'}`),
    [...renderSlos(runs), ...renderGoals(sweep.goals)],
    failures,
    [`Verdict: ${sweep.verdict ?? 'none'}`, `Sweep: ${sweep.url}`, `Compare: ${sweep.compareUrl}`],
  ];
  return sections.filter((lines) => lines.length > 0).flatMap((lines) => ['', ...lines]);
}

async function readRuns(api: ApiClient, sweep: string): Promise<RunSummary[]> {
  const runs: RunSummary[] = [];
  let cursor: string | undefined;
  do {
    const page = await api.call({
      method: 'GET',
      path: '/runs',
      query: { sweep, limit: 200, cursor },
      schema: runListSchema,
      what: 'Reading the runs',
    });
    runs.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return runs;
}

function readLaunch(options: RunOptions): LaunchSweep {
  const params = parseKeyValues('--param', options.param);
  return {
    labels: parseKeyValues('--label', options.label),
    order: 'random',
    ...(options.replicates === undefined ? {} : { replicates: options.replicates }),
    ...(options.priority === undefined ? {} : { priority: options.priority }),
    ...(options.coolDown === undefined ? {} : { coolDown: options.coolDown }),
    ...(options.param.length === 0
      ? {}
      : {
          params: Object.fromEntries(
            Object.entries(params).map(([name, levels]) => [name, levels.split(',').map(parseParam)]),
          ),
        }),
  };
}

async function readDefinition(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === 'ENOENT' ? 'there is no such file' : error.message;
    throw new CommandError(`--file: ${path} cannot be read: ${reason}`, { cause: error });
  });
}
