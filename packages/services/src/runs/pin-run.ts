import type { Run } from '@proofload/contracts';
import { requireScope, type ServiceContext } from '../context.ts';
import { findRun } from './find-run.ts';
import { viewRun } from './run-view.ts';

/** Keeps everything of a run, whatever the rules of the project say. Pinning it again changes nothing. */
export async function pinRun(ctx: ServiceContext, input: { id: string }): Promise<Run> {
  requireScope(ctx, 'launch');
  const run = await findRun(ctx, input.id);
  await ctx.repos.runs.pin(run.id, run.projectId, { atMs: ctx.clock.nowMs(), by: ctx.actor.name });
  return viewRun(ctx, await findRun(ctx, run.id));
}

/** Leaves a run to the rules of the project again. */
export async function unpinRun(ctx: ServiceContext, input: { id: string }): Promise<Run> {
  requireScope(ctx, 'launch');
  const run = await findRun(ctx, input.id);
  await ctx.repos.runs.unpin(run.id, run.projectId);
  return viewRun(ctx, await findRun(ctx, run.id));
}
