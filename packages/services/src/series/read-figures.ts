import type { EvaluatedFigures, MetricList, SeriesResponse } from '@proofload/contracts';
import type { ServiceContext } from '../context.ts';
import { readMetricsOfRuns } from './list-metrics.ts';
import { readSeriesOfRuns } from './read-series.ts';

/** Points of a chart in a report: what a figure of 700 px can show. */
const pointsPerLine = 300;
const maxDrawnMetrics = 4;
/** Runs whose points are held at a time. */
const runsAtATime = 25;
/** Drawn first when the author names none. */
const preferredMetrics = ['http_reqs', 'http_req_duration', 'http_req_failed', 'vus'];

type RunMetrics = EvaluatedFigures['metrics'][number];

/**
 * What the figures over time and by percentile of some runs show, so that they need no sample any more.
 * @param check the metrics to draw of those that the runs have; the usual ones when it is left out
 */
export async function readFigures(
  ctx: ServiceContext,
  runIds: readonly string[],
  check?: (known: ReadonlySet<string>) => string[],
): Promise<EvaluatedFigures & { drawn: string[] }> {
  const found = runIds.length === 0 ? [] : (await readMetricsOfRuns(ctx, { runs: runIds.join(',') })).runs;
  const metrics = found.map(({ run, ...list }): RunMetrics => ({ run, list }));
  const drawn = check ? check(namesOf(metrics)) : chooseMetrics(metrics);
  return { metrics, drawn, series: await readAllSeries(ctx, metrics, drawn) };
}

const namesOf = (metrics: readonly RunMetrics[]): Set<string> =>
  new Set(metrics.flatMap(({ list }: { list: MetricList }) => list.metrics.map(({ metric }) => metric)));

/** The metrics to draw when none are named: the preferred ones that some run has, then by the number of runs. */
function chooseMetrics(metrics: readonly RunMetrics[]): string[] {
  const runsWith = new Map<string, number>();
  for (const { list } of metrics) {
    for (const name of new Set(list.metrics.map((entry) => entry.metric))) {
      runsWith.set(name, (runsWith.get(name) ?? 0) + 1);
    }
  }
  const preferred = preferredMetrics.filter((name) => runsWith.has(name));
  const others = [...runsWith.keys()]
    .filter((name) => !preferred.includes(name))
    .sort((a, b) => (runsWith.get(b) ?? 0) - (runsWith.get(a) ?? 0) || (a < b ? -1 : 1));
  return [...preferred, ...others].slice(0, maxDrawnMetrics);
}

async function readAllSeries(
  ctx: ServiceContext,
  metrics: readonly RunMetrics[],
  drawn: readonly string[],
): Promise<SeriesResponse[]> {
  const byRun = new Map(metrics.map(({ run }) => [run, [] as SeriesResponse[]]));
  // A read for each metric, not one for all: the steps of a figure are chosen by the times of what it draws.
  for (const metric of drawn) {
    const having = metrics.filter(({ list }) => list.metrics.some((entry) => entry.metric === metric));
    for (let from = 0; from < having.length; from += runsAtATime) {
      const runs = having.slice(from, from + runsAtATime).map(({ run }) => run);
      const query = { runs: runs.join(','), metric, points: pointsPerLine };
      for (const one of (await readSeriesOfRuns(ctx, query)).series) byRun.get(one.run)?.push(one);
    }
  }
  return [...byRun.values()].flat();
}
