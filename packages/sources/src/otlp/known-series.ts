import type { SampleSink, SeriesKind, SeriesRef } from '@proofload/series';
import type { Labels } from './otlp-model.ts';

export type OtlpSink = Pick<SampleSink, 'series' | 'add' | 'addSketch' | 'addCounted'>;

/** The series that the points of one metric with the same attributes become, opened when they are first needed. */
export class KnownSeries {
  readonly metric: string;
  readonly labels: Labels;
  /** When the sender began to count, as of the newest point. */
  startMs = Number.NaN;
  /** The share of hits that the points of a k6 rate tell about; undefined until it was looked for. */
  share: { ref: SeriesRef; isHit: boolean } | 'none' | undefined;
  readonly #sink: OtlpSink;
  readonly #refs = new Map<string, SeriesRef>();
  #bounds: readonly number[] = [];
  #buckets: readonly SeriesRef[] = [];

  constructor(sink: OtlpSink, metric: string, labels: Labels) {
    this.#sink = sink;
    this.metric = metric;
    this.labels = labels;
  }

  /** @param suffix of the name of the metric */
  ref(suffix: string, kind: SeriesKind, unit: string | null): SeriesRef {
    const known = this.#refs.get(suffix);
    if (known !== undefined) return known;
    const { labels } = this;
    const ref = this.#sink.series({ metric: `${this.metric}${suffix}`, kind, unit, labels });
    this.#refs.set(suffix, ref);
    return ref;
  }

  quantile(quantile: number, unit: string | null): SeriesRef {
    const key = `quantile ${quantile}`;
    const known = this.#refs.get(key);
    if (known !== undefined) return known;
    const labels = { ...this.labels, quantile: String(quantile) };
    const ref = this.#sink.series({ metric: this.metric, kind: 'gauge', unit, labels });
    this.#refs.set(key, ref);
    return ref;
  }

  /** A series for each bound, and one for infinity. */
  buckets(bounds: readonly number[], kind: SeriesKind): readonly SeriesRef[] {
    const isSame =
      this.#buckets.length === bounds.length + 1 && bounds.every((bound, at) => bound === this.#bounds[at]);
    if (isSame) return this.#buckets;
    this.#bounds = bounds;
    this.#buckets = [...bounds.map(String), '+Inf'].map((le) =>
      this.#sink.series({
        metric: `${this.metric}_bucket`,
        kind,
        unit: null,
        labels: { ...this.labels, le },
      }),
    );
    return this.#buckets;
  }
}
