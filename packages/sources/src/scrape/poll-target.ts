import { ProofloadError } from '@proofload/domain';
import type { SampleSink, SeriesRef } from '@proofload/series';
import type { NativeHistogram } from '../native-histogram/native-histogram.ts';
import { type HistogramRefs, writeHistogram } from '../native-histogram/write-histogram.ts';
import { type Fetch, FetchError, fetchBytes } from '../stream/fetch-bytes.ts';
import { type Gap, noteFailure } from '../stream/gap.ts';
import { ExpositionDecoder, ExpositionSeries } from './exposition-decoder.ts';
import { decodeProtobufExposition, isProtobufExposition } from './protobuf-exposition.ts';

export interface ScrapeTarget {
  name: string;
  url: string;
  everyMs: number;
  keep: readonly string[];
}

export interface PollOptions {
  fetch: Fetch;
  nowMs: () => number;
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Aborted when the run has ended: the target is scraped once more, and that is the end. */
  ended: AbortSignal;
  /** Aborted to stop at once. */
  signal: AbortSignal;
}

export interface PollResult {
  scrapes: number;
  samples: number;
  gaps: Gap[];
}

const longestScrapeMs = 10_000;
const maxScrapeBytes = 64 * 1024 ** 2;
/** Native histograms are told in the first of these formats alone. */
const accept = [
  'application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;encoding=delimited;q=1',
  'text/plain;version=0.0.4;q=0.9',
  'application/openmetrics-text;version=1.0.0;q=0.8',
  '*/*;q=0.1',
].join(',');

/**
 * Scrapes a target at an interval until the run has ended. Samples without a timestamp get the time at which their
 * scrape began, as in Prometheus. A scrape counts whole or not at all; `up` says which scrapes did.
 */
export async function pollTarget(
  target: ScrapeTarget,
  sink: SampleSink,
  options: PollOptions,
): Promise<PollResult> {
  const labels = { job: target.name, instance: new URL(target.url).host };
  const series = new ExpositionSeries(sink, { labels, keep: target.keep });
  const up = sink.series({ metric: 'up', kind: 'gauge', unit: null, labels });
  const result: PollResult = { scrapes: 0, samples: 0, gaps: [] };
  const firstMs = options.nowMs();
  let failedBefore = false;
  for (let isLast = false; !options.signal.aborted; ) {
    isLast = options.ended.aborted;
    const atMs = options.nowMs();
    const failure = await scrapeOnce(target, series, sink, options, atMs, result);
    if (options.signal.aborted) break;
    sink.add(up, atMs, failure === null ? 1 : 0);
    if (failure !== null) noteFailure(result.gaps, atMs, failure, failedBefore);
    failedBefore = failure !== null;
    await sink.drain();
    if (isLast) break;
    // Scrapes keep their rhythm; those that fell into a long one are left out.
    const nextMs = firstMs + (Math.floor((options.nowMs() - firstMs) / target.everyMs) + 1) * target.everyMs;
    await options.wait(nextMs - options.nowMs(), AbortSignal.any([options.ended, options.signal]));
  }
  return result;
}

/** @returns why it failed, or null */
async function scrapeOnce(
  target: ScrapeTarget,
  series: ExpositionSeries,
  sink: SampleSink,
  options: PollOptions,
  atMs: number,
  result: PollResult,
): Promise<string | null> {
  const found: [ref: SeriesRef, timeMs: number, value: number][] = [];
  const histograms: [refs: HistogramRefs, histogram: NativeHistogram][] = [];
  let contentType = '';
  const noting: Fetch = async (url, init) => {
    const response = await options.fetch(url, init);
    contentType = response.headers.get('content-type') ?? '';
    return response;
  };
  const limits = { timeoutMs: Math.min(target.everyMs, longestScrapeMs), maxBytes: maxScrapeBytes };
  try {
    const body = await fetchBytes(
      noting,
      target.url,
      { headers: { accept }, signal: options.signal },
      limits,
    );
    const onSample = (ref: SeriesRef, timeMs: number | null, value: number): void => {
      found.push([ref, timeMs ?? atMs, value]);
    };
    if (isProtobufExposition(contentType)) {
      decodeProtobufExposition(body, series, {
        onSample,
        onHistogram: (refs, timeMs, histogram) =>
          histograms.push([refs, { ...histogram, timeMs: timeMs ?? atMs }]),
      });
    } else {
      const decoder = new ExpositionDecoder(series, onSample);
      decoder.write(body);
      decoder.end();
    }
  } catch (error) {
    if (error instanceof FetchError) return error.message;
    if (error instanceof ProofloadError && error.code === 'invalid') return error.message;
    throw error;
  }
  for (const [ref, timeMs, value] of found) sink.add(ref, timeMs, value);
  for (const [refs, histogram] of histograms) writeHistogram(sink, refs, histogram);
  result.scrapes += 1;
  result.samples += found.length + histograms.length;
  return null;
}
