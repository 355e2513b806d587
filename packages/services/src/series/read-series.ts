import type { RunSeriesQuery, SeriesLine, SeriesQuery, SeriesResponse } from '@proofload/contracts';
import type { RunRecord, SeriesSelection, StoredSeries } from '@proofload/db';
import { parseMatchers } from '@proofload/domain';
import { bucketMs, type Grid, type Overview, type Points, type SeriesKind } from '@proofload/series';
import { requireScope, type ServiceContext } from '../context.ts';
import { loadPhaseName } from '../execution/settle-load-phase.ts';
import { findRun } from '../runs/find-run.ts';
import { findRuns } from '../runs/find-runs.ts';
import { requireKeptSamples } from '../runs/require-kept-samples.ts';
import { boundedList, splitList } from '../split-list.ts';
import { readSeriesIds } from './read-series-ids.ts';
import { type SeriesData, toBuckets } from './series-buckets.ts';
import { type Steps, toLineColumns } from './series-columns.ts';
import { readStatedUnits, type StatedUnits, unitOf } from './stated-units.ts';

/** Lines of a metric in one answer; the largest are given, and how many were left out is said. */
const maxLines = 50;
const maxMetrics = 20;

/**
 * Metrics of a run over time, in at most `points` points a line. Series that differ only in labels that are not kept
 * apart (`by`) are merged: counts are added, sketches merged. Levels (gauges) cannot be added up by themselves, so
 * without `by` every series of a gauge or counter from Prometheus is a line of its own.
 */
export async function readSeries(
  ctx: ServiceContext,
  { runId, ...query }: SeriesQuery & { runId: string },
): Promise<SeriesResponse> {
  requireScope(ctx, 'read');
  const run = await findRun(ctx, runId);
  requireKeptSamples(run);
  const [response] = await readLines(ctx, [run], query);
  if (!response) throw new Error('A run has no answer');
  return response;
}

/** The same of several runs at once, in the order asked for; times of each count from its own start. */
export async function readSeriesOfRuns(
  ctx: ServiceContext,
  { runs: ids, ...query }: RunSeriesQuery,
): Promise<{ series: SeriesResponse[] }> {
  requireScope(ctx, 'read');
  const runs = await findRuns(ctx, ids);
  runs.forEach(requireKeptSamples);
  return { series: await readLines(ctx, runs, query) };
}

async function readLines(
  ctx: ServiceContext,
  runs: readonly RunRecord[],
  query: SeriesQuery,
): Promise<SeriesResponse[]> {
  const [listed, unitsOf] = await Promise.all([
    ctx.samples.listSeriesOfRuns(
      runs.map(({ key }) => key),
      toSelection(query),
    ),
    readStatedUnits(ctx, runs),
  ]);
  const chosen = runs.map((run) => chooseLines(run, listed.get(run.key) ?? [], query));
  const isWhole = query.from === undefined && query.to === undefined;
  const overviews = isWhole
    ? await ctx.samples.readOverviews(
        chosen.flatMap(({ run, series }) => series.map(({ seriesId }) => ({ runKey: run.key, seriesId }))),
      )
    : new Map<bigint, Map<number, Overview>>();
  return Promise.all(
    chosen.map((choice) =>
      readRun(ctx, choice, query, {
        overviews: overviews.get(choice.run.key) ?? new Map(),
        stated: unitsOf(choice.run),
      }),
    ),
  );
}

/** Throws `invalid` naming the field. */
function toSelection({ metric, series, labels }: SeriesQuery): SeriesSelection {
  const metrics = boundedList('metric', metric, maxMetrics);
  const matchers = labels === undefined ? [] : parseMatchers(labels);
  if (series === undefined) return { metrics, matchers };
  return { metrics, matchers, seriesIds: readSeriesIds(series) };
}

interface Choice {
  run: RunRecord;
  /** What the lines are made of: groups of series that are merged. */
  groups: StoredSeries[][];
  series: StoredSeries[];
  omitted: number;
  range: { fromMs: number; toMs: number };
}

/** Of each metric, the largest lines. */
function chooseLines(run: RunRecord, listed: readonly StoredSeries[], query: SeriesQuery): Choice {
  const all = groupByLabels(listed, query);
  const groups = [...Map.groupBy(all, ([first]) => first?.metric).values()].flatMap((ofMetric) =>
    ofMetric.sort((a, b) => weight(b) - weight(a)).slice(0, maxLines),
  );
  const series = groups.flat();
  return { run, groups, series, omitted: all.length - groups.length, range: chooseRange(run, query, listed) };
}

async function readRun(
  ctx: ServiceContext,
  { run, groups, series, omitted, range }: Choice,
  query: SeriesQuery,
  { overviews, stated }: { overviews: ReadonlyMap<number, Overview>; stated: StatedUnits },
): Promise<SeriesResponse> {
  const grid = chooseGrid(range, query.points, series, overviews);
  const known = grid.isCoarse ? overviews : new Map<number, Overview>();
  const others = series.filter(({ seriesId }) => !known.has(seriesId));
  const data: SeriesData = {
    overviews: known,
    points: await readPoints(ctx, run, others, range),
  };
  const originMs = run.startedAtMs ?? range.fromMs;
  return {
    run: run.id,
    origin: new Date(originMs).toISOString(),
    from: new Date(range.fromMs).toISOString(),
    to: new Date(range.toMs).toISOString(),
    stepMs: grid.stepMs,
    lines: groups.map((group) =>
      toLine(group, data, {
        by: query.by,
        stated,
        wanted: query.columns === undefined ? null : splitList(query.columns, ','),
        originMs,
        steps: { ...grid, covered: coverOf(run, group, range) },
      }),
    ),
    omitted,
  };
}

async function readPoints(
  ctx: ServiceContext,
  run: RunRecord,
  series: readonly StoredSeries[],
  { fromMs, toMs }: Choice['range'],
): Promise<Map<number, Points>> {
  return series.length === 0 ? new Map() : ctx.samples.readPoints(run.key, series, fromMs, toMs);
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

/**
 * The steps of an answer. Where the overviews of long series are fine enough, their steps are taken or put together;
 * samples may lie closer than a bucket.
 */
function chooseGrid(
  { fromMs, toMs }: Choice['range'],
  points: number,
  series: readonly StoredSeries[],
  overviews: ReadonlyMap<number, Overview>,
): Grid & { isCoarse: boolean } {
  const stepMs = chooseStep(
    toMs - fromMs,
    points,
    series.map(({ kind }) => kind),
  );
  const coarsest = Math.max(0, ...[...overviews.values()].map((overview) => overview.stepMs));
  // Its extremes are kept, so half as many points as asked for show as much.
  if (coarsest === 0 || coarsest > 2 * stepMs) return { fromMs, stepMs, isCoarse: false };
  const whole = Math.ceil(stepMs / coarsest) * coarsest;
  return { fromMs: Math.floor(fromMs / coarsest) * coarsest, stepMs: whole, isCoarse: true };
}

/** The smallest whole number of buckets that keeps a line within its points. */
function chooseStep(rangeMs: number, points: number, kinds: readonly SeriesKind[]): number {
  const isSampled = kinds.length > 0 && kinds.every((kind) => kind === 'gauge' || kind === 'cumulative');
  const stepMs = rangeMs / points;
  return isSampled && stepMs < bucketMs
    ? Math.max(1, Math.ceil(stepMs))
    : Math.max(1, Math.ceil(stepMs / bucketMs)) * bucketMs;
}

function groupByLabels(series: readonly StoredSeries[], { by, series: ids }: SeriesQuery): StoredSeries[][] {
  const apart = ids === undefined ? by : '*';
  return [
    ...Map.groupBy(
      series,
      (one) => `${one.metric}\0${one.kind}\0${JSON.stringify(Object.entries(keptLabels(one, apart)).sort())}`,
    ).values(),
  ];
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
  data: SeriesData,
  { by, stated, wanted, originMs, steps }: LineOptions,
): SeriesLine {
  const [first] = group;
  if (!first) throw new Error('A group of series is empty');
  const { times, columns } = toLineColumns(toBuckets(first.kind, group, data, steps), steps);
  return {
    metric: first.metric,
    kind: first.kind,
    unit: unitOf(first, stated),
    labels: keptLabels(first, by),
    times: times.map((time) => time - originMs),
    columns:
      wanted === null
        ? columns
        : Object.fromEntries(Object.entries(columns).filter(([name]) => wanted.includes(name))),
  };
}

interface LineOptions {
  by: string | undefined;
  stated: StatedUnits;
  /** Columns; null for all. */
  wanted: readonly string[] | null;
  originMs: number;
  steps: Steps & Grid;
}
