import type {
  Comparison,
  ComparisonSnapshot,
  CreateReport,
  MetricList,
  SeriesResponse,
} from '@proofload/contracts';
import { ProofloadError } from '@proofload/domain';
import { compareRuns } from '../compare/index.ts';
import type { ServiceContext } from '../context.ts';
import { listMetrics, readSeries } from '../series/index.ts';
import { readDefinitionSources } from './read-definition-sources.ts';

/** Points of a chart in a report: what a figure of 700 px can show. */
const pointsPerLine = 300;
const maxDrawnMetrics = 4;
/** Drawn first when the author names none. */
const preferredMetrics = ['http_reqs', 'http_req_duration', 'http_req_failed', 'vus'];

type RunMetrics = { run: string; list: MetricList };

/** Copies everything that a report shows, so that it needs no run, series or definition any more. */
export async function freezeView(
  ctx: ServiceContext,
  view: CreateReport['view'],
): Promise<ComparisonSnapshot> {
  const comparison = await compareRuns(ctx, view.compare);
  if (comparison.runs.length === 0) {
    const message = 'expected at least one run to freeze';
    throw new ProofloadError('invalid', `view.compare: ${message}`, {
      fields: [{ field: 'view.compare', message }],
    });
  }
  const metrics: RunMetrics[] = [];
  const withSamples = comparison.runs.filter(({ samplesExpiredAt }) => !samplesExpiredAt);
  for (const run of withSamples)
    metrics.push({ run: run.id, list: await listMetrics(ctx, { runId: run.id }) });
  const drawn = view.metrics.length > 0 ? checkMetrics(view.metrics, metrics) : chooseMetrics(metrics);
  return {
    version: 1,
    comparison: noteExpired(comparison, comparison.runs.length - withSamples.length),
    series: await readAllSeries(ctx, metrics, drawn),
    metrics,
    definitions: await readDefinitions(ctx, comparison),
    view: { ...view, metrics: drawn },
  };
}

function noteExpired(comparison: Comparison, count: number): Comparison {
  if (count === 0) return comparison;
  const runs = count === 1 ? 'one run' : `${count} runs`;
  const warning = `The samples of ${runs} had expired by the project's rule, so figures over time are without them`;
  return { ...comparison, warnings: [...comparison.warnings, warning] };
}

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

function checkMetrics(wanted: readonly string[], metrics: readonly RunMetrics[]): string[] {
  const known = new Set(metrics.flatMap(({ list }) => list.metrics.map((entry) => entry.metric)));
  const fields = wanted.flatMap((name, index) =>
    known.has(name)
      ? []
      : [
          {
            field: `view.metrics[${index}]`,
            message: `expected a metric that one of the runs has, not \`${name}\``,
          },
        ],
  );
  if (fields[0]) throw new ProofloadError('invalid', `${fields[0].field}: ${fields[0].message}`, { fields });
  return [...new Set(wanted)];
}

async function readAllSeries(
  ctx: ServiceContext,
  metrics: readonly RunMetrics[],
  drawn: readonly string[],
): Promise<SeriesResponse[]> {
  const series: SeriesResponse[] = [];
  for (const { run, list } of metrics) {
    const has = new Set(list.metrics.map((entry) => entry.metric));
    for (const metric of drawn.filter((name) => has.has(name))) {
      series.push(await readSeries(ctx, { runId: run, metric, points: pointsPerLine }));
    }
  }
  return series;
}

async function readDefinitions(
  ctx: ServiceContext,
  comparison: Comparison,
): Promise<ComparisonSnapshot['definitions']> {
  const ids = comparison.runs.map((run) => run.id);
  return readDefinitionSources(ctx, await ctx.repos.runs.findMany(ctx.actor.projectId, { ids }, ids.length));
}
