import { createHash } from 'node:crypto';
import type { RunRecord } from '@proofload/db';
import { ProofloadError } from '@proofload/domain';
import type { SampleColumns } from '@proofload/series';
import { requireScope, type ServiceContext } from '../context.ts';
import { Recall } from '../recall.ts';
import { findRun } from '../runs/find-run.ts';
import { checkPart, checkTakesData, moveStart } from './external-data.ts';
import type { Reading } from './request-reader.ts';

/** Largest request as it comes; senders stay well below a megabyte. */
const maxBodyBytes = 16 * 1024 * 1024;

/** One of the many small requests in which a sender pushes samples into a run. */
export interface Push {
  runId: string;
  /** Tells senders apart. */
  part?: string | undefined;
  body: AsyncIterable<Uint8Array>;
}

interface PushStream {
  run: RunRecord;
  /** Such as `write:default`. */
  name: string;
}

export interface PushKind<C> {
  source: string;
  /** Before the part in the name of the stream. */
  prefix: string;
  /** Such as `remote-write-1.0`. */
  format: string;
  /** Throws `invalid` and `too-large`. @param stream that the samples will be of */
  read(body: Buffer, stream: PushStream): Reading<C>;
}

export interface Accepted<C> {
  counts: C;
  /** Samples that had no possible time or value. */
  refused: number;
  /** True when the same request was accepted before, or held no sample, so that nothing has changed. */
  unchanged: boolean;
}

/**
 * Accepts a pushed request into a run. When this returns, the samples are stored and survive whatever dies; a request
 * that is sent again is counted once. Throws `invalid` or `too-large`, which senders do not repeat, and `unavailable`,
 * which they do.
 */
export async function acceptPush<C>(
  ctx: ServiceContext,
  push: Push,
  { source, prefix, format, read }: PushKind<C>,
): Promise<Accepted<C>> {
  requireScope(ctx, 'ingest');
  const run = await recallRun(ctx, push.runId);
  const part = checkPart(push.part);
  checkTakesData(run, push.part);
  const body = await readWhole(push.body);
  const name = `${prefix}:${part}`;
  const { counts, refused, ...batch } = read(body, { run, name });
  const firstMs = earliestOf(batch.columns);
  if (firstMs === null) return { counts, refused, unchanged: true };
  const stream = { name, source, format };
  const digest = createHash('sha256').update(body).digest();
  const isNew = await ctx.samples.appendSamples(run.key, stream, { ...batch, digest });
  // Also when it was accepted before: whoever did so may have died before this.
  await moveStart(ctx, run, firstMs);
  return { counts, refused, unchanged: !isNew };
}

/** There may be more of them than a call takes arguments. */
function earliestOf({ times, sketches }: SampleColumns): number | null {
  let firstMs = sketches.reduce((least, { timeMs }) => Math.min(least, timeMs), Number.POSITIVE_INFINITY);
  for (let at = 0; at < times.length; at++) firstMs = Math.min(firstMs, times[at] as number);
  return Number.isFinite(firstMs) ? firstMs : null;
}

const recalled = new WeakMap<ServiceContext['samples'], Recall<RunRecord>>();

/** The run of one of many requests a second. The store refuses samples of one that was finished a moment ago. */
async function recallRun(ctx: ServiceContext, id: string): Promise<RunRecord> {
  const runs = recalled.get(ctx.samples) ?? new Recall<RunRecord>();
  recalled.set(ctx.samples, runs);
  const { projectId, runId = '' } = ctx.actor;
  const run = await runs.read(`${projectId} ${runId} ${id}`, ctx.clock.nowMs(), () => findRun(ctx, id));
  return run ?? findRun(ctx, id);
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
