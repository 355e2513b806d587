import { ProofloadError } from '@proofload/domain';
import type { SeriesKind } from '@proofload/series';

/** As many as a sink takes. */
const maxMetrics = 5_000;

interface Metric {
  kind: SeriesKind;
  unit: string | null;
}

/** What the metrics of a file are. The first word on a metric stands: what was stored cannot change. */
export class MetricSlots {
  readonly #metrics = new Map<string, Metric>();
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
}
