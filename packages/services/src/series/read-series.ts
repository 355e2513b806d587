import type { SeriesLine, SeriesQuery, SeriesResponse } from '@proofload/contracts';
import type { RunRecord, StoredSeries } from '@proofload/db';
import { ProofloadError, parseMatchers } from '@proofload/domain';
import { bucketMs, mergePoints, type Points, type SeriesKind } from '@proofload/series';
import { requireScope, type ServiceContext } from '../context.ts';
import { loadPhaseName } from '../execution/settle-load-phase.ts';
import { requireKeptSamples } from '../runs/require-kept-samples.ts';
import { type Steps, toLineColumns } from './series-columns.ts';

/** Lines in one answer; the largest are given, and how many were left out is said. */
const maxLines = 50;

/**
 * A metric of a run over time, in at most `points` points a line. Series that differ only in labels that are not kept
 * apart (`by`) are merged: counts are added, sketches merged. Levels (gauges) cannot be added up by themselves, so
 * without `by` every series of a gauge or counter from Prometheus is a line of its own.
 */
export async function readSeries(
  ctx: ServiceContext,
  { runId, ...query }: SeriesQuery & { runId: string },
): Promise<SeriesResponse> {
  requireScope(ctx, 'read');
  const run = await ctx.repos.runs.find(runId, ctx.actor.projectId);
  if (!run) throw new ProofloadError('not-found', `There is no run ${runId}`);
  requireKeptSamples(run);
  const matchers = query.labels === undefined ? [] : parseMatchers(query.labels);
  const series = await ctx.samples.listSeries(run.key, { metric: query.metric, matchers });
  const { fromMs, toMs } = chooseRange(run, query, series);
  const groups = [...groupByLabels(series, query.by).values()].sort((a, b) => weight(b) - weight(a));
  const chosen = groups.slice(0, maxLines);
  const points = await ctx.samples.readPoints(run.key, chosen.flat(), fromMs, toMs);
  const stepMs = chooseStep(
    toMs - fromMs,
    query.points,
    chosen.flat().map(({ kind }) => kind),
  );
  const originMs = run.startedAtMs ?? fromMs;
  return {
    run: run.id,
    origin: new Date(originMs).toISOString(),
    from: new Date(fromMs).toISOString(),
    to: new Date(toMs).toISOString(),
    stepMs,
    lines: chosen.map((group) =>
      toLine(group, points, {
        by: query.by,
        originMs,
        steps: { fromMs, stepMs, covered: coverOf(run, group, { fromMs, toMs }) },
      }),
    ),
    omitted: groups.length - chosen.length,
  };
}

function chooseRange(
  run: RunRecord,
  query: SeriesQuery,
  series: readonly StoredSeries[],
): { fromMs: number; toMs: number } {
  const firsts = series.flatMap(({ firstMs }) => firstMs ?? []);
  const lasts = series.flatMap(({ lastMs }) => lastMs ?? []);
  const fromMs =
    query.from === undefined ? Math.min(...firsts, run.startedAtMs ?? Infinity) : Date.parse(query.from);
  const toMs =
    query.to === undefined ? Math.max(...lasts, run.startedAtMs ?? -Infinity) + 1 : Date.parse(query.to);
  const start = Number.isFinite(fromMs) ? fromMs : run.createdAtMs;
  const aligned = Math.floor(start / bucketMs) * bucketMs;
  return { fromMs: aligned, toMs: Math.max(aligned + bucketMs, Number.isFinite(toMs) ? toMs : 0) };
}

/** The smallest whole number of buckets that keeps a line within its points; samples may lie closer than a bucket. */
function chooseStep(rangeMs: number, points: number, kinds: readonly SeriesKind[]): number {
  const isSampled = kinds.length > 0 && kinds.every((kind) => kind === 'gauge' || kind === 'cumulative');
  const stepMs = rangeMs / points;
  return isSampled && stepMs < bucketMs
    ? Math.max(1, Math.ceil(stepMs))
    : Math.max(1, Math.ceil(stepMs / bucketMs)) * bucketMs;
}

function groupByLabels(series: readonly StoredSeries[], by: string | undefined): Map<string, StoredSeries[]> {
  const groups = new Map<string, StoredSeries[]>();
  for (const one of series) {
    const key = `${one.kind}\0${JSON.stringify(Object.entries(keptLabels(one, by)).sort())}`;
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return groups;
}

function keptLabels({ kind, labels, source }: StoredSeries, by: string | undefined): Record<string, string> {
  const isLevel = (kind === 'gauge' && source !== 'k6') || kind === 'cumulative';
  if (by === '*' || (by === undefined && isLevel)) return { ...labels };
  const names = (by ?? '').split(',').map((name) => name.trim());
  return Object.fromEntries(
    names.flatMap((name) => (labels[name] === undefined ? [] : [[name, labels[name]]])),
  );
}

/** What is asked for of the load and, where samples reach beyond it, of their time as well. */
function coverOf(
  { phases }: RunRecord,
  group: readonly StoredSeries[],
  asked: Steps['covered'],
): Steps['covered'] {
  const load = phases.find(({ name }) => name === loadPhaseName);
  const fromMs = Math.min(load?.startMs ?? Infinity, ...group.flatMap(({ firstMs }) => firstMs ?? []));
  const toMs = Math.max(load?.endMs ?? -Infinity, ...group.flatMap(({ lastMs }) => lastMs ?? []));
  return {
    fromMs: Math.max(fromMs, asked.fromMs),
    toMs: Math.min(toMs, Math.ceil(asked.toMs / bucketMs) * bucketMs),
  };
}

const weight = (group: readonly StoredSeries[]): number =>
  group.reduce(
    (sum, { kind, count, max }) => sum + (kind === 'gauge' || kind === 'cumulative' ? (max ?? 0) : count),
    0,
  );

function toLine(
  group: readonly StoredSeries[],
  points: ReadonlyMap<number, Points>,
  { by, originMs, steps }: { by: string | undefined; originMs: number; steps: Steps },
): SeriesLine {
  const [first] = group;
  if (!first) throw new Error('A group of series is empty');
  const parts = group.flatMap(({ seriesId }) => points.get(seriesId) ?? []);
  const { times, columns } = toLineColumns(mergePoints(first.kind, parts), steps);
  return {
    metric: first.metric,
    kind: first.kind,
    unit: first.unit,
    labels: keptLabels(first, by),
    times: times.map((time) => time - originMs),
    columns,
  };
}
