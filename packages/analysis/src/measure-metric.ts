import { type MeasurementDefinition, parseSelector } from '@proofload/domain';
import type { SeriesKind } from '@proofload/series';
import { aggregateTotals } from './aggregate-totals.ts';
import { type Aggregated, noData } from './aggregated.ts';
import { createAggregator } from './create-aggregator.ts';
import { distinctSeries } from './distinct-series.ts';
import type { Meter } from './meter.ts';
import { aggregateUnit, metricUnit, unitFactor } from './metric-unit.ts';
import type { RunData, SeriesTotals } from './run-data.ts';
import { spanOf, type TimeRange, wholeRange } from './time-range.ts';

type MetricDefinition = MeasurementDefinition & { of: { kind: 'metric' } };

/** A metric whose series were found, to be aggregated in the unit that its author wants. */
export interface PreparedMetric {
  kind: SeriesKind;
  aggregate: string;
  totals: readonly SeriesTotals[];
  /** Null when nothing tells the times of the run. */
  range: TimeRange | null;
  /** Null for the whole run. */
  window: string | null;
  spans: Readonly<Record<string, { fromMs: number; toMs: number }>>;
  unit: string | null;
  /** From the unit of the metric to `unit`. */
  factor: number;
  notes: readonly string[];
}

/** Finds the series of a measurement. @param range null for the whole run */
export async function prepareMetric(
  { of, over, unit: wanted }: MetricDefinition,
  range: TimeRange | null,
  data: RunData,
): Promise<PreparedMetric | { note: string }> {
  const found = distinctSeries(await data.listSeries(parseSelector(`${of.metric}${of.selector}`)));
  const kind = found[0]?.kind;
  if (kind === undefined) return { note: `the run has no data of ${of.metric}${of.selector}` };
  const totals = found.filter((series) => series.kind === kind);
  const own = aggregateUnit(metricUnit(of.metric, totals[0]?.unit ?? null), kind, of.aggregate);
  const factor = unitFactor(own, wanted ?? '');
  if (factor === null) return { note: `${of.metric} is in ${own}, which does not convert to ${wanted}` };
  const spans = await data.readSpans();
  const span = spanOf(totals.flatMap(({ origin }) => spans[origin] ?? []));
  return {
    kind,
    aggregate: of.aggregate,
    totals,
    range: range ?? (span === null ? null : wholeRange(span.fromMs, span.toMs)),
    window: over,
    spans,
    unit: wanted ?? (own === '' ? null : own),
    factor,
    notes: mixNotes(found, totals),
  };
}

/** Tells the value of a metric, once it was given the points that it asks for. */
export interface MetricMeter extends Meter {
  result(): Aggregated;
}

/**
 * Measures a metric, converted. Over the whole run it comes from the exact totals of the series where these suffice, and
 * then no point is asked for.
 * @param totals some of its series
 */
export function measureMetric(
  metric: PreparedMetric,
  {
    totals = metric.totals,
    hasSpread = true,
  }: { totals?: readonly SeriesTotals[]; hasSpread?: boolean } = {},
): MetricMeter {
  const { kind, aggregate, range, window, spans, factor } = metric;
  const exact = window === null ? aggregateTotals(totals, aggregate, spans) : null;
  const isMissing =
    exact === null || (exact.value !== null && exact.spread === null && hasSpread && spreads(metric));
  const aggregator =
    range && isMissing ? createAggregator({ kind, range, aggregates: [aggregate], hasSpread }) : null;
  let hasPoints = false;
  return {
    series: new Set(aggregator === null ? [] : totals.map(({ seriesId }) => seriesId)),
    add(seriesId, points) {
      hasPoints ||= points.times.length > 0;
      aggregator?.add(seriesId, points);
    },
    result() {
      const fromPoints = aggregator !== null && hasPoints ? aggregator.result(aggregate) : noData();
      if (exact?.value != null)
        return convert({ ...exact, spread: exact.spread ?? fromPoints.spread }, factor);
      if (totals.some(({ reported }) => reported !== null)) return noData(0, sayUnreported(metric));
      return convert(exact ?? fromPoints, factor);
    },
  };
}

/** Whether points have a spread where totals have none: amounts have no spread. */
function spreads({ kind, aggregate }: PreparedMetric): boolean {
  return aggregate !== 'count' && (kind === 'gauge' || (aggregate !== 'sum' && aggregate !== 'increase'));
}

function sayUnreported({ window, aggregate, totals }: PreparedMetric): string {
  return window === null
    ? `a summary does not tell the ${aggregate} of ${totals[0]?.metric}`
    : 'a summary has no points in time, so only the whole run can be measured';
}

/** Measures each entity (a shard, a pod, a node) by the value of a label. Series without the label take no part. */
export function measureEntities(
  metric: PreparedMetric,
  label: string,
): { entity: string; meter: MetricMeter }[] {
  const byEntity = Map.groupBy(
    metric.totals.filter(({ labels }) => labels[label] !== undefined),
    ({ labels }) => labels[label] as string,
  );
  return [...byEntity]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([entity, totals]) => ({
      entity,
      meter: measureMetric(metric, { totals, hasSpread: false }),
    }));
}

export function convert(aggregated: Aggregated, factor: number): Aggregated {
  if (aggregated.value === null || factor === 1) return aggregated;
  const { value, samples, spread } = aggregated;
  const scaled = spread && {
    min: spread.min * factor,
    max: spread.max * factor,
    stddev: spread.stddev === null ? null : spread.stddev * factor,
  };
  return { value: value * factor, samples, spread: scaled };
}

function mixNotes(found: readonly SeriesTotals[], kept: readonly SeriesTotals[]): string[] {
  const others = found.length - kept.length;
  return others === 0 ? [] : [`${others} series of another kind than ${kept[0]?.kind} were left out`];
}
