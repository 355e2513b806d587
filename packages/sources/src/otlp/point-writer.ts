import { type SeriesRef, Sketch, sketchOfHistogram, sketchOfIntervals } from '@proofload/series';
import { exponentialIntervals } from './exponential-intervals.ts';
import { findK6Share } from './k6-share.ts';
import type { KnownSeries, OtlpSink } from './known-series.ts';
import type {
  ExponentialPoint,
  HistogramPoint,
  NumberPoint,
  OtlpMetric,
  OtlpPoint,
  SummaryPoint,
} from './otlp-model.ts';
import { unitOfUcum } from './ucum.ts';

/** The scope under which k6 exports its metrics. */
const k6Scope = 'k6';

/** Writes points that can be stored into a sink. */
export class PointWriter {
  /** Numbers that went into the sink since `restart`; of a sketch, its bins. */
  numbers = 0;
  readonly #sink: OtlpSink;
  #runStartMs = Number.POSITIVE_INFINITY;

  constructor(sink: OtlpSink) {
    this.#sink = sink;
  }

  /** @param runStartMs counters that began after it were zero then */
  restart(runStartMs: number): void {
    this.numbers = 0;
    this.#runStartMs = runStartMs;
  }

  write(metric: OtlpMetric, point: OtlpPoint, known: KnownSeries): void {
    const unit = unitOfUcum(metric.unit);
    switch (point.type) {
      case 'number':
        this.#writeNumber(metric, point, known, unit);
        break;
      case 'histogram':
        this.#writeHistogram(metric, point, known, unit);
        break;
      case 'exponential':
        this.#writeExponential(metric, point, known, unit);
        break;
      case 'summary':
        this.#writeSummary(point, known, unit);
    }
  }

  #writeNumber(metric: OtlpMetric, point: NumberPoint, known: KnownSeries, unit: string | null): void {
    const value = point.value ?? 0;
    if (metric.isSum && metric.temporality === 'delta') {
      if (metric.scope === k6Scope && this.#writeK6Share(point, known)) return;
      this.#add(known.ref('', 'delta', unit), point.timeMs, value);
    } else if (metric.isSum && metric.isMonotonic) {
      this.#addTotal(known.ref('', 'cumulative', unit), point.timeMs, value, this.#zeroOf(point, known));
    } else this.#add(known.ref('', 'gauge', unit), point.timeMs, value);
  }

  /** @returns false when the point is none of a rate */
  #writeK6Share({ timeMs, value }: NumberPoint, known: KnownSeries): boolean {
    known.share ??= this.#openShare(known);
    if (known.share === 'none' || value === null || !Number.isSafeInteger(value) || value < 0) return false;
    const { ref, isHit } = known.share;
    const observed = isHit ? 1 : 0;
    const observations = [{ low: observed, high: observed, count: value }];
    this.#sink.addSketch(
      ref,
      timeMs,
      sketchOfIntervals(observations, { sum: observed * value, min: null, max: null }),
    );
    this.numbers += 1;
    return true;
  }

  #openShare(known: KnownSeries): NonNullable<KnownSeries['share']> {
    const share = findK6Share(known.metric, known.labels);
    if (share === null) return 'none';
    const { metric, labels, isHit } = share;
    return { ref: this.#sink.series({ metric, kind: 'ratio', unit: null, labels }), isHit };
  }

  #writeHistogram(metric: OtlpMetric, point: HistogramPoint, known: KnownSeries, unit: string | null): void {
    const { timeMs, count, sum, bucketCounts, bounds } = point;
    const kind = totalKind(metric);
    const zeroMs = kind === 'delta' ? null : this.#zeroOf(point, known);
    this.#addTotal(known.ref('_count', kind, null), timeMs, count, zeroMs);
    if (isKnown(sum)) this.#addTotal(known.ref('_sum', kind, unit), timeMs, sum, zeroMs);
    this.#addEdges(point, known, unit);
    if (bucketCounts.length === 0) return;
    let below = 0;
    for (const [at, ref] of known.buckets(bounds, kind).entries()) {
      below += bucketCounts[at] ?? 0;
      this.#addTotal(ref, timeMs, below, zeroMs);
    }
  }

  #writeExponential(
    metric: OtlpMetric,
    point: ExponentialPoint,
    known: KnownSeries,
    unit: string | null,
  ): void {
    const { timeMs, count, sum } = point;
    const kind = totalKind(metric);
    const zeroMs = kind === 'delta' ? null : this.#zeroOf(point, known);
    this.#addTotal(known.ref('_count', kind, null), timeMs, count, zeroMs);
    if (isKnown(sum)) this.#addTotal(known.ref('_sum', kind, unit), timeMs, sum, zeroMs);
    if (kind === 'cumulative') {
      this.#addEdges(point, known, unit);
      this.#addCounted(point, known.ref('', 'distribution', unit), zeroMs);
      return;
    }
    if (count === 0) return;
    const sketch = estimate(point);
    this.#sink.addSketch(known.ref('', 'distribution', unit), timeMs, sketch);
    this.numbers += sketch.bins().keys.length;
  }

  /** Everything that was observed since some start, of which the store counts what came between two points. */
  #addCounted(point: ExponentialPoint, ref: SeriesRef, zeroMs: number | null): void {
    if (zeroMs !== null) this.#sink.addCounted(ref, zeroMs, new Sketch());
    const sum = finite(point.sum) ?? estimate(point).sum;
    const sketch = sketchOfHistogram(exponentialIntervals(point), sum);
    this.#sink.addCounted(ref, point.timeMs, sketch);
    this.numbers += sketch.bins().keys.length;
  }

  #writeSummary(point: SummaryPoint, known: KnownSeries, unit: string | null): void {
    const { timeMs, count, sum, quantiles } = point;
    const zeroMs = this.#zeroOf(point, known);
    this.#addTotal(known.ref('_count', 'cumulative', null), timeMs, count, zeroMs);
    if (Number.isFinite(sum)) this.#addTotal(known.ref('_sum', 'cumulative', unit), timeMs, sum, zeroMs);
    for (const { quantile, value } of quantiles) this.#add(known.quantile(quantile, unit), timeMs, value);
  }

  /** Least and greatest value, of the interval or since the start, as the temporality has it. */
  #addEdges(point: HistogramPoint | ExponentialPoint, known: KnownSeries, unit: string | null): void {
    const { min, max } = edgesOf(point);
    if (min !== null) this.#add(known.ref('_min', 'gauge', unit), point.timeMs, min);
    if (max !== null) this.#add(known.ref('_max', 'gauge', unit), point.timeMs, max);
  }

  /**
   * When a counter was zero, if that was during the run and was not said before: growth is counted from there. One that
   * is exported in the very millisecond in which it began, as k6 does now and then, was zero in the one before; one that
   * begins at the very time of its point began nobody knows when (OTLP, unknown start time).
   */
  #zeroOf({ startMs, timeMs }: OtlpPoint, known: KnownSeries): number | null {
    const isNew = startMs !== known.startMs;
    known.startMs = startMs;
    if (!isNew || startMs < this.#runStartMs || startMs >= timeMs) return null;
    return Math.min(Math.round(startMs), Math.round(timeMs) - 1);
  }

  #addTotal(ref: SeriesRef, timeMs: number, value: number, zeroMs: number | null): void {
    if (zeroMs !== null) this.#add(ref, zeroMs, 0);
    this.#add(ref, timeMs, value);
  }

  #add(ref: SeriesRef, timeMs: number, value: number): void {
    this.#sink.add(ref, timeMs, value);
    this.numbers += 1;
  }
}

const totalKind = ({ temporality }: OtlpMetric): 'delta' | 'cumulative' =>
  temporality === 'delta' ? 'delta' : 'cumulative';

const estimate = (point: ExponentialPoint): Sketch =>
  sketchOfIntervals(exponentialIntervals(point), { sum: finite(point.sum), ...edgesOf(point) });

const isKnown = (value: number | null): value is number => value !== null && Number.isFinite(value);
const finite = (value: number | null): number | null => (isKnown(value) ? value : null);

/** Extremes that are numbers and in order; some senders write zeros or infinities where they know none. */
function edgesOf(point: HistogramPoint | ExponentialPoint): { min: number | null; max: number | null } {
  const [min, max] = [finite(point.min), finite(point.max)];
  const isEmpty = point.count === 0 || (min !== null && max !== null && min > max);
  return isEmpty ? { min: null, max: null } : { min, max };
}
