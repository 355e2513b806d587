import type { ListRunsQuery, RunList } from '@proofload/contracts';
import { parseFilter } from '@proofload/domain';
import { requireScope, type ServiceContext } from '../context.ts';
import { requireFound } from '../not-found.ts';
import { toRunSummary } from './run-view.ts';

/** Runs of the project that pass a filter, sorted by a column or a measurement, page by page. */
export async function listRuns(ctx: ServiceContext, query: ListRunsQuery): Promise<RunList> {
  requireScope(ctx, 'read');
  const filter = query.filter === undefined ? null : parseFilter(query.filter);
  const experiment =
    query.experiment === undefined
      ? null
      : await ctx.repos.experiments.find(ctx.actor.projectId, query.experiment);
  if (query.experiment !== undefined) requireFound(experiment, `experiment ${query.experiment}`);
  const { items, nextCursor, total, isTotalExact } = await ctx.repos.runList.list(ctx.actor.projectId, {
    filter,
    sort: query.sort ?? '-createdAt',
    limit: query.limit,
    cursor: query.cursor ?? null,
    ...(experiment ? { experimentId: experiment.experimentId } : {}),
    ...(query.sweep === undefined ? {} : { sweepId: query.sweep }),
  });
  return {
    items: items.map((run) => toRunSummary(run, ctx.config.baseUrl)),
    nextCursor,
    total,
    totalIsExact: isTotalExact,
  };
}
