import type { ListSweepsQuery, Sweep, SweepList } from '@proofload/contracts';
import type { SweepRecord } from '@proofload/db';
import { byTurn } from '@proofload/domain';
import { requireScope, type ServiceContext } from '../context.ts';
import { findVersion } from '../experiments/read-experiment.ts';
import { requireFound } from '../not-found.ts';
import { viewSweep, viewSweeps } from './sweep-view.ts';

/** One sweep of the project. */
export async function readSweep(ctx: ServiceContext, input: { id: string }): Promise<Sweep> {
  requireScope(ctx, 'read');
  return viewSweep(ctx, await findSweep(ctx, input.id));
}

/**
 * Sweeps of the project, or of one experiment, newest first. The cursor is the last id of the page before. Those that
 * are not finished can be had in the order in which they will run.
 */
export async function listSweeps(ctx: ServiceContext, query: ListSweepsQuery): Promise<SweepList> {
  requireScope(ctx, 'read');
  const experiment = query.experiment === undefined ? null : await findVersion(ctx, query.experiment);
  if (query.state === 'open') return listOpen(ctx, experiment?.experimentId ?? null, query.limit);
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

async function listOpen(ctx: ServiceContext, experimentId: string | null, limit: number): Promise<SweepList> {
  const open = await ctx.repos.sweeps.listOpen(ctx.actor.projectId, maxOpen);
  const wanted = open.filter((sweep) => experimentId === null || sweep.experimentId === experimentId);
  const rank = ({ paused }: SweepRecord): number => (paused === null ? 0 : 1);
  const byOrder = (a: SweepRecord, b: SweepRecord): number =>
    rank(a) - rank(b) || byTurn({ ...a, sweepId: a.id }, { ...b, sweepId: b.id });
  return { items: await viewSweeps(ctx, wanted.sort(byOrder).slice(0, limit)), nextCursor: null };
}

const maxOpen = 500;

/** A sweep of the actor's project, or `not-found`. */
export async function findSweep(ctx: ServiceContext, id: string): Promise<SweepRecord> {
  return requireFound(await ctx.repos.sweeps.find(id, ctx.actor.projectId), `sweep ${id}`);
}
