import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunRecord } from '@proofload/db';
import {
  type ExperimentDefinition,
  type Phase,
  type PrepareDefinition,
  ProofloadError,
  substitute,
} from '@proofload/domain';
import { runPreparation } from '@proofload/executors';
import type { ExecutionContext } from './execution-context.ts';
import type { HeldLease } from './lease.ts';
import type { RunLogWriter } from './run-log-writer.ts';

const preparePhaseName = 'prepare';

/** What became of a preparation: the load may be started, the run fails, or it is not to go on here. */
export type Prepared = 'ready' | 'stopped' | { failure: string };

/**
 * Carries out what the definition wants done before the load of a run, and marks it as a phase. A load that has begun,
 * or may have, is not prepared again: whoever takes such a run over finds its objects on the cluster.
 * @param input.directory folder of this attempt; left as it was
 * @param input.stopping fires when the worker shuts down
 */
export async function prepareRun(
  ctx: Pick<ExecutionContext, 'repos' | 'clock' | 'commands'>,
  input: {
    run: RunRecord;
    definition: ExperimentDefinition;
    directory: string;
    lease: HeldLease;
    log: RunLogWriter;
    stopping: AbortSignal;
  },
): Promise<Prepared> {
  const { run, lease, log, stopping } = input;
  const { prepare } = input.definition.workload;
  if (prepare === undefined || hasBegun(run)) return 'ready';
  const phase: Phase = { name: preparePhaseName, startMs: ctx.clock.nowMs(), endMs: null };
  await ctx.repos.timeline.putPhase(run.id, phase);
  log.write('info', `The run is prepared by ${prepare.command}`);
  const signal = AbortSignal.any([lease.cancelled, lease.lost, stopping]);
  const directory = join(input.directory, preparePhaseName);
  await mkdir(directory);
  try {
    const wanted = substitute(prepare, run.params) as PrepareDefinition;
    const end = await runPreparation(wanted, { commands: ctx.commands, directory, log: log.write }, signal);
    if (end === 'stopped') return lease.cancelled.aborted ? { failure: 'Cancelled on request' } : 'stopped';
    return end.failure === null ? 'ready' : { failure: `The run could not be prepared: ${end.failure}` };
  } catch (error) {
    if (error instanceof ProofloadError) return { failure: error.message };
    throw error;
  } finally {
    await rm(directory, { recursive: true, force: true });
    if (!lease.lost.aborted)
      await ctx.repos.timeline.putPhase(run.id, { ...phase, endMs: ctx.clock.nowMs() });
  }
}

const hasBegun = ({ status, objects }: RunRecord): boolean => status === 'running' || objects !== null;
