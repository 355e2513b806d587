import { createHash } from 'node:crypto';
import { ProofloadError } from '@proofload/domain';
import { requireScope, type ServiceContext } from '../context.ts';
import { findRun } from '../runs/find-run.ts';
import { checkPart, checkTakesData, moveStart } from './external-data.ts';

/** Largest request as it comes; senders stay well below a megabyte. */
const maxBodyBytes = 16 * 1024 * 1024;

/** One of the many small requests in which a sender pushes samples into a run. */
export interface Push {
  runId: string;
  /** Tells senders apart. */
  part?: string | undefined;
  body: AsyncIterable<Uint8Array>;
}

/** What was found out about a request by decoding it once. */
export interface Inspected {
  /** Under which it is kept until it is merged. */
  format: string;
  /** Numbers to be stored. */
  samples: number;
  /** Time of its earliest sample; null when it has none. */
  firstMs: number | null;
}

export interface PushKind<I extends Inspected> {
  source: string;
  /** Before the part in the name of the stream. */
  prefix: string;
  /** Throws `invalid` and `too-large`. */
  inspect(body: Buffer): I;
}

/**
 * Accepts a pushed request into a run. When this returns, the samples are stored and survive whatever dies; a request
 * that is sent again is counted once. Throws `invalid` or `too-large`, which senders do not repeat, and `unavailable`,
 * which they do.
 */
export async function acceptPush<I extends Inspected>(
  ctx: ServiceContext,
  push: Push,
  { source, prefix, inspect }: PushKind<I>,
): Promise<{ inspected: I; unchanged: boolean }> {
  requireScope(ctx, 'ingest');
  const run = await findRun(ctx, push.runId);
  const part = checkPart(push.part);
  checkTakesData(run, push.part);
  const body = await readWhole(push.body);
  const inspected = inspect(body);
  const { format, samples, firstMs } = inspected;
  if (firstMs === null) return { inspected, unchanged: true };
  const stream = { name: `${prefix}:${part}`, source };
  const digest = createHash('sha256').update(body).digest();
  const isNew = await ctx.samples.appendPiece(run.key, stream, { format, data: body, digest, samples });
  if (isNew) await moveStart(ctx, run, firstMs);
  return { inspected, unchanged: !isNew };
}

/** A sink that keeps nothing but the time of the earliest sample. */
export class EarliestSample {
  #firstMs = Number.POSITIVE_INFINITY;

  series = (): number => 0;
  add = (_ref: number, timeMs: number): void => {
    if (timeMs < this.#firstMs) this.#firstMs = timeMs;
  };

  /** The time of the earliest sample since the last call; null when there was none. */
  take(): number | null {
    const firstMs = this.#firstMs;
    this.#firstMs = Number.POSITIVE_INFINITY;
    return Number.isFinite(firstMs) ? firstMs : null;
  }
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
