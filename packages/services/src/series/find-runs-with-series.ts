import type { RunsWithSeries, SeriesSearchQuery } from '@proofload/contracts';
import { ProofloadError, parseMatchers } from '@proofload/domain';
import { requireScope, type ServiceContext } from '../context.ts';
import { pageUrls } from '../page-urls.ts';

/** Runs of the project that have series of a metric with these labels, newest first, page by page. */
export async function findRunsWithSeries(
  ctx: ServiceContext,
  { metric, labels, limit, cursor }: SeriesSearchQuery,
): Promise<RunsWithSeries> {
  requireScope(ctx, 'read');
  const urls = pageUrls(ctx.config.baseUrl);
  const { runs, next } = await ctx.samples.findRunsWithSeries(ctx.actor.projectId, {
    metric,
    matchers: labels === undefined ? [] : parseMatchers(labels),
    before: cursor === undefined ? null : readCursor(cursor),
    limit,
  });
  return {
    items: runs.map(({ id, name, series }) => ({ id, name, url: urls.run(id), series })),
    nextCursor: next === null ? null : String(next),
  };
}

function readCursor(cursor: string): bigint {
  if (/^\d{1,18}$/.test(cursor)) return BigInt(cursor);
  const message = 'expected the nextCursor of an earlier page';
  throw new ProofloadError('invalid', `cursor: ${message}`, { fields: [{ field: 'cursor', message }] });
}
