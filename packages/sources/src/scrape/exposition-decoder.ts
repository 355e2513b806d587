import type { SampleSink, SeriesRef } from '@proofload/series';
import { type HistogramRefs, openHistogram } from '../native-histogram/write-histogram.ts';
import { invalidLine } from '../stream/invalid-line.ts';
import { LineSplitter } from '../stream/line-splitter.ts';
import { type ExpositionType, expositionTypes, kindOfSample, unitOfName } from './exposition-types.ts';
import { headLength, readHead, readTail } from './sample-line.ts';

export interface ExpositionOptions {
  /** Labels that every series gets, unless it has them: `job` and `instance` of a scrape. */
  labels: Readonly<Record<string, string>>;
  /** Names to keep, `*` at the end as a wildcard; all when empty. */
  keep: readonly string[];
}

/** Characters of heads and of declared names that are remembered before the memory of them is cleared. */
const maxRemembered = 32 * 1024 ** 2;
/** Heads of native histograms that are remembered. */
const maxHistograms = 10_000;
/** What an entry takes besides its characters. */
const perEntry = 100;

/**
 * Finds the series of exposed samples, remembering them between scrapes. Null for metrics that are not kept.
 * One per sink.
 */
export class ExpositionSeries {
  readonly #types = new Map<string, ExpositionType>();
  readonly #byHead = new Map<string, SeriesRef | null>();
  readonly #histograms = new Map<string, HistogramRefs | null>();
  readonly #sink: SampleSink;
  readonly #options: ExpositionOptions;
  #remembered = 0;
  #declared = 0;

  constructor(sink: SampleSink, options: ExpositionOptions) {
    this.#sink = sink;
    this.#options = options;
  }

  declare(name: string, type: ExpositionType): void {
    if (!this.#types.has(name)) {
      this.#declared += name.length + perEntry;
      if (this.#declared > maxRemembered) {
        this.#types.clear();
        this.#declared = name.length + perEntry;
      }
    }
    this.#types.set(name, type);
  }

  /** @throws `invalid` naming the line when the head is malformed */
  find(head: string, line: number): SeriesRef | null {
    const known = this.#byHead.get(head);
    if (known !== undefined) return known;
    const read = readHead(head);
    if ('expected' in read) throw invalidLine(line, read.expected);
    const ref = this.#isKept(read.name) ? this.#open(read.name, read.labels) : null;
    this.#remembered += head.length + perEntry;
    if (this.#remembered > maxRemembered) {
      this.#byHead.clear();
      this.#remembered = head.length + perEntry;
    }
    this.#byHead.set(head, ref);
    return ref;
  }

  /** The series of a native histogram. @throws as `find` */
  findHistogram(head: string, line: number): HistogramRefs | null {
    const known = this.#histograms.get(head);
    if (known !== undefined) return known;
    const read = readHead(head);
    if ('expected' in read) throw invalidLine(line, read.expected);
    const refs = this.#isKept(read.name)
      ? openHistogram(this.#sink, { metric: read.name, labels: this.#labelsOf(read.labels) })
      : null;
    if (this.#histograms.size >= maxHistograms) this.#histograms.clear();
    this.#histograms.set(head, refs);
    return refs;
  }

  #open(metric: string, own: ReadonlyMap<string, string>): SeriesRef {
    return this.#sink.series({
      metric,
      kind: kindOfSample(metric, this.#types),
      unit: unitOfName(metric),
      labels: this.#labelsOf(own),
    });
  }

  #labelsOf(own: ReadonlyMap<string, string>): Record<string, string> {
    return { ...this.#options.labels, ...Object.fromEntries(own) };
  }

  #isKept(name: string): boolean {
    const { keep } = this.#options;
    const matches = (pattern: string): boolean =>
      pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
    return keep.length === 0 || keep.some(matches);
  }
}

/** Receives samples in their order. `timeMs` is null for those without a timestamp. */
export type ExposedSampleReader = (ref: SeriesRef, timeMs: number | null, value: number) => void;

/** Reads the Prometheus text format 0.0.4 and OpenMetrics text 1.0 as they arrive. Values that are NaN are gaps. */
export class ExpositionDecoder {
  samples = 0;
  /** Whether OpenMetrics' end was seen; without it, a text in that format was cut off. */
  hasEnd = false;
  readonly #splitter = new LineSplitter((bytes, start, end, line) =>
    this.#readLine(bytes.toString('utf8', start, end), line),
  );
  readonly #series: ExpositionSeries;
  readonly #onSample: ExposedSampleReader;

  constructor(series: ExpositionSeries, onSample: ExposedSampleReader) {
    this.#series = series;
    this.#onSample = onSample;
  }

  get lines(): number {
    return this.#splitter.lines;
  }

  /** Throws `invalid` or `too-large` naming the line; the samples before it have been given. */
  write(chunk: Uint8Array): void {
    this.#splitter.push(chunk);
  }

  end(): void {
    this.#splitter.end();
  }

  #readLine(text: string, line: number): void {
    if (text.startsWith('#')) {
      this.#readComment(text, line);
      return;
    }
    if (text.trim() === '') return;
    const length = headLength(text);
    if (length <= 0) throw invalidLine(line, 'expected a metric name, labels and a value');
    const ref = this.#series.find(text.slice(0, length), line);
    const tail = readTail(text.slice(length));
    if ('expected' in tail) throw invalidLine(line, tail.expected);
    if (ref === null || Number.isNaN(tail.value)) return;
    this.samples += 1;
    this.#onSample(ref, tail.timeMs, tail.value);
  }

  #readComment(text: string, line: number): void {
    if (text === '# EOF') this.hasEnd = true;
    const declared = /^#[ \t]+TYPE[ \t]+("(?:[^"\\]|\\.)*"|\S+)[ \t]+(\S+)[ \t]*$/.exec(text);
    if (declared === null) return;
    const [, name = '', type = ''] = declared;
    const known = expositionTypes.find((candidate) => candidate === type);
    if (known === undefined) throw invalidLine(line, `expected a type of ${expositionTypes.join(', ')}`);
    this.#series.declare(name.startsWith('"') ? name.slice(1, -1) : name, known);
  }
}
