import type { OriginDescription, OriginEnd } from '@proofload/db';
import { ProofloadError } from '@proofload/domain';
import { followFile, NdjsonDecoder } from '@proofload/sources';
import { retryWhileAway } from './retry-while-away.ts';
import { RollupSink } from './rollup-sink.ts';
import { liveFlushMs, type StreamContext, type StreamReport, streamPatienceMs } from './stream-report.ts';
import { wait } from './wait.ts';

const pollEveryMs = 250;

export interface FollowK6Input {
  runKey: bigint;
  /** The worker that reads, which must hold the lease of the run to begin. */
  owner?: string;
  /** NDJSON that k6 writes with `--out json=`, plain; it need not exist yet. */
  path: string;
  /** Aborted when k6 has exited: the rest of the file is read, and the origin is closed. */
  ended: AbortSignal;
  /** Aborted to give up at once, because the run belongs to somebody else now. What is stored stays. */
  signal: AbortSignal;
  onProgress?: (progress: { samples: number }) => void;
}

/** The origin of the k6 process that a worker runs. */
export const k6Origin = 'k6:default';

/**
 * Reads k6's output while it is being written, so that it is shown live. An earlier attempt's samples are replaced.
 * While the database is away nothing is read and nothing is lost: the file waits.
 */
export async function followK6File(ctx: StreamContext, input: FollowK6Input): Promise<StreamReport> {
  const retry = { forMs: streamPatienceMs, signal: input.signal };
  const handle = await retryWhileAway(
    ctx,
    () => ctx.samples.openOrigin(input.runKey, { ...describe(false), ...ownerOf(input) }),
    retry,
  );
  const sink = new RollupSink(ctx, { handle, flushEveryMs: liveFlushMs, retry });
  const read = await readK6File(sink, input);
  if (input.signal.aborted) return { ...reportOf(sink, read), warnings: ['Reading was given up'] };
  await sink.flush();
  await retryWhileAway(ctx, () => ctx.samples.closeOrigin(handle, k6Origin, endOf(read)), retry);
  return reportOf(sink, read);
}

/**
 * Reads what k6 wrote for a worker that is gone, from the beginning, and puts it in the place of what that worker had
 * stored of it, all at once. Changes nothing when it holds less.
 * @returns null when nothing was changed
 */
export async function recoverK6File(
  ctx: StreamContext,
  { runKey, path, signal }: Pick<FollowK6Input, 'runKey' | 'path' | 'signal'>,
): Promise<StreamReport | null> {
  const retry = { forMs: streamPatienceMs, signal };
  const handle = await ctx.samples.openOrigin(runKey, describe(true));
  const sink = new RollupSink(ctx, { handle, flushEveryMs: null, retry });
  const read = await readK6File(sink, { path, signal, ended: AbortSignal.abort() });
  await sink.flush();
  const stored = (await ctx.samples.listSeries(runKey)).filter(({ origin }) => origin === k6Origin);
  if (signal.aborted || countOf(sink.rollup.entries.map(({ totals }) => totals)) < countOf(stored)) {
    await ctx.samples.dropOrigin(handle);
    return null;
  }
  await ctx.samples.closeOrigin(handle, k6Origin, endOf(read));
  return reportOf(sink, read);
}

const ownerOf = ({ owner }: FollowK6Input) => (owner === undefined ? {} : { owner });

const describe = (isStaged: boolean): OriginDescription => ({
  name: k6Origin,
  source: 'k6',
  format: 'k6-ndjson',
  isStaged,
});

const countOf = (series: readonly { count: number }[]): number =>
  series.reduce((sum, { count }) => sum + count, 0);

interface ReadFile {
  samples: number;
  lines: number;
  bytes: number;
  warnings: string[];
  isComplete: boolean;
}

/** Reads until the load has ended or reading is given up. */
async function readK6File(
  sink: RollupSink,
  { path, ended, signal, onProgress }: Omit<FollowK6Input, 'runKey'>,
): Promise<ReadFile> {
  const decoder = new NdjsonDecoder(sink);
  let bytes = 0;
  let problem: string | null = null;
  const poll = { pollEveryMs, ended, signal, wait, onIdle: () => sink.drain() };
  try {
    for await (const chunk of followFile(path, poll)) {
      bytes += chunk.length;
      decoder.write(chunk);
      await sink.drain();
      onProgress?.({ samples: decoder.samples });
    }
  } catch (error) {
    if (!(error instanceof ProofloadError) || error.code === 'unavailable' || error.code === 'conflict')
      throw error;
    problem = `The output of k6 could not be read to its end: ${error.message}`;
  }
  // Half a line is what a killed k6 leaves; it is no reason to complain about the rest.
  const warnings = [
    ...(problem === null ? [] : [problem]),
    ...(decoder.hasOpenLine ? ['The last line of the output of k6 is incomplete and was left out'] : []),
    ...decoder.warnings(),
    ...sink.warnings(),
  ];
  const isComplete = problem === null && !decoder.hasOpenLine;
  return { samples: decoder.samples, lines: decoder.lines, bytes, warnings, isComplete };
}

const endOf = (read: ReadFile): OriginEnd => ({ format: 'k6-ndjson', sha256: null, ...read });

const reportOf = (sink: RollupSink, { samples, warnings }: ReadFile): StreamReport => ({
  origin: k6Origin,
  samples,
  series: sink.rollup.entries.length,
  ...sink.span,
  warnings,
});
