import type { SeriesRef } from '@proofload/series';
import { emptyHistogram, type NativeHistogram } from '../native-histogram/native-histogram.ts';
import type { HistogramRefs } from '../native-histogram/write-histogram.ts';
import { malformedMessage, ProtobufReader } from '../protobuf/protobuf-reader.ts';
import type { ExposedSampleReader, ExpositionSeries } from './exposition-decoder.ts';
import type { ExpositionType } from './exposition-types.ts';
import { type ExposedHistogram, readExposedHistogram } from './protobuf-histogram.ts';

const subject = 'metric families in the Prometheus protobuf format';

export const isProtobufExposition = (contentType: string): boolean =>
  /^application\/vnd\.google\.protobuf\s*;/i.test(contentType) &&
  /encoding\s*=\s*"?delimited/i.test(contentType);

export interface ExpositionReaders {
  onSample: ExposedSampleReader;
  /** `timeMs` is null for those without a timestamp. */
  onHistogram(refs: HistogramRefs, timeMs: number | null, histogram: NativeHistogram): void;
}

/**
 * Reads metric families as Prometheus' clients send them when they are asked for protobuf, which is the only format of
 * a scrape that has native histograms. The series are those that the text format would give.
 * Source: io.prometheus.client.MetricFamily, each with its length before it.
 * @throws `invalid`
 */
export function decodeProtobufExposition(
  bytes: Uint8Array,
  series: ExpositionSeries,
  readers: ExpositionReaders,
): void {
  for (let at = 0; at < bytes.length; ) {
    const { value: length, next } = readLength(bytes, at);
    if (length > bytes.length - next) throw malformedMessage(subject, 'it ends too early');
    readFamily(new ProtobufReader(subject).open(bytes.subarray(next, next + length)), series, readers);
    at = next + length;
  }
}

function readLength(bytes: Uint8Array, start: number): { value: number; next: number } {
  let value = 0;
  for (let at = start, scale = 1; scale < 2 ** 35; at++, scale *= 128) {
    const byte = bytes[at];
    if (byte === undefined) break;
    value += (byte & 0x7f) * scale;
    if (byte < 0x80) return { value, next: at + 1 };
  }
  throw malformedMessage(subject, 'a length is not whole');
}

const familyTypes: readonly ExpositionType[] = [
  'counter',
  'gauge',
  'summary',
  'untyped',
  'histogram',
  'gaugehistogram',
];

function readFamily(fields: ProtobufReader, series: ExpositionSeries, readers: ExpositionReaders): void {
  let name = '';
  let type: ExpositionType = 'counter';
  const metrics: ProtobufReader[] = [];
  while (fields.next()) {
    if (fields.field === 1) name = fields.text();
    else if (fields.field === 3) type = familyTypes[fields.uint()] ?? 'untyped';
    else if (fields.field === 4) metrics.push(fields.message(new ProtobufReader(subject)));
    else fields.skip();
  }
  series.declare(name, type);
  const writer = new MetricWriter(name, type, series, readers);
  for (const metric of metrics) writer.write(metric);
}

type Labels = readonly (readonly [name: string, value: string])[];

class MetricWriter {
  readonly #name: string;
  readonly #type: ExpositionType;
  readonly #series: ExpositionSeries;
  readonly #readers: ExpositionReaders;

  constructor(name: string, type: ExpositionType, series: ExpositionSeries, readers: ExpositionReaders) {
    this.#name = name;
    this.#type = type;
    this.#series = series;
    this.#readers = readers;
  }

  write(metric: ProtobufReader): void {
    const labels: [string, string][] = [];
    let timeMs: number | null = null;
    let content: { field: number; message: ProtobufReader } | null = null;
    while (metric.next()) {
      if (metric.field === 1) labels.push(readLabel(metric));
      else if (metric.field === 6) timeMs = metric.int64();
      else if ([2, 3, 4, 5, 7].includes(metric.field))
        content = { field: metric.field, message: metric.message(new ProtobufReader(subject)) };
      else metric.skip();
    }
    if (content === null) return;
    if (content.field === 4) this.#writeSummary(content.message, labels, timeMs);
    else if (content.field === 7) this.#writeHistogram(content.message, labels, timeMs);
    else this.#add(this.#name, labels, timeMs, readValue(content.message));
  }

  #writeSummary(summary: ProtobufReader, labels: Labels, timeMs: number | null): void {
    let [count, sum] = [0, 0];
    while (summary.next()) {
      if (summary.field === 1) count = summary.uint();
      else if (summary.field === 2) sum = summary.double();
      else if (summary.field === 3) {
        const [quantile, value] = readPair(summary.message(new ProtobufReader(subject)));
        this.#add(this.#name, [...labels, ['quantile', goFloat(quantile)]], timeMs, value);
      } else summary.skip();
    }
    this.#add(`${this.#name}_sum`, labels, timeMs, sum);
    this.#add(`${this.#name}_count`, labels, timeMs, count);
  }

  #writeHistogram(message: ProtobufReader, labels: Labels, timeMs: number | null): void {
    const exposed = readExposedHistogram(message, subject, emptyHistogram());
    if (exposed.isNative) {
      const refs = this.#series.findHistogram(headOf(this.#name, labels), 1);
      if (refs !== null) this.#readers.onHistogram(refs, timeMs, exposed.histogram);
    }
    if (!exposed.isNative || exposed.buckets.length > 0) this.#writeClassic(exposed, labels, timeMs);
  }

  /** As the text has it, with a bucket for everything. */
  #writeClassic(
    { histogram, buckets, isNative }: ExposedHistogram,
    labels: Labels,
    timeMs: number | null,
  ): void {
    const { count, sum } = histogram;
    for (const [bound, below] of buckets)
      this.#add(`${this.#name}_bucket`, [...labels, ['le', goFloat(bound)]], timeMs, below);
    if (buckets.at(-1)?.[0] !== Number.POSITIVE_INFINITY)
      this.#add(`${this.#name}_bucket`, [...labels, ['le', '+Inf']], timeMs, count);
    // A native histogram brings its own.
    if (isNative) return;
    const [ofSum, ofCount] = this.#type === 'gaugehistogram' ? ['_gsum', '_gcount'] : ['_sum', '_count'];
    this.#add(`${this.#name}${ofSum}`, labels, timeMs, sum);
    this.#add(`${this.#name}${ofCount}`, labels, timeMs, count);
  }

  #add(name: string, labels: Labels, timeMs: number | null, value: number): void {
    const ref: SeriesRef | null = this.#series.find(headOf(name, labels), 1);
    if (ref !== null && !Number.isNaN(value)) this.#readers.onSample(ref, timeMs, value);
  }
}

function readLabel(metric: ProtobufReader): [name: string, value: string] {
  const label = metric.message(new ProtobufReader(subject));
  let [name, value] = ['', ''];
  while (label.next()) {
    if (label.field === 1) name = label.text();
    else if (label.field === 2) value = label.text();
    else label.skip();
  }
  return [name, value];
}

/** Of a counter, a gauge or what has no type. */
function readValue(message: ProtobufReader): number {
  let value = 0;
  while (message.next()) {
    if (message.field === 1) value = message.double();
    else message.skip();
  }
  return value;
}

function readPair(message: ProtobufReader): [first: number, second: number] {
  const pair: [number, number] = [0, 0];
  while (message.next()) {
    if (message.field === 1) pair[0] = message.double();
    else if (message.field === 2) pair[1] = message.double();
    else message.skip();
  }
  return pair;
}

/** Name and labels as a line of the text format begins; names beyond the classic letters stand in quotes. */
function headOf(name: string, labels: Labels): string {
  const isClassic = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/.test(name);
  const inside = labels.map(([key, value]) => `${quoteName(key)}=${quote(value)}`);
  if (!isClassic) inside.unshift(quote(name));
  return `${isClassic ? name : ''}${inside.length === 0 ? '' : `{${inside.join(',')}}`}`;
}

const quoteName = (name: string): string => (/^[a-zA-Z_][a-zA-Z0-9_]*$/.test(name) ? name : quote(name));
const quote = (text: string): string =>
  `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;

/** A number as Go's clients write it into labels, so that both formats have the same series. */
function goFloat(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return '+Inf';
  if (value === Number.NEGATIVE_INFINITY) return '-Inf';
  const [digits = '', exponent = '0'] = value.toExponential().split('e');
  const power = Number(exponent);
  // `strconv.FormatFloat(value, 'g', -1, 64)` writes an exponent from a million on.
  if (power >= -4 && power < 6) return String(value);
  return `${digits}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
}
