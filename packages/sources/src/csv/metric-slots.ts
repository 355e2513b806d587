import { ProofloadError } from '@proofload/domain';
import type { SampleSink, SeriesKind, SeriesRef } from '@proofload/series';
import { SeriesMemory } from '../stream/series-memory.ts';

/** As many as a sink takes. */
const maxMetrics = 5_000;

interface Metric {
  kind: SeriesKind;
  unit: string | null;
}

/** What the metrics of a file are, and their series. The first word on a metric stands: what was stored cannot change. */
export class MetricSlots {
  readonly #metrics = new Map<string, Metric>();
  readonly #memory = new SeriesMemory();
  readonly #sink: SampleSink;

  constructor(sink: SampleSink) {
    this.#sink = sink;
  }

  /** @returns the metric as it was first declared */
  declare(name: string, kind: SeriesKind, unit: string | null): Metric {
    const known = this.#metrics.get(name);
    if (known) return known;
    if (this.#metrics.size >= maxMetrics) {
      const message = `expected at most ${maxMetrics} metrics`;
      throw new ProofloadError('too-large', `There are too many metrics: ${message}`, {
        fields: [{ field: 'body', message }],
      });
    }
    const metric = { kind, unit };
    this.#metrics.set(name, metric);
    return metric;
  }

  /** @param labelsKey stands for the labels */
  find(
    name: string,
    { kind, unit }: Metric,
    labelsKey: string,
    readLabels: () => Readonly<Record<string, string>>,
  ): SeriesRef {
    return this.#memory.find(`${name}\0${labelsKey}`, () =>
      this.#sink.series({ metric: name, kind, unit, labels: readLabels() }),
    );
  }
}
