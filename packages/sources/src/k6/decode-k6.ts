import { ProofloadError } from '@proofload/domain';
import type { SampleSink } from '@proofload/series';
import type { DecodeProgress } from '../stream/decode-progress.ts';
import { type GunzipLimits, gunzipLimits } from '../stream/gunzip-body.ts';
import { openBody } from '../stream/open-body.ts';
import { peekBody } from '../stream/peek-body.ts';
import { skipBody } from '../stream/skip-body.ts';
import { CsvDecoder } from './csv-decoder.ts';
import { type DetectedFormat, detectFormat } from './detect-format.ts';
import type { K6Decoder } from './k6-decoder.ts';
import { NdjsonDecoder } from './ndjson-decoder.ts';
import { readSummary } from './read-summary.ts';

/** Enough to tell every format. */
const headBytes = 4096;
/** Largest summary; k6's own have some tens of kilobytes. */
const maxSummaryBytes = 32 * 1024 ** 2;

/**
 * Reads k6's NDJSON, CSV or summary, gzipped or not, told apart by content, into a sink. Bounded in memory.
 * Throws `invalid` (a broken line, truncated gzip), `too-large` (a line over 1 MiB, a gzip bomb) or `unsupported`;
 * what came before has reached the sink, and `progress` counts it.
 */
export async function decodeK6(
  body: AsyncIterable<Uint8Array>,
  sink: SampleSink,
  progress: DecodeProgress,
  limits: GunzipLimits = gunzipLimits,
): Promise<void> {
  const opened = await openBody(body, limits);
  const plain = await peekBody(opened.body, headBytes);
  const format = await detect(plain, opened.wasCompressed);
  if (format === 'summary') {
    await decodeSummary(plain.body, progress);
    return;
  }
  progress.format = format;
  await decodeLines(
    plain.body,
    format === 'k6-csv' ? new CsvDecoder(sink) : new NdjsonDecoder(sink),
    sink,
    progress,
  );
}

/** A compressed body that is nothing of k6's may be a bomb, which is worth saying before anything else. */
async function detect(
  plain: Awaited<ReturnType<typeof peekBody>>,
  wasCompressed: boolean,
): Promise<DetectedFormat> {
  try {
    return detectFormat(plain.head);
  } catch (error) {
    if (wasCompressed) await skipBody(plain.body);
    throw error;
  }
}

async function decodeLines(
  body: AsyncIterable<Uint8Array>,
  decoder: K6Decoder,
  sink: SampleSink,
  progress: DecodeProgress,
): Promise<void> {
  try {
    for await (const chunk of body) {
      decoder.write(chunk);
      await sink.drain();
    }
    decoder.end();
  } finally {
    progress.lines = decoder.lines;
    progress.samples = decoder.samples;
    progress.warnings = decoder.warnings();
  }
}

async function decodeSummary(body: AsyncIterable<Uint8Array>, progress: DecodeProgress): Promise<void> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxSummaryBytes) {
      const message = `expected a k6 summary of at most ${maxSummaryBytes} bytes`;
      throw new ProofloadError('too-large', `The JSON is too large: ${message}`, {
        fields: [{ field: 'body', message }],
      });
    }
    chunks.push(chunk);
  }
  const summary = readSummary(
    Buffer.concat(chunks)
      .toString('utf8')
      .replace(/^\uFEFF/, ''),
  );
  progress.format = summary.format;
  progress.lines = 1;
  progress.samples = summary.series.length;
  progress.warnings = summary.warnings;
  progress.reported = summary.series;
}
