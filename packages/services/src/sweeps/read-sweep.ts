import type { ListSweepsQuery, Sweep, SweepList } from '@proofload/contracts';
import type { SweepRecord } from '@proofload/db';
import { requireScope, type ServiceContext } from '../context.ts';
import { findVersion } from '../experiments/read-experiment.ts';
import { requireFound } from '../not-found.ts';
import { viewSweep, viewSweeps } from './sweep-view.ts';

/** One sweep of the project. */
export async function readSweep(ctx: ServiceContext, input: { id: string }): Promise<Sweep> {
  requireScope(ctx, 'read');
  return viewSweep(ctx, await findSweep(ctx, input.id));
}

/** Sweeps of the project, or of one experiment, newest first. The cursor is the last id of the page before. */
export async function listSweeps(ctx: ServiceContext, query: ListSweepsQuery): Promise<SweepList> {
  requireScope(ctx, 'read');
  const experiment = query.experiment === undefined ? null : await findVersion(ctx, query.experiment);
  const sweeps = await ctx.repos.sweeps.list(ctx.actor.projectId, {
    ...(experiment ? { experimentId: experiment.experimentId } : {}),
    limit: query.limit + 1,
    beforeId: query.cursor ?? null,
  });
  const page = sweeps.slice(0, query.limit);
  return {
    items: await viewSweeps(ctx, page),
    nextCursor: sweeps.length > query.limit ? (page.at(-1)?.id ?? null) : null,
  };
}

/** A sweep of the actor's project, or `not-found`. */
export async function findSweep(ctx: ServiceContext, id: string): Promise<SweepRecord> {
  return requireFound(await ctx.repos.sweeps.find(id, ctx.actor.projectId), `sweep ${id}`);
}
