import type { SampleSink, SeriesKind, SeriesRef } from '@proofload/series';
import { builtInMetric, type K6Metric } from './k6-metrics.ts';

/** Series that are found by the text of their tags before the memory of them is cleared. */
const maxRemembered = 100_000;

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

  constructor(sink: SampleSink) {
    this.#sink = sink;
  }

  /** Notes what a metric is. The first word stands: values that were stored cannot change their kind. */
  declare(name: string, kind: SeriesKind, unit: string | null): void {
    if (!this.#slots.has(name)) this.#slots.set(name, { name, kind, unit, byTags: new Map() });
  }

  find(name: string): MetricSlot {
    const known = this.#slots.get(name);
    if (known) return known;
    const metric = builtInMetric(name);
    if (metric === null) this.#guessed.add(name);
    // A trend keeps most of what a value can tell: count, sum, extremes and percentiles.
    const slot = { name, ...(metric ?? { kind: 'distribution' as const, unit: null }), byTags: new Map() };
    this.#slots.set(name, slot);
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
    this.#remembered += 1;
    return ref;
  }

  warnings(): string[] {
    if (this.#guessed.size === 0) return [];
    const names = [...this.#guessed].slice(0, 10).join(', ');
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
