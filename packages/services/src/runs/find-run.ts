import type { RunRecord } from '@proofload/db';
import { ProofloadError } from '@proofload/domain';
import type { ServiceContext } from '../context.ts';
import { requireFound } from '../not-found.ts';

/** A run of the actor's project, or `not-found`; `forbidden` for the token of another run. */
export async function findRun(ctx: ServiceContext, id: string): Promise<RunRecord> {
  if (ctx.actor.runId !== undefined && ctx.actor.runId !== id)
    throw new ProofloadError('forbidden', 'This token is of another run');
  return requireFound(await ctx.repos.runs.find(id, ctx.actor.projectId), `run ${id}`);
}
