import { createHash } from 'node:crypto';
import { ProofloadError } from '@proofload/domain';
import { type RemoteWriteCounts, RemoteWriteDecoder, type RemoteWriteVersion } from '@proofload/sources';
import { requireScope, type ServiceContext } from '../context.ts';
import { findRun } from '../runs/find-run.ts';
import { checkPart, checkTakesData, moveStart } from './external-data.ts';
import { remoteWriteFormat } from './piece-decoders.ts';

export type { RemoteWriteVersion };

/** Largest compressed request; senders stay well below a megabyte. */
const maxBodyBytes = 16 * 1024 * 1024;
export interface RemoteWrite {
  runId: string;
  /** Tells senders apart. */
  part?: string | undefined;
  version: RemoteWriteVersion;
  /** Snappy-compressed protobuf. */
  body: AsyncIterable<Uint8Array>;
}

export interface RemoteWriteAccepted extends RemoteWriteCounts {
  /** True when the same request was accepted before, so that nothing has changed. */
  unchanged: boolean;
}

/**
 * Accepts one request of the Prometheus remote write protocol into a run. When this returns, the samples are stored and
 * survive whatever dies; a request that is sent again is counted once. Throws `invalid` or `too-large`, which senders do
 * not repeat, and `unavailable`, which they do.
 */
export async function ingestRemoteWrite(
  ctx: ServiceContext,
  write: RemoteWrite,
): Promise<RemoteWriteAccepted> {
  requireScope(ctx, 'ingest');
  const run = await findRun(ctx, write.runId);
  const part = checkPart(write.part);
  checkTakesData(run, write.part);
  const body = await readWhole(write.body);
  const { counts, firstMs } = inspector.inspect(body, write.version);
  if (firstMs === null) return { ...counts, unchanged: true };
  const stream = { name: `write:${part}`, source: 'remote-write' };
  const isNew = await ctx.samples.appendPiece(run.key, stream, {
    format: remoteWriteFormat(write.version),
    data: body,
    digest: createHash('sha256').update(body).digest(),
    samples: counts.samples + counts.histograms,
  });
  if (isNew) await moveStart(ctx, run, firstMs);
  return { ...counts, unchanged: !isNew };
}

/** Finds out whether requests can be read, and what they hold. Knows the labels that it has seen before. */
class Inspector {
  #firstMs = Number.POSITIVE_INFINITY;
  readonly #decoder = new RemoteWriteDecoder({
    series: () => 0,
    add: (_ref, timeMs) => {
      if (timeMs < this.#firstMs) this.#firstMs = timeMs;
    },
  });

  /** Throws `invalid` and `too-large`. */
  inspect(
    body: Uint8Array,
    version: RemoteWriteVersion,
  ): { counts: RemoteWriteCounts; firstMs: number | null } {
    this.#firstMs = Number.POSITIVE_INFINITY;
    const counts = this.#decoder.decode(body, version);
    return { counts, firstMs: Number.isFinite(this.#firstMs) ? this.#firstMs : null };
  }
}

/** Of the process: its requests hold the same series again and again. */
const inspector = new Inspector();

async function readWhole(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maxBodyBytes) {
      const message = `expected at most ${maxBodyBytes} bytes in one request`;
      throw new ProofloadError('too-large', `The body is too large: ${message}`, {
        fields: [{ field: 'body', message }],
      });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
