import type { Run } from '@proofload/contracts';
import type { ApiClient } from '../api-client.ts';
import { type CommandContext, connect, type ServerOptions } from '../command-context.ts';
import { decideExitCode, type ExitCode, exitCodes } from '../exit-code.ts';
import { readAllEvents, readRun, readSteps, readWarnings } from '../read-run.ts';
import { type RunReport, renderRun } from '../run-text.ts';
import { waitForRun } from '../wait-for-run.ts';

export interface ShowOptions extends ServerOptions {
  /** All events of the cluster instead of its warnings. */
  events?: boolean;
  wait?: boolean;
  json?: boolean;
}

/** Shows a run: how it stands or ended, the steps of a capacity search, its measurements and what its cluster reported. */
export async function showRun(context: CommandContext, id: string, options: ShowOptions): Promise<ExitCode> {
  const { output } = context;
  const api = await connect(context, options);
  const run = options.wait ? await waitForRun(id, { ...context, api }) : await readRun(api, id);
  const report = await readReport(api, run, options.events === true);
  const exitCode = options.wait ? decideExitCode([run], run.verdict) : exitCodes.pass;
  const shown = { allEvents: options.events === true, nowMs: Date.now() };
  if (options.json) output.result(JSON.stringify({ ...report, exitCode }));
  else for (const line of renderRun(report, shown)) output.result(line);
  return exitCode;
}

/** Warnings that are shown; the newest say why a run hangs or has failed. */
const maxWarnings = 20;

async function readReport(api: ApiClient, run: Run, all: boolean): Promise<RunReport> {
  const [steps, events] = await Promise.all([
    run.executor === 'capacity' ? readSteps(api, run.id) : null,
    run.cluster === null ? null : all ? readAllEvents(api, run.id) : readWarnings(api, run.id, maxWarnings),
  ]);
  return { run, steps, events };
}
