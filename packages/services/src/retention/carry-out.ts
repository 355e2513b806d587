import type { RetentionPass } from '@proofload/contracts';
import { isDatabaseAway } from '@proofload/db';
import type { RetentionKind, RetentionRules } from '@proofload/domain';
import type { ServiceContext } from '../context.ts';
import { PassTally } from './pass-tally.ts';
import { type PlannedRun, planExpiry } from './plan-expiry.ts';
import { removeContents } from './remove-contents.ts';

export interface PassOptions {
  /** Removes nothing, and says what would be removed. */
  dryRun?: boolean;
  /** Runs that may lose something in this pass; any number unless told otherwise. */
  maxRuns?: number;
  signal?: AbortSignal;
}

/**
 * Removes what has expired in the actor's project. One transaction a run, so that it can break off anywhere and be
 * repeated; whether a run is protected is asked once more while its row is locked. Any number of processes may do this
 * at once: each run is removed from by one of them.
 */
export async function carryOut(
  ctx: ServiceContext,
  rules: RetentionRules,
  { dryRun = false, maxRuns = Number.POSITIVE_INFINITY, signal }: PassOptions = {},
): Promise<RetentionPass> {
  const tally = new PassTally({ dryRun, baseUrl: ctx.config.baseUrl });
  let isComplete = true;
  for await (const { due, kept } of planExpiry(ctx, rules)) {
    for (const { by } of kept) tally.addKept(by);
    for (const { run, kinds } of due) {
      isComplete = !signal?.aborted && tally.affected < maxRuns;
      if (!isComplete) break;
      if (dryRun) tally.addRemoved(run, kinds);
      else await expireRun(ctx, run, kinds, tally);
    }
    if (!isComplete) break;
  }
  if (!dryRun) {
    const { projectId } = ctx.actor;
    const failed = await removeContents(ctx, { projectId, ...(signal ? { signal } : {}) });
    for (const _ of failed) tally.addFailed();
  }
  return tally.end(isComplete);
}

async function expireRun(
  ctx: ServiceContext,
  run: PlannedRun,
  kinds: readonly RetentionKind[],
  tally: PassTally,
): Promise<void> {
  try {
    const removed = await ctx.repos.expiry.expire(run.id, kinds, ctx.clock.nowMs());
    if (removed.length === 0) return;
    tally.addRemoved(run, removed);
    ctx.log.info('Parts of a run have expired', {
      ...{ projectId: ctx.actor.projectId, runId: run.id, kinds: removed, bytes: run.bytes },
    });
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    tally.addFailed();
    ctx.log.warn('What has expired of a run could not be removed', { runId: run.id, error: String(error) });
  }
}
