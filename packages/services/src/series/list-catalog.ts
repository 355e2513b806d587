import type { CatalogQuery, SeriesCatalog } from '@proofload/contracts';
import type { StoredSeries } from '@proofload/db';
import { ProofloadError, parseMatchers } from '@proofload/domain';
import { requireScope, type ServiceContext } from '../context.ts';
import { toInstantOrNull } from '../instant.ts';
import { findRun } from '../runs/find-run.ts';
import { requireKeptSamples } from '../runs/require-kept-samples.ts';
import { readSeriesIds } from './read-series-ids.ts';

/**
 * The series of a run one by one, found by words or by a selector. Every word has to occur somewhere in the name, the
 * labels or their values. In order of metric and id, page by page.
 */
export async function listCatalog(
  ctx: ServiceContext,
  { runId, metric, labels, search = '', series, limit, cursor }: CatalogQuery & { runId: string },
): Promise<SeriesCatalog> {
  requireScope(ctx, 'read');
  const run = await findRun(ctx, runId);
  requireKeptSamples(run);
  const matchers = labels === undefined ? [] : parseMatchers(labels);
  const found = await ctx.samples.findSeries(run.key, {
    ...(metric === undefined ? {} : { metric }),
    ...(series === undefined ? {} : { seriesIds: readSeriesIds(series) }),
    matchers,
    words: search.split(/\s+/).filter(Boolean),
  });
  const start = cursor === undefined ? 0 : placeAfter(found, cursor);
  const seriesIds = found.slice(start, start + limit);
  const page = await ctx.samples.listSeries(run.key, { seriesIds, matchers });
  const last = page.at(-1);
  return {
    items: page.map(toEntry),
    total: found.length,
    nextCursor: last && start + limit < found.length ? String(last.seriesId) : null,
  };
}

function placeAfter(found: readonly number[], cursor: string): number {
  const place = found.findIndex((seriesId) => String(seriesId) === cursor);
  if (place >= 0) return place + 1;
  const message = 'expected the nextCursor of an earlier page';
  throw new ProofloadError('invalid', `cursor: ${message}`, { fields: [{ field: 'cursor', message }] });
}

function toEntry(series: StoredSeries): SeriesCatalog['items'][number] {
  const { seriesId, metric, kind, unit, source, labels, count, min, max, last, firstMs, lastMs } = series;
  return {
    id: seriesId,
    metric,
    kind,
    unit,
    source,
    labels: { ...labels },
    samples: count,
    min,
    max,
    last,
    from: toInstantOrNull(firstMs),
    to: toInstantOrNull(lastMs),
  };
}
