import type { ExperimentVersionRecord, RunRecord, RunResults } from '@proofload/db';
import { isDatabaseAway } from '@proofload/db';
import { asSystem, type ServiceContext } from '../context.ts';
import { digestDefinition } from '../evaluations/digest-definition.ts';
import { noteHistoryAlarms } from '../history/note-alarms.ts';
import { moveRun } from '../runs/move-run.ts';
import { enqueueDueRuns } from '../sweeps/enqueue-due-runs.ts';
import { closeSweep } from './close-sweep.ts';
import { evaluateStoredRun, findLaunchedVersion } from './evaluate-stored-run.ts';
import { holdLease, leaseMs } from './lease.ts';
import { loadPhaseName, settleLoadPhase } from './settle-load-phase.ts';

/**
 * Computes the results of a run that is finishing and finishes it, and its sweep if it was the last. Does nothing when
 * somebody else is at it. Repeatable: a process that dies in between is followed by another.
 * @param input.owner who does it, as the owner of the lease
 * @param input.prepare done under the lease before anything is computed
 */
export async function closeRun(
  base: ServiceContext,
  input: {
    runId: string;
    owner: string;
    prepare?: (ctx: ServiceContext, run: RunRecord, lost: AbortSignal) => Promise<void>;
  },
): Promise<void> {
  const nowMs = base.clock.nowMs();
  const run = await base.repos.runs.claimFinishing(input.runId, input.owner, nowMs, nowMs + leaseMs);
  if (!run) return;
  const ctx = asSystem(base, run.projectId);
  const lease = holdLease(ctx, run.id, input.owner);
  try {
    await ctx.repos.access.revokeRunTokens(run.id, ctx.clock.nowMs());
    await input.prepare?.(ctx, run, lease.lost);
    const settled = await settleTimes(ctx, run, input.owner);
    const version = await findLaunchedVersion(ctx, settled);
    const results = await evaluateOrExplain(ctx, settled, version);
    // Before the run is finished: nobody would do it for a closer that died afterwards.
    await makeOverviews(ctx, settled);
    if (lease.lost.aborted) return;
    await ctx.repos.runs.saveResults(run, results, {
      atMs: ctx.clock.nowMs(),
      by: ctx.actor.name,
      reason: 'finished',
      digest: version && digestDefinition(version.definition),
    });
    await moveRun(ctx, settled, { type: 'close' }, { lease: null }, { leaseOwner: input.owner });
  } finally {
    await lease.release();
  }
  if (run.sweepId !== null) await closeSweep(ctx, run.sweepId);
  if (run.executor !== 'external') await enqueueDueRuns(ctx);
  await noteHistoryAlarms(ctx, run);
  // Last, because it only tidies; whoever reconciles does it for a closer that dies before.
  await ctx.samples.settleRun(run.key);
}

/** Gives the run the times that measurements count from. */
async function settleTimes(ctx: ServiceContext, run: RunRecord, owner: string): Promise<RunRecord> {
  const spans = await ctx.samples.readSpans(run.key);
  const finishedAtMs = run.finishedAtMs ?? ctx.clock.nowMs();
  const phases = settleLoadPhase(run.phases, spans, { startedAtMs: run.startedAtMs, finishedAtMs });
  const guard = { status: 'finishing', leaseOwner: owner } as const;
  const load = phases.find((phase) => phase.name === loadPhaseName && !run.phases.includes(phase));
  // Not all of them: somebody may be marking another one right now.
  if ((await ctx.repos.runs.change(run.id, guard, { finishedAtMs })) && load)
    await ctx.repos.timeline.putPhase(run.id, load);
  return { ...run, finishedAtMs, phases };
}

/** A run whose results cannot be computed is finished all the same, and says why it has none. */
async function evaluateOrExplain(
  ctx: ServiceContext,
  run: RunRecord,
  version: ExperimentVersionRecord | null,
): Promise<RunResults> {
  try {
    return await evaluateStoredRun(ctx, run, version);
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    ctx.log.error('The results of a run could not be computed', {
      runId: run.id,
      error: String((error as Error).stack),
    });
    await ctx.repos.timeline.addWarnings(run.id, [
      'The results could not be computed; the log of the server says why',
    ]);
    return { measurements: {}, slos: [], verdict: 'inconclusive', evaluatedVersion: run.experimentVersion };
  }
}

/** A run whose overviews cannot be made is read from its samples. */
async function makeOverviews(ctx: ServiceContext, run: RunRecord): Promise<void> {
  try {
    await ctx.samples.makeOverviews(run.key);
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    ctx.log.error('The overviews of a run could not be made', {
      runId: run.id,
      error: String((error as Error).stack),
    });
  }
}
