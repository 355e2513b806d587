import { createHash } from 'node:crypto';
import { ProofloadError } from '@proofload/domain';
import { Rollup, type SampleSink } from '@proofload/series';
import { decodeRemoteWrite, type RemoteWriteCounts, type RemoteWriteVersion } from '@proofload/sources';
import { requireScope, type ServiceContext } from '../context.ts';
import { findRun } from '../runs/find-run.ts';
import { cleanIdentity } from './clean-identity.ts';
import { checkPart, checkTakesData, moveStart } from './external-data.ts';

export type { RemoteWriteVersion };

/** Largest compressed request; senders stay well below a megabyte. */
const maxBodyBytes = 16 * 1024 * 1024;
/** Series kept apart in one request; the samples of further ones are folded together per metric. */
const maxSeries = 10_000;

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
  const rollup = new Rollup({
    maxSeries,
    maxOpenPoints: Number.POSITIVE_INFINITY,
    chunkPoints: Number.POSITIVE_INFINITY,
    gaugeResolutionMs: 0,
  });
  const counts = decodeRemoteWrite(body, write.version, cleanSink(rollup));
  if (rollup.samples === 0) return { ...counts, unchanged: true };
  const stream = { name: `write:${part}`, source: 'remote-write', format: `remote-write-${write.version}` };
  const digest = createHash('sha256').update(body).digest();
  const isNew = await ctx.samples.appendBatch(run.key, stream, { digest, rollup });
  if (isNew) await moveStart(ctx, run, firstOf(rollup));
  return { ...counts, unchanged: !isNew };
}

const cleanSink = (rollup: Rollup): Pick<SampleSink, 'series' | 'add'> => ({
  series: (identity) => rollup.series(cleanIdentity(identity)),
  add: (ref, timeMs, value) => rollup.add(ref, timeMs, value),
});

function firstOf({ entries }: Rollup): number | null {
  let firstMs = Number.POSITIVE_INFINITY;
  for (const { totals } of entries) firstMs = Math.min(firstMs, totals.firstMs);
  return Number.isFinite(firstMs) ? firstMs : null;
}

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
