import type { SeriesRef } from '@proofload/series';
import {
  type HistogramRefs,
  type HistogramSink,
  openHistogram,
  writeHistogram,
} from '../native-histogram/write-histogram.ts';
import { ProtobufReader } from '../protobuf/protobuf-reader.ts';
import { type ExpositionType, kindOfName, kindOfTyped, unitOfName } from '../scrape/exposition-types.ts';
import { readHistogram } from './histogram-fields.ts';
import { malformed, requestSubject } from './malformed.ts';
import { readMetadata, readSample, type SeriesContent } from './series-fields.ts';
import { SnappyDecoder } from './snappy.ts';

/** Largest request after decompression; senders send a few thousand samples at a time. */
const maxRequestBytes = 16 * 1024 * 1024;

/** What a remembered series takes besides its characters. */
const perSeries = 100;

/** `prometheus.WriteRequest` or `io.prometheus.write.v2.Request`. */
export type RemoteWriteVersion = '1.0' | '2.0';

export interface RemoteWriteCounts {
  samples: number;
  /** Native histograms: each is a sample of its count, its sum and its distribution. */
  histograms: number;
}

/** Series of a set of labels, opened when the first sample of their kind comes. */
interface KnownSeries {
  metric: string;
  labels: Record<string, string>;
  type: ExpositionType | undefined;
  unit: string;
  sample: SeriesRef | null;
  histogram: HistogramRefs | null;
  /** By which it is recognized: its labels as version 1.0 encodes them, or as version 2.0 spells them. */
  bytes: DataView | null;
  texts: readonly string[] | null;
  /** Which series followed it last time: senders keep their order, which spares looking it up. */
  next: KnownSeries | null;
}

type Recognition = Pick<KnownSeries, 'bytes' | 'texts'>;

/**
 * Reads requests of the Prometheus remote write protocol into a sink, remembering the series of one for the next.
 * Staleness markers end a series and are no samples; exemplars and the metadata of version 1.0 are passed over.
 * Source: Prometheus remote write specification 1.0 and 2.0.
 */
export class RemoteWriteDecoder {
  readonly #sink: HistogramSink;
  readonly #maxRemembered: number;
  #remembered = 0;
  readonly #known = new Map<string, KnownSeries>();
  #previous: KnownSeries | null = null;
  readonly #snappy = new SnappyDecoder();
  readonly #request = new ProtobufReader(requestSubject);
  readonly #series = new ProtobufReader(requestSubject);
  readonly #part = new ProtobufReader(requestSubject);
  readonly #content: SeriesContent = { samples: 0, times: [], values: [], histograms: [], type: 0, unit: 0 };

  /** @param maxRemembered characters of labels after which all are forgotten, to bound the memory */
  constructor(sink: HistogramSink, maxRemembered = 24 * 1024 ** 2) {
    this.#sink = sink;
    this.#maxRemembered = maxRemembered;
  }

  /**
   * Reads one request. What came before the error has reached the sink by then.
   * @throws `invalid` or `too-large`
   */
  decode(body: Uint8Array, version: RemoteWriteVersion): RemoteWriteCounts {
    const request = this.#request.open(this.#snappy.decode(body, maxRequestBytes));
    const counts = { samples: 0, histograms: 0 };
    if (version === '1.0') this.#readRequest1(request, counts);
    else this.#readRequest2(request, counts);
    return counts;
  }

  #readRequest1(request: ProtobufReader, counts: RemoteWriteCounts): void {
    while (request.next()) {
      if (request.field === 1) this.#readSeries1(request.message(this.#series), counts);
      else if (request.field === 4 || request.field === 5) throw malformed('it is of version 2.0, not 1.0');
      else request.skip();
    }
  }

  #readSeries1(series: ProtobufReader, counts: RemoteWriteCounts): void {
    const content = this.#emptyContent();
    const expected = this.#previous?.next;
    const first = series.position;
    const isExpected =
      expected?.bytes !== undefined && expected.bytes !== null && series.passOver(expected.bytes);
    let start = isExpected ? first : -1;
    let end = isExpected ? series.position : -1;
    const expectedEnd = end;
    for (let at = series.position; series.next(); at = series.position) {
      if (series.field === 2) readSample(series.message(this.#part), content);
      else if (series.field === 1) {
        if (start < 0) start = at;
        else if (at !== end) throw malformed('the labels of a series do not follow one another');
        series.skip();
        end = series.position;
      } else if (series.field === 4) readHistogram(series.message(this.#part), content.histograms);
      else series.skip();
    }
    // There may be more labels than were expected.
    const isKnown = isExpected && end === expectedEnd;
    this.#add(isKnown ? expected : this.#find1(series, Math.max(0, start), Math.max(0, end)), counts);
  }

  #find1(series: ProtobufReader, start: number, end: number): KnownSeries {
    const key = `1${series.keyOf(start, end)}`;
    const known = this.#known.get(key);
    if (known) return known;
    const labels: string[] = [];
    const fields = series.between(start, end, new ProtobufReader(requestSubject));
    while (fields.next()) labels.push(...readLabel(fields.message(this.#part)));
    return this.#remember(key, labels, undefined, '', {
      bytes: viewOf(series.copyOf(start, end)),
      texts: null,
    });
  }

  #readRequest2(request: ProtobufReader, counts: RemoteWriteCounts): void {
    // The symbols may come after the series that refer to them.
    const symbols = readSymbols(request.copy());
    while (request.next()) {
      if (request.field === 5) this.#readSeries2(request.message(this.#series), symbols, counts);
      else request.skip();
    }
  }

  #readSeries2(series: ProtobufReader, symbols: readonly string[], counts: RemoteWriteCounts): void {
    const content = this.#emptyContent();
    const references: number[] = [];
    while (series.next()) {
      if (series.field === 1) series.uints(references);
      else if (series.field === 2) readSample(series.message(this.#part), content);
      else if (series.field === 3) readHistogram(series.message(this.#part), content.histograms);
      else if (series.field === 5) readMetadata(series.message(this.#part), content);
      else series.skip();
    }
    const texts = references.map((reference) => symbolAt(symbols, reference));
    texts.push(symbolAt(symbols, content.unit), String(content.type));
    const expected = this.#previous?.next;
    this.#add(expected?.texts && isSame(expected.texts, texts) ? expected : this.#find2(texts), counts);
  }

  #find2(texts: readonly string[]): KnownSeries {
    const key = `2${texts.join('\0')}`;
    const known = this.#known.get(key);
    if (known) return known;
    const type = metricTypes[this.#content.type];
    return this.#remember(key, texts.slice(0, -2), type, texts.at(-2) ?? '', { bytes: null, texts });
  }

  #emptyContent(): SeriesContent {
    const content = this.#content;
    content.samples = 0;
    if (content.histograms.length > 0) content.histograms = [];
    content.type = 0;
    content.unit = 0;
    return content;
  }

  #remember(
    key: string,
    flat: readonly string[],
    type: ExpositionType | undefined,
    unit: string,
    recognition: Recognition,
  ): KnownSeries {
    const { __name__: metric = '', ...labels } = pairUp(flat);
    if (metric === '') throw malformed('a series has no label __name__');
    const known = { metric, labels, type, unit, sample: null, histogram: null, next: null, ...recognition };
    this.#remembered += key.length + perSeries;
    if (this.#remembered > this.#maxRemembered) {
      this.#known.clear();
      this.#remembered = key.length + perSeries;
    }
    this.#known.set(key, known);
    return known;
  }

  #add(known: KnownSeries, counts: RemoteWriteCounts): void {
    if (this.#previous) this.#previous.next = known;
    this.#previous = known;
    const { samples, times, values, histograms } = this.#content;
    if (samples > 0) {
      known.sample ??= this.#open(known, known.metric);
      for (let at = 0; at < samples; at++) {
        this.#sink.add(known.sample, times[at] as number, values[at] as number);
      }
      counts.samples += samples;
    }
    for (const histogram of histograms) {
      known.histogram ??= openHistogram(
        this.#sink,
        known,
        known.unit === '' ? undefined : shortUnit(known.unit),
      );
      writeHistogram(this.#sink, known.histogram, histogram);
      counts.histograms += 1;
    }
  }

  #open({ labels, type, unit }: KnownSeries, metric: string): SeriesRef {
    const kind = type ? kindOfTyped(metric, type) : kindOfName(metric);
    return this.#sink.series({
      metric,
      kind,
      unit: unit === '' ? unitOfName(metric) : shortUnit(unit),
      labels,
    });
  }
}

function readLabel(label: ProtobufReader): [name: string, value: string] {
  let [name, value] = ['', ''];
  while (label.next()) {
    if (label.field === 1) name = label.text();
    else if (label.field === 2) value = label.text();
    else label.skip();
  }
  return [name, value];
}

function readSymbols(request: ProtobufReader): string[] {
  const symbols: string[] = [];
  while (request.next()) {
    if (request.field === 4) symbols.push(request.text());
    // Version 2.0 leaves these numbers to the other, so that one cannot be taken for the other.
    else if (request.field <= 3) throw malformed('it is of version 1.0, not 2.0');
    else request.skip();
  }
  return symbols;
}

/** Reference 0 is the empty text, of which a request without symbols has none. */
function symbolAt(symbols: readonly string[], reference: number): string {
  const symbol = reference === 0 ? (symbols[0] ?? '') : symbols[reference];
  if (symbol === undefined) throw malformed(`there is no symbol ${reference}`);
  return symbol;
}

/** `Metadata.MetricType` of version 2.0, in its order. */
const metricTypes: readonly (ExpositionType | undefined)[] = [
  undefined,
  'counter',
  'gauge',
  'histogram',
  'gaugehistogram',
  'summary',
  'info',
  'stateset',
];

const isSame = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && left.every((text, at) => text === right[at]);

function pairUp(flat: readonly string[]): Record<string, string> {
  if (flat.length % 2 !== 0) throw malformed('a label has no value');
  const pairs: [string, string][] = [];
  for (let at = 0; at < flat.length; at += 2) pairs.push([flat[at] ?? '', flat[at + 1] ?? '']);
  return Object.fromEntries(pairs);
}

const viewOf = ({ buffer, byteOffset, byteLength }: Buffer): DataView =>
  new DataView(buffer, byteOffset, byteLength);

const shortUnit = (unit: string): string => (unit === 'seconds' ? 's' : unit);
