import type { Run } from '@proofload/contracts';
import type { RunRecord } from '@proofload/db';
import { ProofloadError } from '@proofload/domain';
import type { ServiceContext } from '../context.ts';
import { evaluateStoredRun } from '../execution/evaluate-stored-run.ts';
import { judgeSweepAgain } from '../execution/judge-sweep-runs.ts';
import { noteHistoryAlarms } from '../history/note-alarms.ts';
import { findRun } from '../runs/find-run.ts';
import { viewRun } from '../runs/run-view.ts';
import { digestDefinition } from './digest-definition.ts';
import { findEvaluator, requireSamples } from './judged-run.ts';
import { requireRoom } from './require-room.ts';

/** Somebody else changed the run in between this often: then that is left to them. */
const maxAttempts = 5;

/** What is changed about a run, and how its log tells it, without who did so. */
interface Change<What extends 'windows' | 'phases'> {
  parts: Pick<RunRecord, What>;
  said: string;
}

/**
 * Changes in a finished run what its results rest on, and evaluates it with that by the version that evaluated it last. Its
 * old results are kept, its log tells who did so, and its sweep and its history are judged again.
 * @param plan what is wanted of the run as it is; null when it is so already. Called again when somebody else was faster
 * @throws `conflict` or `expired` where results could not be computed anew, and whatever `plan` throws
 */
export async function replaceResults<What extends 'windows' | 'phases'>(
  ctx: ServiceContext,
  { id, what }: { id: string; what: What },
  plan: (run: RunRecord) => Promise<Change<What> | null>,
): Promise<Run> {
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const run = await findRun(ctx, id);
    await requireSamples(ctx, run, what);
    requireRoom(run);
    const change = await plan(run);
    if (change === null) return viewRun(ctx, run);
    const version = await findEvaluator(ctx, run);
    const results = await evaluateStoredRun(ctx, { ...run, ...change.parts }, version);
    // Samples that expired while they were read must not pass for a run that had none.
    await requireSamples(ctx, await findRun(ctx, run.id), what);
    const replaced = await ctx.repos.evaluations.replace(run, {
      results,
      ...change.parts,
      stamp: {
        atMs: ctx.clock.nowMs(),
        by: ctx.actor.name,
        reason: what,
        digest: version && digestDefinition(version.definition),
      },
      message: `${change.said} by ${ctx.actor.name} (evaluation ${run.evaluation + 1})`,
    });
    if (replaced !== 'replaced') continue;
    if (run.sweepId !== null) await judgeSweepAgain(ctx, run.sweepId);
    await noteHistoryAlarms(ctx, run);
    return viewRun(ctx, await findRun(ctx, run.id));
  }
  throw new ProofloadError('conflict', 'The run was changed by somebody else at the same time; try again');
}
