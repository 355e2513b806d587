import type { SampleSink } from '@proofload/series';
import { PerfDataDecoder } from '../clusterloader2/perf-data-decoder.ts';
import type { CsvOptions } from '../csv/csv-options.ts';
import { CsvResultDecoder } from '../csv/csv-result-decoder.ts';
import { Iperf3JsonDecoder } from '../iperf3/json-decoder.ts';
import { Iperf3StreamDecoder } from '../iperf3/json-stream-decoder.ts';
import { KubeBurnerDecoder } from '../kube-burner/kube-burner-decoder.ts';
import type { DecodeProgress } from '../stream/decode-progress.ts';
import { gunzipLimits } from '../stream/gunzip-body.ts';
import { openBody } from '../stream/open-body.ts';
import { peekBody } from '../stream/peek-body.ts';
import type { ResultDecoder } from '../stream/result-decoder.ts';
import { skipBody } from '../stream/skip-body.ts';
import { detectResults, type ResultFormat } from './detect-results.ts';

/** Enough to tell every format. */
const headBytes = 4096;

export interface ResultOptions extends CsvOptions {
  /** What the body is, instead of looking. */
  format?: ResultFormat | undefined;
  /** Name of the file, for formats that do not hold the names of their metrics; null when it is not known. */
  name: string | null;
}

/**
 * Reads results of kube-burner, ClusterLoader2 or iperf3, or a CSV, gzipped or not, into a sink. Bounded in memory.
 * Throws `invalid` (a broken line, truncated gzip), `too-large` (a piece that is too long, a gzip bomb) or
 * `unsupported`; what came before has reached the sink, and `progress` counts it.
 */
export async function decodeResults(
  body: AsyncIterable<Uint8Array>,
  sink: SampleSink,
  progress: DecodeProgress,
  options: ResultOptions,
): Promise<void> {
  const opened = await openBody(body, gunzipLimits);
  const plain = await peekBody(opened.body, headBytes);
  let format: ResultFormat;
  try {
    format = options.format ?? detectResults(plain.head);
  } catch (error) {
    if (opened.wasCompressed) await skipBody(plain.body);
    throw error;
  }
  progress.format = format;
  const decoder = openDecoder(format, plain.head, sink, options);
  try {
    for await (const chunk of plain.body) {
      decoder.write(chunk);
      await sink.drain();
    }
    decoder.end();
  } finally {
    progress.lines = decoder.lines;
    progress.samples = decoder.samples;
    progress.warnings = decoder.warnings();
    progress.notes = decoder.notes();
    progress.reported = decoder.reported();
  }
}

function openDecoder(
  format: ResultFormat,
  head: Uint8Array,
  sink: SampleSink,
  options: ResultOptions,
): ResultDecoder {
  switch (format) {
    case 'kube-burner':
      return new KubeBurnerDecoder(sink);
    case 'clusterloader2':
      return new PerfDataDecoder(options.name);
    case 'iperf3':
      return hasEvents(head) ? new Iperf3StreamDecoder(sink) : new Iperf3JsonDecoder(sink);
    case 'csv':
      return new CsvResultDecoder(sink, options);
  }
}

const hasEvents = (head: Uint8Array): boolean =>
  /^\s*\{\s*"event"\s*:/.test(Buffer.from(head).toString('utf8'));
