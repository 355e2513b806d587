import type { SeriesKind } from '@proofload/series';
import { createAggregator } from './create-aggregator.ts';
import { distinctSeries } from './distinct-series.ts';
import { readMeters } from './meter.ts';
import { aggregateUnit, metricUnit } from './metric-unit.ts';
import type { RunData, SeriesSelector, SeriesTotals } from './run-data.ts';
import type { TimeRange } from './time-range.ts';

/** Figures of series that have the same labels where they are kept apart. */
export interface SeriesSummary {
  labels: Record<string, string>;
  kind: SeriesKind;
  series: number;
  /** By aggregate; a note says why there is no value. */
  figures: Record<
    string,
    { value: number | null; unit: string | null; samples: number; note: string | null }
  >;
}

/**
 * Aggregates of a metric over any part of a run, group by group. Percentiles are those of all observations of the group
 * in the range, from merged sketches (0.5 %) or the samples themselves.
 * @param by labels to keep apart; null keeps every series apart
 */
export async function summariseSeries(
  selector: SeriesSelector,
  { by, aggregates }: { by: readonly string[] | null; aggregates: readonly string[] },
  range: TimeRange,
  data: RunData,
): Promise<SeriesSummary[]> {
  const series = distinctSeries(await data.listSeries(selector));
  const groups = Map.groupBy(
    series,
    (one) => `${one.kind}\0${JSON.stringify(Object.entries(keep(one, by)).sort())}`,
  );
  const summaries = [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const aggregator = createAggregator({ kind: first.kind, range, aggregates, hasSpread: false });
    const ids = new Set(group.map(({ seriesId }) => seriesId));
    return [{ first, size: group.length, aggregator, meter: { series: ids, add: aggregator.add } }];
  });
  await readMeters(
    summaries.map(({ meter }) => meter),
    series,
    range,
    data,
  );
  return summaries.map(({ first, size, aggregator }) => {
    const own = metricUnit(first.metric, first.unit);
    const figures = aggregates.map((aggregate) => {
      const result = aggregator.result(aggregate);
      const unit = aggregateUnit(own, first.kind, aggregate) || null;
      const note = result.value === null ? result.note : null;
      return [aggregate, { value: result.value, unit, samples: result.samples, note }] as const;
    });
    return {
      labels: keep(first, by),
      kind: first.kind,
      series: size,
      figures: Object.fromEntries(figures),
    };
  });
}

function keep({ labels }: SeriesTotals, by: readonly string[] | null): Record<string, string> {
  if (by === null) return { ...labels };
  return Object.fromEntries(
    by.flatMap((name) => (labels[name] === undefined ? [] : [[name, labels[name]] as const])),
  );
}
