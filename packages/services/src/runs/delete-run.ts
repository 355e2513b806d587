import { ProofloadError } from '@proofload/domain';
import { requireScope, type ServiceContext } from '../context.ts';
import { findRun } from './find-run.ts';

/** Deletes a finished run with its samples, log and artifacts. Reports keep what they froze. */
export async function deleteRun(ctx: ServiceContext, input: { id: string }): Promise<void> {
  requireScope(ctx, 'launch');
  const run = await findRun(ctx, input.id);
  if (run.status !== 'finished') {
    throw new ProofloadError('conflict', `The run is ${run.status}; cancel it before deleting it`);
  }
  await ctx.repos.runs.delete(run.id, ctx.actor.projectId);
  await ctx.artifacts.remove(artifactPrefix(run));
}

/** Where the artifacts of a run are kept. */
export const artifactPrefix = (run: { id: string; projectId: string }): string =>
  `${run.projectId}/runs/${run.id}`;
