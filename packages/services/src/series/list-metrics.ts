import { distinctSeries } from '@proofload/analysis';
import type { MetricList, RunsQuery } from '@proofload/contracts';
import type { StoredSeries } from '@proofload/db';
import { mergeSketches } from '@proofload/series';
import { requireScope, type ServiceContext } from '../context.ts';
import { findRun } from '../runs/find-run.ts';
import { findRuns } from '../runs/find-runs.ts';
import { requireKeptSamples } from '../runs/require-kept-samples.ts';
import { readStatedUnits, type StatedUnits, unitOf } from './stated-units.ts';

type Metric = MetricList['metrics'][number];

/** What a run holds, metric by metric, with figures over the whole run. */
export async function listMetrics(ctx: ServiceContext, { runId }: { runId: string }): Promise<MetricList> {
  requireScope(ctx, 'read');
  const run = await findRun(ctx, runId);
  requireKeptSamples(run);
  const [series, unitsOf] = await Promise.all([ctx.samples.listSeries(run.key), readStatedUnits(ctx, [run])]);
  return toMetricList(series, unitsOf(run));
}

/** The same of several runs at once, in the order asked for. */
export async function readMetricsOfRuns(
  ctx: ServiceContext,
  { runs: ids }: RunsQuery,
): Promise<{ runs: { run: string; metrics: Metric[] }[] }> {
  requireScope(ctx, 'read');
  const runs = await findRuns(ctx, ids);
  runs.forEach(requireKeptSamples);
  const [listed, unitsOf] = await Promise.all([
    ctx.samples.listSeriesOfRuns(runs.map(({ key }) => key)),
    readStatedUnits(ctx, runs),
  ]);
  return {
    runs: runs.map((run) => ({ run: run.id, ...toMetricList(listed.get(run.key) ?? [], unitsOf(run)) })),
  };
}

function toMetricList(series: readonly StoredSeries[], stated: StatedUnits): MetricList {
  const groups = Map.groupBy(series, ({ source, metric, kind }) => `${source}\0${metric}\0${kind}`);
  return { metrics: [...groups.values()].flatMap((group) => toMetric(distinctSeries(group), stated) ?? []) };
}

function toMetric(group: readonly StoredSeries[], stated: StatedUnits): Metric | null {
  const [first] = group;
  if (!first) return null;
  const count = group.reduce((sum, series) => sum + series.count, 0);
  return {
    metric: first.metric,
    kind: first.kind,
    unit: unitOf(first, stated),
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
    min: mins.length === 0 ? null : leastOf(mins),
    max: maxs.length === 0 ? null : mostOf(maxs),
    avg: count === 0 ? (reported.avg ?? null) : sum / count,
    p50: at(0, 'p50'),
    p90: at(1, 'p90'),
    p95: at(2, 'p95'),
    p99: at(3, 'p99'),
    p999: at(4, 'p99.9'),
  };
}

/** There may be more of them than a call takes arguments. */
const leastOf = (values: readonly number[]): number =>
  values.reduce((least, value) => Math.min(least, value));
const mostOf = (values: readonly number[]): number => values.reduce((most, value) => Math.max(most, value));
