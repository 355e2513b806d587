import { distinctSeries } from '@proofload/analysis';
import type { MetricList } from '@proofload/contracts';
import type { StoredSeries } from '@proofload/db';
import { ProofloadError } from '@proofload/domain';
import { mergeSketches } from '@proofload/series';
import { requireScope, type ServiceContext } from '../context.ts';
import { requireKeptSamples } from '../runs/require-kept-samples.ts';

type Metric = MetricList['metrics'][number];

/** What a run holds, metric by metric, with figures over the whole run. */
export async function listMetrics(ctx: ServiceContext, { runId }: { runId: string }): Promise<MetricList> {
  requireScope(ctx, 'read');
  const run = await ctx.repos.runs.find(runId, ctx.actor.projectId);
  if (!run) throw new ProofloadError('not-found', `There is no run ${runId}`);
  requireKeptSamples(run);
  const groups = new Map<string, StoredSeries[]>();
  for (const series of await ctx.samples.listSeries(run.key)) {
    const key = `${series.source}\0${series.metric}\0${series.kind}`;
    const group = groups.get(key);
    if (group) group.push(series);
    else groups.set(key, [series]);
  }
  return { metrics: [...groups.values()].flatMap((group) => toMetric(distinctSeries(group)) ?? []) };
}

function toMetric(group: readonly StoredSeries[]): Metric | null {
  const [first] = group;
  if (!first) return null;
  const count = group.reduce((sum, series) => sum + series.count, 0);
  return {
    metric: first.metric,
    kind: first.kind,
    unit: first.unit,
    source: first.source,
    series: group.length,
    samples: count,
    isReported: group.every(({ reported }) => reported !== null),
    labelNames: [...new Set(group.flatMap(({ labels }) => Object.keys(labels)))].sort(),
    totals: toTotals(group, count),
  };
}

function toTotals(group: readonly StoredSeries[], count: number): Metric['totals'] {
  const sum = group.reduce((total, series) => total + series.sum, 0);
  const sketches = group.flatMap(({ sketch }) => sketch ?? []);
  const quantiles = mergeSketches(sketches).quantiles([0.5, 0.9, 0.95, 0.99, 0.999]);
  const reported = group.length === 1 ? (group[0]?.reported?.quantiles ?? {}) : {};
  const at = (index: number, name: string): number | null => {
    const value = quantiles[index];
    return value !== undefined && Number.isFinite(value) ? value : (reported[name] ?? null);
  };
  const mins = group.flatMap(({ min }) => min ?? []);
  const maxs = group.flatMap(({ max }) => max ?? []);
  return {
    count,
    sum,
    min: mins.length === 0 ? null : Math.min(...mins),
    max: maxs.length === 0 ? null : Math.max(...maxs),
    avg: count === 0 ? (reported.avg ?? null) : sum / count,
    p50: at(0, 'p50'),
    p90: at(1, 'p90'),
    p95: at(2, 'p95'),
    p99: at(3, 'p99'),
    p999: at(4, 'p99.9'),
  };
}
