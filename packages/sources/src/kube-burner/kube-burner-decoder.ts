import type { SampleSink, SeriesKind, SeriesRef } from '@proofload/series';
import { kindOfName, unitOfName } from '../scrape/exposition-types.ts';
import { invalidLine } from '../stream/invalid-line.ts';
import { checkPiece, parseJson } from '../stream/json-piece.ts';
import { type JsonPiece, JsonSplitter } from '../stream/json-splitter.ts';
import { toMetricName } from '../stream/metric-name.ts';
import { plainText } from '../stream/plain-text.ts';
import { ReportedFigures } from '../stream/reported-figures.ts';
import type { ReportedSeries } from '../stream/reported-series.ts';
import type { ResultDecoder } from '../stream/result-decoder.ts';
import { Rfc3339Reader } from '../stream/rfc3339.ts';
import { SeriesMemory } from '../stream/series-memory.ts';
import { WarningList } from '../stream/warning-list.ts';
import {
  alertSchema,
  documentSchema,
  isLatency,
  type KubeBurnerDocument,
  msOfLatency,
  quantilesSchema,
  sampleSchema,
} from './kube-burner-documents.ts';

/** Kinds of documents without a figure that are named in a warning. */
const maxUnknown = 20;
/** A query that is nothing but a metric: what it gives is what the metric is. */
const bareMetric = /^\s*([A-Za-z_:][A-Za-z0-9_:]*)\s*(?:\{[^{}]*\}\s*)?$/;

/** Reads the files of kube-burner's local indexer: arrays of documents, each of which says itself what it is. */
export class KubeBurnerDecoder implements ResultDecoder {
  samples = 0;
  readonly #sink: SampleSink;
  readonly #splitter = new JsonSplitter(
    () => 'skip',
    (piece) => this.#read(piece),
  );
  readonly #memory = new SeriesMemory<SeriesRef>();
  readonly #times = new Rfc3339Reader();
  readonly #figures = new ReportedFigures();
  readonly #warnings = new WarningList();
  /** Documents without a figure, by their names. */
  readonly #unknown = new Map<string, number>();
  #documents = 0;

  constructor(sink: SampleSink) {
    this.#sink = sink;
  }

  get lines(): number {
    return this.#splitter.lines;
  }

  write(chunk: Uint8Array): void {
    this.#splitter.push(chunk);
  }

  end(): void {
    this.#splitter.end();
    // A query without an answer makes an empty file.
    if (this.#documents === 0) this.#warnings.add('The file of kube-burner holds no documents');
  }

  warnings(): string[] {
    for (const [name, count] of this.#unknown)
      this.#warnings.add(`Documents of ${name} hold no figure that is known and were left out: ${count}`);
    this.#unknown.clear();
    return this.#warnings.list();
  }

  notes(): string[] {
    return [];
  }

  reported(): ReportedSeries[] {
    return this.#figures.list();
  }

  #read(piece: JsonPiece): void {
    const value = parseJson(piece.text, piece.line);
    const document = checkPiece(piece, value, documentSchema, 'kube-burner');
    this.#documents += 1;
    if ('value' in document && ('query' in document || 'labels' in document))
      this.#readSample(piece, document);
    else if ('quantileName' in document) this.#readQuantiles(piece, document);
    else if (document.metricName === 'jobSummary') this.#readSummary(document);
    else if (document.metricName === 'alert') this.#readAlert(piece, document);
    else if (!this.#readLatencies(piece, document)) this.#noteUnknown(document.metricName);
  }

  #readSample(piece: JsonPiece, document: KubeBurnerDocument): void {
    const { timestamp, value, labels, query } = checkPiece(piece, document, sampleSchema, 'kube-burner');
    const source = bareMetric.exec(query ?? '')?.[1];
    const kind = source === undefined ? 'gauge' : kindOfName(source);
    const unit = source === undefined ? null : unitOfName(source);
    const all = { ...labels, ...jobLabels(document) };
    this.#add(toName(document.metricName, piece), kind, unit, all, this.#readTime(timestamp, piece), value);
  }

  /** A document for each pod, node, service and so on, with a latency for each stage; false when it has none. */
  #readLatencies(piece: JsonPiece, document: KubeBurnerDocument): boolean {
    const stem = document.metricName.replace(/Measurement$/, '');
    const latencies = Object.entries(document).flatMap(([field, value]) =>
      isLatency(field) && typeof value === 'number' ? [[field, value] as const] : [],
    );
    if (latencies.length === 0) return false;
    const timeMs = this.#readTime(document.timestamp ?? '', piece);
    const { nodeName } = document;
    // Not the object's own name: every object would be a series of one sample.
    const labels = { ...jobLabels(document), ...(typeof nodeName === 'string' ? { nodeName } : {}) };
    for (const [field, value] of latencies) {
      const name = toName(`${stem}_${field}`, piece);
      this.#add(name, 'distribution', 'ms', labels, timeMs, value * msOfLatency(stem));
    }
    return true;
  }

  #readQuantiles(piece: JsonPiece, document: KubeBurnerDocument): void {
    const figures = checkPiece(piece, document, quantilesSchema, 'kube-burner');
    const stem = document.metricName.replace(/Measurement$/, '');
    const factor = msOfLatency(stem);
    const inMs = (value: number | null | undefined): number | null => (value == null ? null : value * factor);
    const percentiles = Object.entries(figures).flatMap(([name, value]) =>
      /^P\d{1,2}(\.\d+)?$/.test(name) && typeof value === 'number'
        ? [[name.toLowerCase(), value * factor] as const]
        : [],
    );
    this.#figures.addQuantiles(
      {
        metric: toName(`${stem}_${figures.quantileName}`, piece),
        unit: 'ms',
        labels: jobLabels(document),
      },
      {
        min: inMs(figures.min ?? figures.Min),
        max: inMs(figures.max ?? figures.Max),
        avg: inMs(figures.avg ?? figures.Avg),
        percentiles: Object.fromEntries(percentiles),
      },
    );
  }

  /** Every number of a summary, and what is true or false as 1 or 0. */
  #readSummary(document: KubeBurnerDocument): void {
    const labels = jobLabels(document);
    const job = plainText(labels.jobName ?? 'without a name');
    for (const [field, value] of Object.entries(document)) {
      if (typeof value !== 'number' && typeof value !== 'boolean') continue;
      const metric = toMetricName(`jobSummary_${field}`);
      this.#figures.addLevel({ metric, unit: field === 'elapsedTime' ? 's' : null, labels }, Number(value));
    }
    const { passed, executionErrors: errors } = document;
    if (passed === false) this.#warnings.add(`kube-burner judged the job ${job} as failed`);
    if (typeof errors === 'string' && errors !== '')
      this.#warnings.add(`kube-burner met errors in the job ${job}: ${errors}`);
  }

  #readAlert(piece: JsonPiece, document: KubeBurnerDocument): void {
    const { severity, description } = checkPiece(piece, document, alertSchema, 'kube-burner');
    this.#warnings.add(`Alert of kube-burner${severity ? ` (${severity})` : ''}: ${description}`);
  }

  #noteUnknown(name: string): void {
    const plain = plainText(name, 100);
    const known = this.#unknown.get(plain);
    if (known !== undefined || this.#unknown.size < maxUnknown) this.#unknown.set(plain, (known ?? 0) + 1);
  }

  #readTime(text: string, { index, line }: JsonPiece): number {
    const bytes = Buffer.from(text);
    const timeMs = this.#times.read(bytes, 0, bytes.length);
    if (Number.isNaN(timeMs)) throw invalidLine(line, `expected an RFC 3339 time in [${index}].timestamp`);
    return timeMs;
  }

  #add(
    metric: string,
    kind: SeriesKind,
    unit: string | null,
    labels: Readonly<Record<string, string>>,
    timeMs: number,
    value: number,
  ): void {
    const key = `${metric}\0${kind}\0${unit}\0${Object.entries(labels).flat().join('\0')}`;
    const ref = this.#memory.find(key, () => this.#sink.series({ metric, kind, unit, labels }));
    this.#sink.add(ref, timeMs, value);
    this.samples += 1;
  }
}

function jobLabels({ jobName, jobConfig }: KubeBurnerDocument): { jobName?: string } {
  const name = jobName || jobConfig?.name;
  return name ? { jobName: name } : {};
}

function toName(text: string, { index, line }: JsonPiece): string {
  const name = toMetricName(text);
  if (name === '') throw invalidLine(line, `expected a name with letters in [${index}].metricName`);
  return name;
}
