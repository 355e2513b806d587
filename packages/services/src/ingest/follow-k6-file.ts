import { ProofloadError } from '@proofload/domain';
import { followFile, NdjsonDecoder } from '@proofload/sources';
import { retryWhileAway } from './retry-while-away.ts';
import { RollupSink } from './rollup-sink.ts';
import { liveFlushMs, type StreamContext, type StreamReport, streamPatienceMs } from './stream-report.ts';
import { wait } from './wait.ts';

const pollEveryMs = 250;

export interface FollowK6Input {
  runKey: bigint;
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
  const { runKey, path, ended, signal } = input;
  const retry = { forMs: streamPatienceMs, signal };
  const origin = { name: k6Origin, source: 'k6', format: 'k6-ndjson', isStaged: false };
  const handle = await retryWhileAway(ctx, () => ctx.samples.openOrigin(runKey, origin), retry);
  const sink = new RollupSink(ctx, { handle, flushEveryMs: liveFlushMs, retry });
  const decoder = new NdjsonDecoder(sink);
  const progress = { bytes: 0, problem: null as string | null };
  const poll = { pollEveryMs, ended, signal, wait, onIdle: () => sink.drain() };
  try {
    for await (const chunk of followFile(path, poll)) {
      progress.bytes += chunk.length;
      decoder.write(chunk);
      await sink.drain();
      input.onProgress?.({ samples: decoder.samples });
    }
  } catch (error) {
    if (!(error instanceof ProofloadError) || error.code === 'unavailable' || error.code === 'conflict')
      throw error;
    progress.problem = `The output of k6 could not be read to its end: ${error.message}`;
  }
  const report = (warnings: string[]): StreamReport => {
    return {
      origin: k6Origin,
      samples: decoder.samples,
      series: sink.rollup.entries.length,
      ...sink.span,
      warnings,
    };
  };
  if (signal.aborted) return report(['Reading was given up']);
  await sink.flush();
  // Half a line is what a killed k6 leaves; it is no reason to complain about the rest.
  const warnings = [
    ...(progress.problem === null ? [] : [progress.problem]),
    ...(decoder.hasOpenLine ? ['The last line of the output of k6 is incomplete and was left out'] : []),
    ...decoder.warnings(),
    ...sink.warnings(),
  ];
  const end = {
    format: 'k6-ndjson',
    sha256: null,
    samples: decoder.samples,
    lines: decoder.lines,
    bytes: progress.bytes,
    warnings,
    isComplete: progress.problem === null && !decoder.hasOpenLine,
  };
  await retryWhileAway(ctx, () => ctx.samples.closeOrigin(handle, k6Origin, end), retry);
  return report(warnings);
}
