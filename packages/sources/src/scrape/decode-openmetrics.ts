import { ProofloadError } from '@proofload/domain';
import type { SampleSink } from '@proofload/series';
import type { DecodeProgress } from '../stream/decode-progress.ts';
import { openBody } from '../stream/open-body.ts';
import { ExpositionDecoder, ExpositionSeries } from './exposition-decoder.ts';

/**
 * Reads a pushed exposition, gzipped or not, into a sink.
 * @param nowMs the time of samples without a timestamp
 */
export async function decodeOpenMetrics(
  body: AsyncIterable<Uint8Array>,
  sink: SampleSink,
  progress: DecodeProgress,
  nowMs: number,
): Promise<void> {
  progress.format = 'openmetrics';
  progress.hasTimes = false;
  const series = new ExpositionSeries(sink, { labels: {}, keep: [] });
  const decoder = new ExpositionDecoder(series, (ref, timeMs, value) => {
    progress.hasTimes ||= timeMs !== null;
    sink.add(ref, timeMs ?? nowMs, value);
  });
  try {
    for await (const chunk of (await openBody(body)).body) {
      decoder.write(chunk);
      await sink.drain();
    }
    decoder.end();
  } finally {
    progress.lines = decoder.lines;
    progress.samples = decoder.samples;
  }
  if (decoder.lines === 0) {
    throw new ProofloadError('invalid', 'The body is empty', {
      fields: [{ field: 'body', message: 'expected Prometheus text or OpenMetrics' }],
    });
  }
}
