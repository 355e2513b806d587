import { type SampleSink, type SeriesRef, Sketch, sketchOfHistogram } from '@proofload/series';
import { unitOfName } from '../scrape/exposition-types.ts';
import { bucketsOf, type NativeHistogram, resetHints } from './native-histogram.ts';

export type HistogramSink = Pick<SampleSink, 'series' | 'add' | 'addCounted'>;

/** Series of one histogram: count and sum as classic histograms have them, and the distribution itself. */
export interface HistogramRefs {
  count: SeriesRef;
  sum: SeriesRef;
  distribution: SeriesRef;
}

interface Named {
  metric: string;
  labels: Readonly<Record<string, string>>;
}

/** @param unit of the observations; by the name of the metric when nobody says it */
export function openHistogram(
  sink: HistogramSink,
  { metric, labels }: Named,
  unit: string | null = unitOfName(metric),
): HistogramRefs {
  return {
    count: sink.series({ metric: `${metric}_count`, kind: 'cumulative', unit: null, labels }),
    sum: sink.series({ metric: `${metric}_sum`, kind: 'cumulative', unit, labels }),
    distribution: sink.series({ metric, kind: 'distribution', unit, labels }),
  };
}

/**
 * Writes a sample of a native histogram. One that is a level (a gauge histogram) does not say what came when, so of it
 * count and sum are written alone, as of one whose buckets cannot be read.
 * @returns why there is no distribution, or null
 */
export function writeHistogram(
  sink: HistogramSink,
  refs: HistogramRefs,
  histogram: NativeHistogram,
): string | null {
  const { timeMs, count, sum, resetHint } = histogram;
  sink.add(refs.count, timeMs, count);
  sink.add(refs.sum, timeMs, sum);
  if (resetHint === resetHints.gauge) return null;
  const buckets = bucketsOf(histogram);
  if ('problem' in buckets) return buckets.problem;
  // It may have more observations again than before it began anew.
  if (resetHint === resetHints.reset) sink.addCounted(refs.distribution, timeMs - 1, new Sketch());
  sink.addCounted(refs.distribution, timeMs, sketchOfHistogram(buckets, sum));
  return null;
}
