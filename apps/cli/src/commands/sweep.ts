import {
  type AddReplicates,
  type ChangeSweep,
  type RetryRuns,
  retryOutcomeSchema,
  type Sweep,
  type SweepAddition,
  sweepAdditionSchema,
  sweepListSchema,
  sweepSchema,
} from '@proofload/contracts';
import type { ApiClient } from '../api-client.ts';
import { type CommandContext, connect, type ServerOptions } from '../command-context.ts';
import { CommandError } from '../command-error.ts';
import { type ExitCode, exitCodes } from '../exit-code.ts';
import { renderAddition, renderSweepList, renderSweepStatus } from '../sweep-text.ts';
import { waitForSweep } from '../wait-for-sweep.ts';
import { reportSweep } from './run.ts';

export interface SweepOptions extends ServerOptions {
  json?: boolean;
}
export interface WaitOptions extends SweepOptions {
  wait?: boolean;
}
export interface RetryOptions extends WaitOptions {
  outcome: string[];
  run: string[];
}
export interface AddOptions extends WaitOptions {
  replicates: number;
  treatment: string[];
}
export interface SetOptions extends SweepOptions {
  priority?: number;
  coolDown?: string;
}

/** Says how a sweep stands or, without an id, what is in progress. */
export async function showSweep(
  context: CommandContext,
  id: string | undefined,
  options: WaitOptions,
): Promise<ExitCode> {
  const api = await connect(context, options);
  if (id !== undefined && options.wait) return stay(context, api, id, options);
  if (id !== undefined) return say(context, await readSweep(api, id), options);
  const { items } = await api.call({
    method: 'GET',
    path: '/sweeps',
    query: { state: 'open', limit: 100 },
    schema: sweepListSchema,
    what: 'Listing the sweeps',
  });
  if (options.json) context.output.result(JSON.stringify({ sweeps: items }));
  else for (const line of renderSweepList(items, Date.now())) context.output.result(line);
  return exitCodes.pass;
}

const actions = {
  pause: 'Pausing the sweep',
  resume: 'Resuming the sweep',
  cancel: 'Cancelling the sweep',
} as const;

/** Pauses, resumes or cancels a sweep. */
export async function actOnSweep(
  context: CommandContext,
  action: keyof typeof actions,
  id: string,
  options: SweepOptions,
): Promise<ExitCode> {
  const api = await connect(context, options);
  const sweep = await api.call({
    method: 'POST',
    path: `${pathOf(id)}/${action}`,
    schema: sweepSchema,
    what: actions[action],
  });
  return say(context, sweep, options);
}

/** Changes the place of a sweep in the queue. */
export async function setSweep(context: CommandContext, id: string, options: SetOptions): Promise<ExitCode> {
  const { priority, coolDown } = options;
  const changes: ChangeSweep = {
    ...(priority === undefined ? {} : { priority }),
    ...(coolDown === undefined ? {} : { coolDown }),
  };
  if (Object.keys(changes).length === 0) throw new CommandError('Expected --priority or --cool-down');
  const api = await connect(context, options);
  const sweep = await api.call({
    method: 'PATCH',
    path: pathOf(id),
    json: changes,
    schema: sweepSchema,
    what: 'Changing the sweep',
  });
  return say(context, sweep, options);
}

/** Repeats runs that did not complete. */
export async function retrySweep(
  context: CommandContext,
  id: string,
  options: RetryOptions,
): Promise<ExitCode> {
  const outcomes = options.outcome.flatMap((text) => text.split(',')).map(parseOutcome);
  const body: RetryRuns = {
    ...(outcomes.length === 0 ? {} : { outcomes }),
    ...(options.run.length === 0 ? {} : { runs: options.run }),
  };
  return extend(context, id, 'retry', body, options, 'No run of the sweep is to be repeated');
}

function parseOutcome(text: string): NonNullable<RetryRuns['outcomes']>[number] {
  const parsed = retryOutcomeSchema.safeParse(text.trim());
  if (parsed.success) return parsed.data;
  throw new CommandError(`--outcome: expected ${retryOutcomeSchema.options.join(', ')}, got ${text}`);
}

/** Adds replicates to the treatments of a sweep. */
export async function addToSweep(
  context: CommandContext,
  id: string,
  options: AddOptions,
): Promise<ExitCode> {
  const body: AddReplicates = {
    add: options.replicates,
    ...(options.treatment.length === 0 ? {} : { treatments: options.treatment }),
  };
  return extend(context, id, 'replicates', body, options, 'Nothing was added');
}

async function extend(
  context: CommandContext,
  id: string,
  call: 'retry' | 'replicates',
  body: RetryRuns | AddReplicates,
  options: WaitOptions,
  nothing: string,
): Promise<ExitCode> {
  const { output } = context;
  const api = await connect(context, options);
  const addition: SweepAddition = await api.call({
    method: 'POST',
    path: `${pathOf(id)}/${call}`,
    json: body,
    schema: sweepAdditionSchema,
    what: call === 'retry' ? 'Repeating runs' : 'Adding replicates',
  });
  if (options.wait && addition.runs.length > 0) {
    for (const line of renderAddition(addition, nothing)) output.note(line);
    return stay(context, api, id, options);
  }
  if (options.json) output.result(JSON.stringify(addition));
  else for (const line of renderAddition(addition, nothing)) output.result(line);
  return exitCodes.pass;
}

async function stay(
  context: CommandContext,
  api: ApiClient,
  id: string,
  options: WaitOptions,
): Promise<ExitCode> {
  const { output, sleep, interrupted } = context;
  const sweep = await waitForSweep(id, { api, output, sleep, cancel: interrupted });
  return reportSweep(api, output, sweep, options.json === true);
}

const readSweep = (api: ApiClient, id: string): Promise<Sweep> =>
  api.call({ method: 'GET', path: pathOf(id), schema: sweepSchema, what: 'Reading the sweep' });

function say({ output }: CommandContext, sweep: Sweep, options: SweepOptions): ExitCode {
  if (options.json) output.result(JSON.stringify({ sweep }));
  else for (const line of renderSweepStatus(sweep, Date.now())) output.result(line);
  return exitCodes.pass;
}

const pathOf = (id: string): string => `/sweeps/${encodeURIComponent(id)}`;
