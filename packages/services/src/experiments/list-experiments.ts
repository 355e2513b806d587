import type { ExperimentList, ListExperimentsQuery } from '@proofload/contracts';
import { requireScope, type ServiceContext } from '../context.ts';
import { toExperimentSummary } from './experiment-view.ts';

/** The experiments of the project by name, page by page. The cursor is the last name of the page before. */
export async function listExperiments(
  ctx: ServiceContext,
  query: ListExperimentsQuery,
): Promise<ExperimentList> {
  requireScope(ctx, 'read');
  const records = await ctx.repos.experiments.list(
    ctx.actor.projectId,
    query.limit + 1,
    query.cursor ?? null,
  );
  const page = records.slice(0, query.limit);
  const ids = page.map(({ experimentId }) => experimentId);
  const [counts, alarms] = await Promise.all([
    ctx.repos.experiments.countRuns(ids),
    ctx.repos.history.countAlarms(ids),
  ]);
  return {
    items: page.map((record) =>
      toExperimentSummary(
        record,
        counts.get(record.experimentId),
        alarms.get(record.experimentId),
        ctx.config.baseUrl,
      ),
    ),
    nextCursor: records.length > query.limit ? (page.at(-1)?.name ?? null) : null,
  };
}
