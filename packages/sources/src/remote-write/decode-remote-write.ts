import type { SampleSink, SeriesRef } from '@proofload/series';
import { type ExpositionType, kindOfName, kindOfTyped, unitOfName } from '../scrape/exposition-types.ts';
import { malformed, ProtobufReader } from './protobuf-reader.ts';
import { decodeSnappy } from './snappy.ts';

/** Largest request after decompression; senders send a few thousand samples at a time. */
const maxRequestBytes = 64 * 1024 * 1024;

/** `prometheus.WriteRequest` or `io.prometheus.write.v2.Request`. */
export type RemoteWriteVersion = '1.0' | '2.0';

export interface RemoteWriteCounts {
  samples: number;
  /** Native histograms, of which count and sum are kept. */
  histograms: number;
}

type Sink = Pick<SampleSink, 'series' | 'add'>;

/**
 * Reads one request of the Prometheus remote write protocol into a sink, whole or not at all from the caller's view: it
 * throws `invalid` or `too-large` before anything is stored. Staleness markers end a series and are no samples; exemplars
 * and metadata of version 1.0 are passed over.
 * Source: Prometheus remote write specification 1.0 and 2.0.
 */
export function decodeRemoteWrite(
  body: Uint8Array,
  version: RemoteWriteVersion,
  sink: Sink,
): RemoteWriteCounts {
  const reader = new ProtobufReader(decodeSnappy(body, maxRequestBytes));
  const counts = { samples: 0, histograms: 0 };
  if (version === '1.0') readRequest1(reader, sink, counts);
  else readRequest2(reader, sink, counts);
  return counts;
}

/** Fields of a time series that both versions have in common, by number. */
interface SeriesFields {
  labels: number;
  samples: number;
  histograms: number;
  metadata: number | null;
}
const fields1: SeriesFields = { labels: 1, samples: 2, histograms: 4, metadata: null };
const fields2: SeriesFields = { labels: 1, samples: 2, histograms: 3, metadata: 5 };

function readRequest1(reader: ProtobufReader, sink: Sink, counts: RemoteWriteCounts): void {
  const readLabels = (series: ProtobufReader, into: string[]): void => {
    const label = series.message();
    const pair = ['', ''];
    while (label.next()) {
      if (label.field === 1 || label.field === 2) pair[label.field - 1] = label.text();
      else label.skip();
    }
    into.push(...pair);
  };
  while (reader.next()) {
    if (reader.field === 1) addSeries(readSeries(reader.message(), fields1, readLabels), [], sink, counts);
    else if (reader.field === 4 || reader.field === 5) throw malformed('it is of version 2.0, not 1.0');
    else reader.skip();
  }
}

function readRequest2(reader: ProtobufReader, sink: Sink, counts: RemoteWriteCounts): void {
  const symbols: string[] = [];
  const references: number[] = [];
  const messages: ProtobufReader[] = [];
  while (reader.next()) {
    if (reader.field === 4) symbols.push(reader.text());
    // The symbols may come after the series that refer to them.
    else if (reader.field === 5) messages.push(reader.message());
    // Version 2.0 leaves these numbers to the other, so that one cannot be taken for the other.
    else if (reader.field <= 3) throw malformed('it is of version 1.0, not 2.0');
    else reader.skip();
  }
  const readLabels = (series: ProtobufReader, into: string[]): void => {
    references.length = 0;
    series.uints(references);
    for (const reference of references) into.push(symbolAt(symbols, reference));
  };
  for (const message of messages) addSeries(readSeries(message, fields2, readLabels), symbols, sink, counts);
}

function symbolAt(symbols: readonly string[], reference: number): string {
  const symbol = symbols[reference];
  if (symbol === undefined) throw malformed(`there is no symbol ${reference}`);
  return symbol;
}

interface ReadSeries {
  /** Names and values in turn. */
  labels: string[];
  times: number[];
  values: number[];
  histograms: { timeMs: number; count: number; sum: number }[];
  type: number;
  unit: number;
}

function readSeries(
  reader: ProtobufReader,
  fields: SeriesFields,
  readLabels: (series: ProtobufReader, into: string[]) => void,
): ReadSeries {
  const read: ReadSeries = { labels: [], times: [], values: [], histograms: [], type: 0, unit: 0 };
  while (reader.next()) {
    if (reader.field === fields.labels) readLabels(reader, read.labels);
    else if (reader.field === fields.samples) readSample(reader.message(), read);
    else if (reader.field === fields.histograms) read.histograms.push(readHistogram(reader.message()));
    else if (reader.field === fields.metadata) readMetadata(reader.message(), read);
    else reader.skip();
  }
  return read;
}

/** The NaN by which Prometheus says that a series has ended. */
const staleNan = { low: 2, high: 0x7ff00000 } as const;

function readSample(reader: ProtobufReader, into: ReadSeries): void {
  let [time, value, isStale] = [0, 0, false];
  while (reader.next()) {
    if (reader.field === 1) {
      const bits = reader.doubleBits();
      value = bits.value;
      isStale = bits.low === staleNan.low && bits.high === staleNan.high;
    } else if (reader.field === 2) time = reader.int64();
    else reader.skip();
  }
  if (isStale) return;
  into.times.push(time);
  into.values.push(value);
}

function readHistogram(reader: ProtobufReader): { timeMs: number; count: number; sum: number } {
  const histogram = { timeMs: 0, count: 0, sum: 0 };
  while (reader.next()) {
    if (reader.field === 1) histogram.count = reader.uint();
    else if (reader.field === 2) histogram.count = reader.double();
    else if (reader.field === 3) histogram.sum = reader.double();
    else if (reader.field === 15) histogram.timeMs = reader.int64();
    else reader.skip();
  }
  return histogram;
}

function readMetadata(reader: ProtobufReader, into: ReadSeries): void {
  while (reader.next()) {
    if (reader.field === 1) into.type = reader.uint();
    else if (reader.field === 4) into.unit = reader.uint();
    else reader.skip();
  }
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

function addSeries(
  read: ReadSeries,
  symbols: readonly string[],
  sink: Sink,
  counts: RemoteWriteCounts,
): void {
  const { __name__: metric = '', ...labels } = pairUp(read.labels);
  if (metric === '') throw malformed('a series has no label __name__');
  const type = metricTypes[read.type];
  const unit = symbols.length > 0 ? symbolAt(symbols, read.unit) : '';
  const open = (name: string, kind = type ? kindOfTyped(name, type) : kindOfName(name)): SeriesRef =>
    sink.series({ metric: name, kind, unit: unit === '' ? unitOfName(name) : shortUnit(unit), labels });
  if (read.times.length > 0) {
    const ref = open(metric);
    for (const [index, time] of read.times.entries()) sink.add(ref, time, read.values[index] ?? 0);
    counts.samples += read.times.length;
  }
  if (read.histograms.length > 0) {
    const [count, sum] = [open(`${metric}_count`, 'cumulative'), open(`${metric}_sum`, 'cumulative')];
    for (const histogram of read.histograms) {
      sink.add(count, histogram.timeMs, histogram.count);
      sink.add(sum, histogram.timeMs, histogram.sum);
    }
    counts.histograms += read.histograms.length;
  }
}

function pairUp(flat: readonly string[]): Record<string, string> {
  if (flat.length % 2 !== 0) throw malformed('a label has no value');
  const pairs: [string, string][] = [];
  for (let at = 0; at < flat.length; at += 2) pairs.push([flat[at] ?? '', flat[at + 1] ?? '']);
  return Object.fromEntries(pairs);
}

const shortUnit = (unit: string): string => (unit === 'seconds' ? 's' : unit);
