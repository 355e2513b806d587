import { type MeasurementDefinition, parseSelector } from '@proofload/domain';
import type { Points, SeriesKind } from '@proofload/series';
import { aggregatePoints } from './aggregate-points.ts';
import { aggregateTotals } from './aggregate-totals.ts';
import { type Aggregated, noData } from './aggregated.ts';
import { distinctSeries } from './distinct-series.ts';
import { aggregateUnit, metricUnit, unitFactor } from './metric-unit.ts';
import type { RunData, SeriesTotals } from './run-data.ts';
import { spanOf, type TimeRange, wholeRange } from './time-range.ts';

type MetricDefinition = MeasurementDefinition & { of: { kind: 'metric' } };

/** A metric ready to be aggregated over any part of its range, in the unit that its author wants. */
export interface PreparedMetric {
  kind: SeriesKind;
  aggregate: string;
  totals: readonly SeriesTotals[];
  points: ReadonlyMap<number, Points>;
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

/** Finds and reads the series of a measurement. @param range null for the whole run */
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
  const within = range ?? (span === null ? null : wholeRange(span.fromMs, span.toMs));
  return {
    kind,
    aggregate: of.aggregate,
    totals,
    points: within === null ? new Map() : await readRange(totals, within, data),
    range: within,
    window: over,
    spans,
    unit: wanted ?? (own === '' ? null : own),
    factor,
    notes: mixNotes(found, totals),
  };
}

function readRange(totals: readonly SeriesTotals[], range: TimeRange, data: RunData) {
  const fromMs = Math.min(range.firstBucketMs, range.fromMs);
  // Samples at the very end of the range belong to it.
  return data.readPoints(totals, fromMs, Math.max(range.endBucketMs, range.toMs + 1));
}

/** The value of a metric, converted. Over the whole run it comes from the exact totals of the series where these suffice. */
export function measureMetric(metric: PreparedMetric, totals = metric.totals): Aggregated {
  const { kind, aggregate, range, window, spans, factor } = metric;
  const read = totals.flatMap(({ seriesId }) => metric.points.get(seriesId) ?? []);
  const hasPoints = range !== null && read.some(({ times }) => times.length > 0);
  const fromPoints = hasPoints ? aggregatePoints(kind, read, aggregate, range) : noData();
  const exact = window === null ? aggregateTotals(totals, aggregate, spans) : null;
  if (exact?.value != null) return convert({ ...exact, spread: exact.spread ?? fromPoints.spread }, factor);
  if (totals.some(({ reported }) => reported !== null)) {
    const note =
      window === null
        ? `a summary does not tell the ${aggregate} of ${totals[0]?.metric}`
        : 'a summary has no points in time, so only the whole run can be measured';
    return noData(0, note);
  }
  return convert(exact ?? fromPoints, factor);
}

/** The value over a part of the range, converted; used for the steps of an objective. */
export function measureStep(metric: PreparedMetric, step: TimeRange): Aggregated {
  const read = metric.totals.flatMap(({ seriesId }) => metric.points.get(seriesId) ?? []);
  return convert(aggregatePoints(metric.kind, read, metric.aggregate, step), metric.factor);
}

/** Values of each entity (a shard, a pod, a node), by the value of a label. Series without the label take no part. */
export function measureEntities(metric: PreparedMetric, label: string): { entity: string; value: number }[] {
  const entities = [...new Set(metric.totals.flatMap(({ labels }) => labels[label] ?? []))].sort();
  return entities.flatMap((entity) => {
    const { value } = measureMetric(
      metric,
      metric.totals.filter(({ labels }) => labels[label] === entity),
    );
    return value === null ? [] : [{ entity, value }];
  });
}

function convert(aggregated: Aggregated, factor: number): Aggregated {
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
