import type { Run, RunSteps } from '@proofload/contracts';
import { formatDurationMs } from '@proofload/domain';
import type { ApiClient } from './api-client.ts';
import { sayStep } from './capacity-text.ts';
import { CommandError } from './command-error.ts';
import type { Output } from './output.ts';
import { readRun, readSteps } from './read-run.ts';

export interface RunWait {
  api: ApiClient;
  output: Output;
  sleep: (ms: number) => Promise<void>;
  /** Fires on Ctrl-C: the run goes on, and nobody waits for it any more. */
  interrupted: AbortSignal;
}

const lookEveryMs = 1000;

/** Watches a run until it has ended, telling its status, its phases and each step of a capacity search as they end. */
export async function waitForRun(id: string, { api, output, sleep, interrupted }: RunWait): Promise<Run> {
  const told = new Set<string>();
  for (;;) {
    if (interrupted.aborted) throw new CommandError('The run is left to itself, and goes on');
    const run = await readRun(api, id);
    const steps = run.executor === 'capacity' ? await readSteps(api, id) : null;
    for (const { what, line } of describeRunChanges(run, steps)) {
      if (!told.has(what)) output.note(line);
      told.add(what);
    }
    if (run.status === 'finished') return run;
    output.status(describeRunProgress(run, steps, Date.now()));
    await sleep(lookEveryMs);
  }
}

interface Change {
  /** The same at every look, so that it is told once. */
  what: string;
  line: string;
}

/** What has happened so far. */
export function describeRunChanges(run: Run, found: RunSteps | null): Change[] {
  const { name, status, outcome, startedAt } = run;
  // The phases of a search are its steps, which say more.
  const phases = found === null ? run.phases : [];
  return [
    ...(startedAt === null ? [] : [{ what: 'start', line: `${name} started` }]),
    ...phases.flatMap(({ name: phase, from, to }) => {
      const took = to === null ? null : formatDurationMs(Date.parse(to) - Date.parse(from));
      return took === null ? [] : [{ what: `phase ${phase} ${from}`, line: `Phase ${phase} took ${took}` }];
    }),
    ...(found?.steps ?? []).flatMap((step) => {
      const line = `Step ${step.step}: ${sayStep(step)}`;
      return step.state === 'running' ? [] : [{ what: `step ${step.step}`, line }];
    }),
    ...(status === 'finished' ? [{ what: 'end', line: `${name} ${outcome ?? 'finished'}` }] : []),
  ];
}

/** One line on what a run does now. */
export function describeRunProgress(run: Run, found: RunSteps | null, nowMs: number): string {
  const since = run.startedAt === null ? '' : ` for ${formatDurationMs(nowMs - Date.parse(run.startedAt))}`;
  const step = found?.steps.findLast(({ state }) => state === 'running');
  return `${run.name}: ${run.status}${since}${step === undefined ? '' : `, ${sayStep(step)}`}`;
}
