import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunChanges, RunRecord } from '@proofload/db';
import {
  clusterExecutors,
  type ExperimentDefinition,
  type Phase,
  ProofloadError,
  type RunEvent,
} from '@proofload/domain';
import type { RunCluster, RunningWorkload, RunPlace } from '@proofload/executors';
import { openRunPush } from '../access/open-run-push.ts';
import { asSystem } from '../context.ts';
import { substituteSettings } from '../experiments/substitute-settings.ts';
import { moveRun } from '../runs/move-run.ts';
import { scriptKey } from '../scripts/script-key.ts';
import { claimNextRun } from './claim-next-run.ts';
import { directoryOf } from './clean-runs-directory.ts';
import { cleanUpRun } from './clean-up-run.ts';
import { closeRun } from './close-run.ts';
import { createPrometheusAsker, type PrometheusAsker } from './create-prometheus-asker.ts';
import type { ExecutionContext } from './execution-context.ts';
import { ingestRunFiles } from './ingest-run-files.ts';
import { type HeldLease, holdLease, leaseMs } from './lease.ts';
import { createNoteWriter } from './note-writer.ts';
import { prepareRun } from './prepare-run.ts';
import { type WorkloadState, whereSamplesAre } from './recover-run.ts';
import { createRunLogWriter, type RunLogWriter } from './run-log-writer.ts';
import { type LoadResult, runWorkload } from './run-workload.ts';
import { loadPhaseName } from './settle-load-phase.ts';
import { storeRunFiles } from './store-run-files.ts';

/**
 * Executes the run whose turn it is from claim to results, or goes on with one whose load runs on without the worker
 * that started it. Returns without doing anything when none may start.
 * @param input.runId a run to be taken over; any other is a hint that some wait
 * @param input.signal fires when the worker shuts down: a run that has not begun, or whose load goes on without the
 *   worker, is handed back; another one ends as failed
 */
export async function executeRun(
  base: ExecutionContext,
  input: { runId: string; signal: AbortSignal },
): Promise<void> {
  if (input.signal.aborted) return;
  const run = await claimRun(base, input.runId);
  if (!run) return;
  const ctx = asSystem(base, run.projectId);
  const lease = holdLease(ctx, run.id, ctx.workerId);
  const log = createRunLogWriter(ctx, run.id);
  const directory = join(ctx.runsDirectory, directoryOf(run));
  const attempt = new Attempt(ctx, run, lease, log, directory, input.signal);
  try {
    await mkdir(directory, { recursive: true });
    await attempt.carryOut();
  } catch (error) {
    ctx.log.error('A run could not be executed', { runId: run.id, error: String((error as Error).stack) });
    await attempt.giveUp();
  } finally {
    await attempt.closeConnections();
    await log.end();
    await lease.release();
    await rm(directory, { recursive: true, force: true });
  }
}

async function claimRun(ctx: ExecutionContext, runId: string): Promise<RunRecord | null> {
  const nowMs = ctx.clock.nowMs();
  const lease = { nowMs, untilMs: nowMs + leaseMs, executors: clusterExecutors };
  return (await ctx.repos.runs.takeOver(runId, ctx.workerId, lease)) ?? claimNextRun(ctx);
}

/** One attempt to execute a claimed run. Every change of the run is made under the lease. */
class Attempt {
  private readonly ctx: ExecutionContext;
  private readonly run: RunRecord;
  private readonly lease: HeldLease;
  private readonly log: RunLogWriter;
  private readonly directory: string;
  private readonly stopping: AbortSignal;
  private asker: PrometheusAsker | null = null;

  constructor(
    ctx: ExecutionContext,
    run: RunRecord,
    lease: HeldLease,
    log: RunLogWriter,
    directory: string,
    stopping: AbortSignal,
  ) {
    this.ctx = ctx;
    this.run = run;
    this.lease = lease;
    this.log = log;
    this.directory = directory;
    this.stopping = stopping;
  }

  async carryOut(): Promise<void> {
    if (this.stopping.aborted) return this.handBack();
    const { run, ctx } = this;
    this.log.write('info', `Attempt ${run.attempt} begins on worker ${ctx.workerId}`);
    const startedAtMs = run.status === 'running' ? (run.startedAtMs ?? ctx.clock.nowMs()) : null;
    const definition = await this.readDefinition();
    if (!definition) return this.fail('The definition of the run is gone');
    const { lease, log, directory, stopping } = this;
    const prepared = await prepareRun(ctx, { run, definition, directory, lease, log, stopping });
    if (prepared === 'stopped') return lease.lost.aborted ? undefined : this.handBack();
    if (prepared !== 'ready') return this.fail(prepared.failure);
    const workload = await this.start(definition, startedAtMs);
    if (typeof workload === 'string') return this.fail(workload);
    const begun = await this.begin(workload, startedAtMs);
    if (begun === null) {
      if (this.lease.lost.aborted && workload.leave) return workload.leave();
      workload.stop();
      await workload.ended;
      return;
    }
    const result = await runWorkload(ctx, {
      run,
      definition,
      workload,
      lease: this.lease,
      startedAtMs: begun.startMs,
      stopping: this.stopping,
    });
    if (result === 'left') return this.lease.lost.aborted ? undefined : this.handBack();
    await this.finish(result, begun, workload);
  }

  /** Another worker's reconciler is told, so that the run does not wait for the next round. */
  private async handBack(): Promise<void> {
    if (await this.move({ type: 'hand-back' }, { lease: null }))
      await this.ctx.queue.enqueue('reconcile', {});
  }

  /**
   * Says that the load runs, or that this worker has taken it over.
   * @param startedAtMs when a load began that goes on; null for one that begins now
   * @returns the phase of the load; null when the run is not ours any more
   */
  private async begin(workload: RunningWorkload, startedAtMs: number | null): Promise<Phase | null> {
    const { ctx, run } = this;
    const executorState: WorkloadState = { ...workload.state, ...whereSamplesAre(workload) };
    if (startedAtMs !== null) {
      await ctx.repos.timeline.addEnvironment(run.id, workload.environment);
      const guard = { status: 'running', leaseOwner: ctx.workerId } as const;
      const isOurs = await ctx.repos.runs.change(run.id, guard, { executorState });
      return isOurs ? { name: loadPhaseName, startMs: startedAtMs, endMs: null } : null;
    }
    const startMs = ctx.clock.nowMs();
    const load: Phase = { name: loadPhaseName, startMs, endMs: null };
    if (!(await this.move({ type: 'begin' }, { startedAtMs: startMs, executorState }))) return null;
    // One by one: the workload is at work already, and may be writing phases and facts of its own.
    await ctx.repos.timeline.putPhase(run.id, load);
    await ctx.repos.timeline.addEnvironment(run.id, workload.environment);
    return load;
  }

  /** Starts the workload or finds it again, or says in a sentence why that cannot be done. */
  private async start(
    definition: ExperimentDefinition,
    startedAtMs: number | null,
  ): Promise<RunningWorkload | string> {
    const { ctx, run } = this;
    const executor = Object.hasOwn(ctx.executors, run.executor) ? ctx.executors[run.executor] : undefined;
    if (!executor)
      return `This worker has no executor ${run.executor}; it may be switched off in its configuration`;
    const deadlineMs = (startedAtMs ?? ctx.clock.nowMs()) + definition.workload.timeoutMs;
    const { id: runId, projectId } = run;
    const asker = createPrometheusAsker(ctx, projectId, definition.cluster);
    this.asker = asker;
    try {
      return await executor.start({
        runId,
        params: run.params,
        with: substituteSettings(definition.workload.with, run.params),
        deadlineMs,
        directory: this.directory,
        openUpload: (name) => ctx.artifacts.open(scriptKey(run.projectId, name)),
        log: this.log.write,
        note: createNoteWriter(ctx, run.id, this.lease.lost),
        readSteps: () => ctx.repos.capacitySteps.list(run.id),
        askPrometheus: asker.ask,
        openCluster: () => this.openCluster(definition),
        openPush: () => openRunPush(ctx, { projectId, runId, pushUrl: ctx.pushUrl, deadlineMs }),
        remember: (place) => this.remember(place),
      });
    } catch (error) {
      if (error instanceof ProofloadError) return error.message;
      ctx.log.error('A workload could not be started', {
        runId: run.id,
        error: String((error as Error).stack),
      });
      return 'The workload could not be started; the log of the worker says why';
    }
  }

  private openCluster({ cluster }: ExperimentDefinition): Promise<RunCluster> {
    if (cluster !== null) return this.ctx.openCluster(this.run.projectId, cluster);
    const message = `expected the name of a cluster of the project, for the executor ${this.run.executor}`;
    throw new ProofloadError('invalid', `spec.cluster: ${message}`, {
      fields: [{ field: 'spec.cluster', message }],
    });
  }

  private async remember(place: RunPlace): Promise<void> {
    const { ctx, run } = this;
    const { status } = run;
    const guard = { status, leaseOwner: ctx.workerId };
    if (await ctx.repos.runs.change(run.id, guard, { executorState: place, objects: 'present' })) return;
    throw new ProofloadError('conflict', 'The run belongs to another worker now');
  }

  private async readDefinition(): Promise<ExperimentDefinition | null> {
    const { experimentId, experimentVersion } = this.run;
    if (experimentId === null || experimentVersion === null) return null;
    return (
      (await this.ctx.repos.experiments.findVersion(experimentId, experimentVersion))?.definition ?? null
    );
  }

  async closeConnections(): Promise<void> {
    await this.asker?.close();
  }

  /** Ends a run that the worker itself stumbled over; once its load has ended, the reconciler has it finished. */
  async giveUp(): Promise<void> {
    const run = await this.ctx.repos.runs.find(this.run.id);
    if (run?.status === 'starting' || run?.status === 'running') {
      await this.fail('The worker could not execute the run; the log of the worker says why');
    }
  }

  private async fail(reason: string): Promise<void> {
    this.log.write('error', reason);
    if (!(await this.move({ type: 'fail', reason }, { finishedAtMs: this.ctx.clock.nowMs() }))) return;
    await cleanUpRun(this.ctx, this.run);
    await this.close();
  }

  private async finish(result: LoadResult, load: Phase, workload: RunningWorkload): Promise<void> {
    const { outcome, reason, endedAtMs, loadSpan, warnings, files } = result;
    if (this.lease.lost.aborted) return;
    this.log.write(outcome === 'completed' ? 'info' : 'warn', reason ?? `The load ended: ${outcome}`);
    await this.ctx.repos.timeline.addWarnings(this.run.id, warnings);
    if (!(await this.move({ type: 'end', outcome, reason }, { finishedAtMs: endedAtMs }))) return;
    // The load lasts from its first to its last sample: starting and ending the generator is no load.
    const startMs = loadSpan?.fromMs ?? load.startMs;
    await this.ctx.repos.timeline.putPhase(this.run.id, {
      ...load,
      startMs,
      endMs: loadSpan?.toMs ?? endedAtMs,
    });
    await storeRunFiles(this.ctx, this.run, files, workload.samplesPath);
    await ingestRunFiles(this.ctx, this.run, files);
    await cleanUpRun(this.ctx, this.run);
    await this.close();
  }

  private async close(): Promise<void> {
    await this.log.end();
    await closeRun(this.ctx, { runId: this.run.id, owner: this.ctx.workerId });
  }

  /** @returns false when the run is not ours any more, in which case nothing was changed */
  private async move(event: RunEvent, changes: RunChanges = {}): Promise<boolean> {
    const { ctx, run } = this;
    const before = await ctx.repos.runs.find(run.id);
    if (!before || before.leaseOwner !== ctx.workerId || before.attempt !== run.attempt) return false;
    const moved = await moveRun(ctx, before, event, changes, { leaseOwner: ctx.workerId });
    if (moved.kind === 'moved') return true;
    if (moved.kind !== 'lost') return false;
    // The answer to an earlier try of the same write may have got lost with the database.
    const after = await ctx.repos.runs.find(run.id);
    return (
      after !== null &&
      after.revision > before.revision &&
      after.leaseOwner === ctx.workerId &&
      after.status !== before.status
    );
  }
}
