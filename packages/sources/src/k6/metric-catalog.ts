import { ProofloadError } from '@proofload/domain';
import type { SampleSink, SeriesKind, SeriesRef } from '@proofload/series';
import { plainText } from '../stream/plain-text.ts';
import { builtInMetric, type K6Metric } from './k6-metrics.ts';

/** Characters of tags by which series are found before the memory of them is cleared; each series counts as some more. */
const maxRemembered = 32 * 1024 ** 2;
const perSeries = 100;
/** Characters that the names of all metrics may take. */
const maxNames = 4 * 1024 ** 2;

/** A metric as the decoders meet it: what it is, and its series by the text of their tags. */
export interface MetricSlot extends K6Metric {
  name: string;
  byTags: Map<string, SeriesRef>;
}

/** What is known of each metric of one k6 output, from its declarations or from its name. */
export class MetricCatalog {
  readonly #slots = new Map<string, MetricSlot>();
  readonly #guessed = new Set<string>();
  readonly #sink: SampleSink;
  #remembered = 0;
  #names = 0;

  constructor(sink: SampleSink) {
    this.#sink = sink;
  }

  /** Notes what a metric is. The first word stands: values that were stored cannot change their kind. */
  declare(name: string, kind: SeriesKind, unit: string | null): void {
    if (!this.#slots.has(name)) this.#keep({ name, kind, unit, byTags: new Map() });
  }

  find(name: string): MetricSlot {
    const known = this.#slots.get(name);
    if (known) return known;
    const metric = builtInMetric(name);
    if (metric === null) this.#guessed.add(name);
    // A trend keeps most of what a value can tell: count, sum, extremes and percentiles.
    return this.#keep({ name, ...(metric ?? { kind: 'distribution', unit: null }), byTags: new Map() });
  }

  #keep(slot: MetricSlot): MetricSlot {
    this.#names += slot.name.length + perSeries;
    if (this.#names > maxNames) {
      const message = 'expected fewer metrics, with shorter names';
      throw new ProofloadError('too-large', `There are too many metrics: ${message}`, {
        fields: [{ field: 'body', message }],
      });
    }
    this.#slots.set(slot.name, slot);
    return slot;
  }

  /** The series of a metric with these tags, remembered under `text`, which must stand for the tags. */
  open(slot: MetricSlot, text: string, tags: Readonly<Record<string, string>>): SeriesRef {
    const ref = this.#sink.series({
      metric: slot.name,
      kind: slot.kind,
      unit: slot.unit,
      labels: toLabels(tags),
    });
    if (this.#remembered >= maxRemembered) this.#forget();
    slot.byTags.set(text, ref);
    this.#remembered += text.length + perSeries;
    return ref;
  }

  warnings(): string[] {
    if (this.#guessed.size === 0) return [];
    const names = Array.from(this.#guessed)
      .slice(0, 10)
      .map((name) => plainText(name, 100))
      .join(', ');
    const more = this.#guessed.size > 10 ? ` and ${this.#guessed.size - 10} more` : '';
    return [`The type of ${names}${more} is not in the data; values were taken as those of a trend`];
  }

  #forget(): void {
    for (const slot of this.#slots.values()) slot.byTags.clear();
    this.#remembered = 0;
  }
}

/** k6 repeats the name of a request in `url` when the script names it; only a URL of its own is worth a label. */
function toLabels(tags: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(tags).filter(([name, value]) => {
    return value !== '' && !(name === 'url' && value === tags.name);
  });
  return Object.fromEntries(entries);
}
