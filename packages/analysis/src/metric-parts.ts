import type { SeriesKind } from '@proofload/series';
import { bucketMs } from '@proofload/series';
import { median } from '@proofload/stats';
import type { Aggregator } from './aggregated.ts';
import type { LabelledSeries } from './break-down.ts';
import { createAggregator } from './create-aggregator.ts';
import type { LabelledValue } from './entity-values.ts';
import { measureMetric, type PreparedMetric, prepareMetric } from './measure-metric.ts';
import { readMeters } from './meter.ts';
import type { Over } from './resolve-over.ts';
import type { RunData, SeriesTotals } from './run-data.ts';
import type { TimeRange } from './time-range.ts';

/** A metric that is taken apart by its labels. */
export interface PartsQuestion {
  metric: string;
  /** Such as `{job="api"}`, or ''. */
  selector: string;
  /** Null takes what is usual for the kind of the metric. */
  aggregate: string | null;
  /** Whether the values of parts must add up to that of the whole. */
  isSum: boolean;
  /** What observations of one part have in common: those of a distribution are put together before anything is told of them. */
  labels: readonly string[];
}

export interface MetricParts {
  kind: SeriesKind;
  aggregate: string;
  unit: string | null;
  /** How many observations stand behind them. */
  samples: number;
  values: LabelledValue[];
}

export interface SteppedParts extends Pick<MetricParts, 'kind' | 'aggregate' | 'unit'> {
  range: TimeRange;
  stepMs: number;
  /** The beginnings of the steps, unix milliseconds. */
  times: number[];
  parts: { labels: Readonly<Record<string, string>>; values: (number | null)[] }[];
}

/** What most people ask of a metric of a kind, and what they ask of it when parts are to add up. */
const usual: Readonly<Record<SeriesKind, { one: string; sum: string }>> = {
  gauge: { one: 'avg', sum: 'avg' },
  cumulative: { one: 'rate', sum: 'rate' },
  delta: { one: 'rate', sum: 'rate' },
  ratio: { one: 'share', sum: 'count' },
  distribution: { one: 'p95', sum: 'rate' },
};

/** The value of each part of a metric over a window. A note says why there is none. */
export async function measureParts(
  question: PartsQuestion,
  over: Over,
  data: RunData,
): Promise<MetricParts | { note: string }> {
  const metric = await prepare(question, over, data);
  if ('note' in metric) return metric;
  const parts = takeApart(metric, question.labels).map(({ labels, totals }) => ({
    labels,
    meter: measureMetric(metric, { totals, hasSpread: false }),
  }));
  if (metric.range !== null)
    await readMeters(
      parts.map(({ meter }) => meter),
      metric.totals,
      metric.range,
      data,
    );
  const measured = parts.map(({ labels, meter }) => ({ labels, ...meter.result() }));
  const why = measured.flatMap((part) => (part.value === null ? [part.note] : []))[0];
  if (measured.every(({ value }) => value === null)) return { note: why ?? 'no data in this range' };
  return {
    ...describe(metric),
    samples: measured.reduce((sum, { samples }) => sum + samples, 0),
    values: measured.map(({ labels, value }) => ({ labels, value })),
  };
}

/** Parts of a metric over time, in at most so many steps; a step without data is null, or 0 where events are counted. */
export async function stepParts(
  question: PartsQuestion,
  over: Over,
  steps: number,
  data: RunData,
): Promise<SteppedParts | { note: string }> {
  const metric = await prepare(question, over, data);
  if ('note' in metric) return metric;
  const { range, totals, factor, kind } = metric;
  if (range === null) return { note: 'the run has no data and no times' };
  if (totals.every(({ reported }) => reported !== null))
    return { note: 'a summary has no points in time, so only the whole run can be measured' };
  const startMs = Math.floor(range.fromMs / bucketMs) * bucketMs;
  const stepMs = chooseStep(range, metric, steps);
  const count = Math.max(1, Math.ceil((range.toMs - startMs) / stepMs));
  const parts = takeApart(metric, question.labels).map(({ labels, totals: own }) => ({
    labels,
    meter: meterSteps(metric, own, { startMs, stepMs, count, range }),
  }));
  await readMeters(
    parts.map(({ meter }) => meter),
    totals,
    range,
    data,
  );
  const isCounted = kind !== 'gauge' && kind !== 'cumulative' && isAdditive(metric.aggregate);
  return {
    ...describe(metric),
    range,
    stepMs,
    times: Array.from({ length: count }, (_, index) => startMs + index * stepMs),
    parts: parts.map(({ labels, meter }) => ({
      labels,
      values: meter.values().map((value) => (value === null ? (isCounted ? 0 : null) : value * factor)),
    })),
  };
}

/** The same as lines, for a breakdown. */
export function toLines({ times, parts }: SteppedParts): LabelledSeries[] {
  return parts.map(({ labels, values }) => ({
    labels,
    points: values.flatMap((value, index) => (value === null ? [] : [{ timeMs: times[index] ?? 0, value }])),
  }));
}

/** Whether values of parts make that of the whole by adding them up. */
export const isAdditive = (aggregate: string): boolean =>
  ['avg', 'last', 'sum', 'rate', 'increase', 'count'].includes(aggregate);

async function prepare(
  { metric, selector, aggregate, isSum }: PartsQuestion,
  { name, range }: Over,
  data: RunData,
): Promise<PreparedMetric | { note: string }> {
  const definition = { over: name, balance: null, unit: null, better: 'none' } as const;
  const ask = (wanted: string) =>
    prepareMetric(
      { ...definition, of: { kind: 'metric', metric, selector, aggregate: wanted } },
      range,
      data,
    );
  const found = await ask(aggregate ?? 'count');
  if ('note' in found || aggregate !== null) return found;
  return ask(usual[found.kind][isSum ? 'sum' : 'one']);
}

const describe = ({ kind, aggregate, unit }: PreparedMetric) => ({ kind, aggregate, unit });

/** Levels and counters are each a part; observations with the same labels are one, because percentiles do not add up. */
function takeApart(
  { kind, totals }: PreparedMetric,
  labels: readonly string[],
): { labels: Readonly<Record<string, string>>; totals: SeriesTotals[] }[] {
  if (kind !== 'distribution' && kind !== 'ratio')
    return totals.map((one) => ({ labels: one.labels, totals: [one] }));
  const keyOf = (one: SeriesTotals) => labels.map((name) => one.labels[name] ?? null);
  return [...Map.groupBy(totals, (one) => JSON.stringify(keyOf(one))).values()].map((group) => ({
    labels: Object.fromEntries(
      labels.flatMap((name) => {
        const value = group[0]?.labels[name];
        return value === undefined ? [] : [[name, value]];
      }),
    ),
    totals: group,
  }));
}

/** Steps of whole seconds, each with several samples of a counter from which to tell its rate. */
function chooseStep({ fromMs, toMs }: TimeRange, { kind, totals }: PreparedMetric, steps: number): number {
  const intervals = totals.flatMap(({ firstMs, lastMs, count }) =>
    firstMs === null || lastMs === null || count < 2 ? [] : [(lastMs - firstMs) / (count - 1)],
  );
  const interval = kind === 'gauge' || kind === 'cumulative' ? (median(intervals) ?? 0) : 0;
  const least = Math.max((toMs - fromMs) / steps, interval * (kind === 'cumulative' ? 4 : 1));
  return Math.max(1, Math.ceil(least / bucketMs)) * bucketMs;
}

function meterSteps(
  { kind, aggregate }: PreparedMetric,
  totals: readonly SeriesTotals[],
  {
    startMs,
    stepMs,
    count,
    range: { endBucketMs, holdsEnd },
  }: { startMs: number; stepMs: number; count: number; range: TimeRange },
) {
  const aggregators: (Aggregator | undefined)[] = Array.from({ length: count });
  const open = (step: number): Aggregator => {
    const fromMs = startMs + step * stepMs;
    const toMs = fromMs + stepMs;
    const isLast = step === count - 1;
    const range = {
      ...{ fromMs, toMs, firstBucketMs: fromMs, holdsEnd: isLast && holdsEnd },
      endBucketMs: isLast ? Math.max(toMs, endBucketMs) : toMs,
    };
    return createAggregator({ kind, range, aggregates: [aggregate], hasSpread: false });
  };
  return {
    series: new Set(totals.map(({ seriesId }) => seriesId)),
    add(seriesId: number, points: Parameters<Aggregator['add']>[1]) {
      const [first, last] = [points.times[0], points.times.at(-1)];
      if (first === undefined || last === undefined) return;
      // The growth of a counter ends with the sample that begins the next step.
      const before = kind === 'cumulative' ? 1 : 0;
      const from = Math.min(count, Math.max(0, Math.floor((first - startMs) / stepMs) - before));
      const to = Math.min(count - 1, Math.floor((last - startMs) / stepMs));
      for (let step = from; step <= to; step++) {
        const aggregator = aggregators[step] ?? open(step);
        aggregators[step] = aggregator;
        aggregator.add(seriesId, points);
      }
    },
    values: (): (number | null)[] =>
      aggregators.map((aggregator) => aggregator?.result(aggregate).value ?? null),
  };
}
