import { encodeOtlpResponse, OtlpDecoder, type OtlpEncoding } from '@proofload/sources';
import type { ServiceContext } from '../context.ts';
import { acceptPush, type Push } from './accept-push.ts';
import { RequestReader } from './request-reader.ts';

export type { OtlpEncoding };

/** The body is an `ExportMetricsServiceRequest`, gzip allowed. */
export interface OtlpPush extends Push {
  encoding: OtlpEncoding;
}

export interface OtlpAccepted {
  /** Points that became samples, and those that could not be stored. */
  points: number;
  rejectedPoints: number;
  /** What OTLP answers, in the encoding of the request. */
  answer: Uint8Array<ArrayBuffer>;
  /** True when the same request was accepted before, or held no sample, so that nothing has changed. */
  unchanged: boolean;
}

/**
 * Accepts one request of OTLP's metrics into a run, as `acceptPush` says. Points that cannot be stored are counted and
 * left out, the others are kept.
 */
export async function ingestOtlp(
  ctx: ServiceContext,
  { encoding, ...push }: OtlpPush,
): Promise<OtlpAccepted> {
  try {
    const { counts, unchanged } = await acceptPush(ctx, push, {
      source: 'otlp',
      prefix: 'otlp',
      format: `otlp-${encoding}`,
      read: (body, { run, name }) =>
        reader.read((decoder) =>
          decoder.decode(body, { encoding, stream: `${run.key} ${name}`, runStartMs: run.startedAtMs }),
        ),
    });
    const { points, rejectedPoints } = counts;
    return { points, rejectedPoints, unchanged, answer: encodeOtlpResponse(counts, encoding) };
  } catch (error) {
    // The beginnings of counters that the decoder has seen may not have been stored.
    reader.forget();
    throw error;
  }
}

/** Of the process: its requests hold the same series again and again. */
const reader = new RequestReader((sink) => new OtlpDecoder(sink));
