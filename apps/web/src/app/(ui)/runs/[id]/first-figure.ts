import 'server-only';
import type { Run } from '@proofload/contracts';
import { listMetrics, readExperiment, readSeries, type ServiceContext } from '@proofload/services';
import { type DehydratedState, dehydrate, QueryClient } from '@tanstack/react-query';
import { createLoader, type SearchParams } from 'nuqs/server';
import { drawableMetrics } from '@/features/series/choose-metrics';
import { experimentQuery } from '@/features/series/limit-source';
import { askForFigure, countLines, manyLines } from '@/features/series/series-asked';
import { metricListQuery, seriesQuery } from '@/features/series/series-queries';
import { seriesState } from '@/features/series/series-state';

const loadState = createLoader(seriesState);

/** Metrics of a run whose list is sent with its page; a longer one comes by itself. */
const mostMetrics = 300;

/**
 * What the first figure of a finished run is drawn from, so that its picture comes with the page; nothing where that
 * would be slow to read, or where the reader has zoomed to a part.
 */
export async function readFirstFigure(
  ctx: ServiceContext,
  run: Run,
  search: SearchParams,
): Promise<DehydratedState> {
  const client = new QueryClient();
  const { metrics: wanted, zoom } = loadState(search);
  if (run.status !== 'finished' || run.samplesExpiredAt || zoom) return dehydrate(client);
  const list = await listMetrics(ctx, { runId: run.id });
  if (list.metrics.length > mostMetrics) return dehydrate(client);
  client.setQueryData(metricListQuery(run.id, false).queryKey, list);
  const [first] = drawableMetrics(list.metrics, wanted).drawn;
  if (!first || countLines(first) > manyLines) return dehydrate(client);
  const asked = askForFigure(run.id, first);
  const { metric, points, column } = asked;
  const version = run.evaluatedVersion ?? run.experimentVersion;
  const [series, experiment] = await Promise.all([
    readSeries(ctx, { runId: run.id, metric, points, ...(column ? { columns: column } : {}) }),
    // Its objectives are lines of the figure.
    run.experiment === null
      ? null
      : readExperiment(ctx, { name: run.experiment, ...(version === null ? {} : { version }) }),
  ]);
  client.setQueryData(seriesQuery(asked, false).queryKey, series);
  if (experiment) client.setQueryData(experimentQuery(experiment.name, version).queryKey, experiment);
  return dehydrate(client);
}
