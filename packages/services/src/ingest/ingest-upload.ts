import type { IngestReport } from '@proofload/contracts';
import type { OriginHandle } from '@proofload/db';
import { ProofloadError } from '@proofload/domain';
import { type DecodeProgress, emptyProgress } from '@proofload/sources';
import { requireScope, type ServiceContext } from '../context.ts';
import { toInstantOrNull } from '../instant.ts';
import { findRun } from '../runs/find-run.ts';
import { checkPart, checkTakesData, moveStart } from './external-data.ts';
import { meterBody } from './meter-body.ts';
import { toTotalsRow } from './reported-rows.ts';
import { RollupSink, type RollupSinkOptions } from './rollup-sink.ts';

/** How long an upload waits for a database that is away; its sender is waiting as well. */
const uploadPatienceMs = 20_000;

export interface Upload {
  runId: string;
  /** Tells uploads of several load generators apart; a new upload of a part replaces the earlier one. */
  part?: string | undefined;
  body: AsyncIterable<Uint8Array>;
}

export interface UploadKind {
  source: string;
  /** The source once the format is known, for kinds that take those of several. */
  sourceOf?(format: string): string;
  rollup?: RollupSinkOptions['rollup'];
  /** Name of the origin, once the format is known. */
  originName(part: string, format: string | null): string;
  decode(body: AsyncIterable<Uint8Array>, sink: RollupSink, progress: DecodeProgress): Promise<void>;
}

/**
 * Streams an upload into a run: the same bytes again change nothing, other bytes replace what the part had. What came
 * before a broken line or a cut connection is kept, unless an earlier upload of the part was whole. Throws what the
 * decoder throws, saying what was kept.
 */
export async function ingestUpload(
  ctx: ServiceContext,
  upload: Upload,
  kind: UploadKind,
): Promise<IngestReport> {
  requireScope(ctx, 'ingest');
  const run = await findRun(ctx, upload.runId);
  const part = checkPart(upload.part);
  checkTakesData(run, upload.part);
  const handle = await ctx.samples.openOrigin(run.key, {
    name: kind.originName(part, null),
    source: kind.source,
    format: 'unknown',
    isStaged: true,
  });
  const metered = meterBody(upload.body);
  const progress = emptyProgress();
  const retry = { forMs: uploadPatienceMs, signal: new AbortController().signal };
  const sink = new RollupSink(ctx, {
    handle,
    flushEveryMs: null,
    retry,
    ...(kind.rollup && { rollup: kind.rollup }),
  });
  const failure = await decodeInto(metered.body, sink, progress, kind);
  if (failure !== null && (sink.rollup.samples === 0 || isOurs(failure))) {
    await drop(ctx, handle);
    throw failure;
  }
  await sink.flush();
  if (progress.reported.length > 0)
    await ctx.samples.writeTotals(handle, progress.reported.map(toTotalsRow), sink.rollup.entries.length);
  const warnings = [...progress.warnings, ...sink.warnings()];
  const isStored = await ctx.samples.closeOrigin(handle, kind.originName(part, progress.format), {
    format: progress.format ?? 'unknown',
    source: progress.format === null ? undefined : kind.sourceOf?.(progress.format),
    sha256: failure === null ? metered.sha256() : null,
    samples: progress.samples,
    lines: progress.lines,
    bytes: metered.bytes(),
    warnings,
    isComplete: failure === null,
    isAddition: !progress.hasTimes,
  });
  // Also when it was stored before: whoever did so may have died before this.
  if (isStored || failure === null) await moveStart(ctx, run, sink.span.firstMs);
  if (failure !== null) throw withKept(failure, progress, isStored);
  return {
    format: progress.format ?? 'unknown',
    samples: progress.samples,
    series: sink.rollup.entries.length + progress.reported.length,
    lines: progress.lines,
    bytes: metered.bytes(),
    from: toInstantOrNull(sink.span.firstMs),
    to: toInstantOrNull(sink.span.lastMs),
    unchanged: !isStored,
    warnings,
    notes: progress.notes,
  };
}

/** Decodes to the end; the error, if any, comes back instead of being thrown. */
async function decodeInto(
  body: AsyncIterable<Uint8Array>,
  sink: RollupSink,
  progress: DecodeProgress,
  kind: UploadKind,
): Promise<Error | null> {
  try {
    await kind.decode(body, sink, progress);
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** Failures that say nothing about the data, so that the sender should simply try again. */
function isOurs(failure: Error): boolean {
  return (
    !(failure instanceof ProofloadError) || failure.code === 'unavailable' || failure.code === 'conflict'
  );
}

async function drop(ctx: ServiceContext, handle: OriginHandle): Promise<void> {
  await ctx.samples.dropOrigin(handle).catch((error: unknown) => {
    // Staged data is invisible, and the reconciler removes what stays behind.
    ctx.log.warn('An upload that failed could not be removed', { error: String(error) });
  });
}

function withKept(failure: Error, progress: DecodeProgress, isStored: boolean): Error {
  if (!(failure instanceof ProofloadError)) return failure;
  const { code, message, fields, cause } = failure;
  const kept = isStored
    ? { lines: progress.lines, samples: progress.samples }
    : { lines: 0, samples: 0, earlier: 'the earlier upload, which was whole, stays' };
  return new ProofloadError(code, message, { fields, kept, cause });
}
