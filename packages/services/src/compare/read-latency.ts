import {
  bucketQuantile,
  metricUnit,
  type RunData,
  resolveOver,
  type SeriesSummary,
  spanOf,
  summariseSeries,
  type TimeRange,
  wholeRange,
} from '@proofload/analysis';
import type { LatencyByLabel, LatencyQuery } from '@proofload/contracts';
import { convertUnit, parseMatchers } from '@proofload/domain';
import { median } from '@proofload/stats';
import { chooseLatency } from './choose-labels.ts';
import {
  checkMetric,
  openCompared,
  type PartsContext,
  type ReadableRun,
  readOver,
  refuse,
} from './open-compared.ts';
import type { RunSelection } from './select-runs.ts';

type Samples = NonNullable<LatencyByLabel['samples']>;
type Percentile = keyof Samples['values'][number]['groups'][number]['percentiles'];

/** Verbs or endpoints of a frozen figure, the most used first. */
export const frozenLatencies = 20;

const percentiles: readonly Percentile[] = ['p50', 'p95', 'p99'];

/** Latency by verb or endpoint: percentiles of a distribution for each value of a label, group by group. */
export async function readLatency(
  ctx: PartsContext,
  query: LatencyQuery,
  given: RunSelection | null = null,
): Promise<LatencyByLabel> {
  const { metric, label, select, over, top, ...compared } = query;
  const { runs, notes, comparison } = await openCompared(ctx, compared, given, () => []);
  const asked = await chooseAsked(ctx, runs, { metric, label });
  if (asked === null) {
    const why =
      'None of these runs has durations by a label of 2 to 500 values such as verb, endpoint, name or method; name one';
    return { why: runs.length === 0 ? (notes[0] ?? 'There are no runs') : why, samples: null };
  }
  await checkMetric(ctx, runs, { metric: asked.metric, select });
  const read: { run: ReadableRun; values: RunValues | { note: string } }[] = [];
  for (const run of runs) {
    const place = await resolveOver(readOver(over), run.definition, run.record, run.data);
    const values = 'note' in place ? place : await summariseRun({ ...asked, select }, place.range, run.data);
    read.push({ run, values });
  }
  const found = read.flatMap(({ run, values }) => ('note' in values ? [] : [{ run, values }]));
  const unit = found[0]?.values.unit ?? null;
  if (found.length === 0) {
    const why = read.flatMap(({ values }) => ('note' in values ? [values.note] : []))[0];
    return { why: `No run has such data: ${why ?? 'there are no runs'}`, samples: null };
  }
  const names = rankValues(found.map(({ values }) => values));
  const groups = comparison.groups.map(({ key }) => ({
    key,
    runs: found.filter(({ run }) => run.isCounted && run.group === key).map(({ values }) => values),
  }));
  return {
    why: null,
    samples: {
      ...asked,
      unit,
      over: readOver(over),
      values: names.slice(0, top).map((value) => ({
        value,
        groups: groups.map(({ key, runs: own }) => ({ group: key, ...describeValue(own, value, unit) })),
      })),
      omitted: Math.max(0, names.length - top),
      notes: [...notes, ...sayBuckets(found.map(({ values }) => values))],
    },
  };
}

async function chooseAsked(
  ctx: PartsContext,
  runs: readonly ReadableRun[],
  { metric, label }: Pick<LatencyQuery, 'metric' | 'label'>,
): Promise<{ metric: string; label: string } | null> {
  if (metric !== undefined && label !== undefined) return { metric, label };
  if (metric !== undefined || label !== undefined)
    throw refuse(metric === undefined ? 'metric' : 'label', 'expected `metric` and `label`, or neither');
  return runs.length === 0
    ? null
    : chooseLatency(await ctx.samples.listLabels(runs.map(({ record }) => record.key)));
}

interface ValueFigures {
  count: number;
  percentiles: Record<Percentile, number | null>;
}
interface RunValues {
  unit: string | null;
  /** Whether they are known by buckets alone. */
  isBucketed: boolean;
  byValue: Map<string, ValueFigures>;
}

interface Asked {
  metric: string;
  label: string;
  select: string | undefined;
}

async function summariseRun(
  asked: Asked,
  range: TimeRange | null,
  data: RunData,
): Promise<RunValues | { note: string }> {
  const { metric, label, select } = asked;
  const span = spanOf(Object.values(await data.readSpans()));
  const counted = range ?? (span && wholeRange(span.fromMs, span.toMs));
  if (counted === null) return { note: 'the run has no samples' };
  const summaries = await summariseSeries(
    { metric, matchers: select === undefined ? [] : parseMatchers(select, 'select') },
    { by: [label, 'le'], aggregates: ['count', 'increase', ...percentiles] },
    counted,
    data,
  );
  if (summaries.length === 0) return { note: `no data of ${metric}` };
  const labelled = summaries.filter(({ labels }) => labels[label] !== undefined);
  if (labelled.length === 0) return { note: `no series of ${metric} has the label ${label}` };
  const byValue = Map.groupBy(labelled, ({ labels }) => labels[label] ?? '');
  if (labelled.some(({ kind }) => kind === 'distribution')) return describeObserved(byValue);
  if (labelled.some(({ labels }) => labels.le !== undefined)) return describeBuckets(metric, byValue);
  return { note: `${metric} is no distribution of durations` };
}

function describeObserved(byValue: ReadonlyMap<string, readonly SeriesSummary[]>): RunValues {
  let unit: string | null = null;
  const values = [...byValue].flatMap(([value, summaries]): [string, ValueFigures][] => {
    const figures = summaries.find(({ kind }) => kind === 'distribution')?.figures;
    if (figures === undefined) return [];
    unit ??= figures.p50?.unit ?? null;
    const figureOf = (name: string) => figures[name]?.value ?? null;
    const own = { p50: figureOf('p50'), p95: figureOf('p95'), p99: figureOf('p99') };
    return [[value, { count: figureOf('count') ?? 0, percentiles: own }]];
  });
  return { unit, isBucketed: false, byValue: new Map(values) };
}

/** From counters by upper bounds, by how much each grew. */
function describeBuckets(metric: string, byValue: ReadonlyMap<string, readonly SeriesSummary[]>): RunValues {
  const values = [...byValue].map(([value, summaries]): [string, ValueFigures] => {
    const buckets = summaries.flatMap(({ labels, figures }) => {
      const bound = labels.le === '+Inf' ? Infinity : Number(labels.le ?? Number.NaN);
      return Number.isNaN(bound) ? [] : [{ bound, count: figures.increase?.value ?? 0 }];
    });
    const at = (share: number) => bucketQuantile(buckets, share);
    const count = buckets.reduce((most, bucket) => Math.max(most, bucket.count), 0);
    return [value, { count, percentiles: { p50: at(0.5), p95: at(0.95), p99: at(0.99) } }];
  });
  const unit = metricUnit(metric.replace(/_bucket$/, ''), null) || null;
  return { unit, isBucketed: true, byValue: new Map(values) };
}

/** Values of the label, by their observations in all runs. */
function rankValues(runs: readonly RunValues[]): string[] {
  const counts = new Map<string, number>();
  for (const { byValue } of runs) {
    for (const [value, { count }] of byValue) counts.set(value, (counts.get(value) ?? 0) + count);
  }
  return [...counts].sort(([a, one], [b, two]) => two - one || (a < b ? -1 : 1)).map(([value]) => value);
}

function sayBuckets(runs: readonly RunValues[]): string[] {
  if (runs.every(({ isBucketed }) => !isBucketed)) return [];
  return [
    'Percentiles are reckoned from buckets, within which observations count as evenly spread; what lies beyond the last bound is not known',
  ];
}

/** Percentiles are never averaged: of replicates the median run speaks, with the least and the greatest beside it. */
function describeValue(runs: readonly RunValues[], value: string, unit: string | null) {
  const own = runs.flatMap((run) => {
    const figures = run.byValue.get(value);
    const factor = convertUnit(1, run.unit ?? '', unit ?? '');
    return figures === undefined || factor === null ? [] : [{ figures, factor }];
  });
  const describe = (name: Percentile) => {
    const found = own.flatMap(({ figures, factor }) => {
      const known = figures.percentiles[name];
      return known === null ? [] : [known * factor];
    });
    const [first] = found;
    if (first === undefined) return { median: null, min: null, max: null };
    return { median: median(found), min: Math.min(...found), max: Math.max(...found) };
  };
  return {
    n: own.length,
    count: own.reduce((sum, { figures }) => sum + figures.count, 0),
    percentiles: { p50: describe('p50'), p95: describe('p95'), p99: describe('p99') },
  };
}
