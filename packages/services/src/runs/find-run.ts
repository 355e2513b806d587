import type { RunRecord } from '@proofload/db';
import type { ServiceContext } from '../context.ts';
import { requireFound } from '../not-found.ts';

/** A run of the actor's project, or `not-found`. */
export async function findRun(ctx: ServiceContext, id: string): Promise<RunRecord> {
  return requireFound(await ctx.repos.runs.find(id, ctx.actor.projectId), `run ${id}`);
}
