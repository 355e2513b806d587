import { ProofloadError, type SourceDefinition } from '@proofload/domain';
import { pollTarget } from '@proofload/sources';
import { type CollectInput, collectPrometheus } from './collect-prometheus.ts';
import { describeGap } from './describe-gap.ts';
import { retryWhileAway } from './retry-while-away.ts';
import { RollupSink } from './rollup-sink.ts';
import { liveFlushMs, type StreamContext, type StreamReport, streamPatienceMs } from './stream-report.ts';
import { wait } from './wait.ts';

export interface RunSourcesInput extends CollectInput {
  runKey: bigint;
  sources: readonly SourceDefinition[];
  /** The worker that reads, which must hold the lease of the run to begin. */
  owner?: string;
  /** Which worker of the run this is, from 1: what one scraped stays beside what the next one scrapes. */
  attempt?: number;
}

/**
 * Reads every source of a run while it runs, each into an origin of its own. A source that fails leaves gaps, which
 * its warnings name; only a database that stays away, or a run that was lost, makes this fail.
 */
export function runSources(ctx: StreamContext, input: RunSourcesInput): Promise<StreamReport[]> {
  return Promise.all(input.sources.map((source, index) => runSource(ctx, input, source, index)));
}

async function runSource(
  ctx: StreamContext,
  input: RunSourcesInput,
  source: SourceDefinition,
  index: number,
): Promise<StreamReport> {
  const { attempt = 1 } = input;
  const again = attempt > 1 ? `@${attempt}` : '';
  const name = source.kind === 'scrape' ? `scrape:${source.name}${again}` : `prometheus:${index + 1}`;
  const format = source.kind === 'scrape' ? 'openmetrics' : 'prometheus-range';
  const retry = { forMs: streamPatienceMs, signal: input.signal };
  const owner = input.owner === undefined ? {} : { owner: input.owner };
  const origin = { name, source: source.kind, format, isStaged: false, ...owner };
  const handle = await retryWhileAway(ctx, () => ctx.samples.openOrigin(input.runKey, origin), retry);
  const sink = new RollupSink(ctx, {
    handle,
    flushEveryMs: liveFlushMs,
    retry,
    rollup: { gaugeResolutionMs: 0 },
  });
  const found = await readSource(ctx, input, source, sink);
  const warnings = [...found.warnings, ...sink.warnings()];
  const { samples } = sink.rollup;
  const report = { origin: name, samples, series: sink.rollup.entries.length, ...sink.span, warnings };
  if (input.signal.aborted) return report;
  await sink.flush();
  const end = {
    format,
    sha256: null,
    samples,
    lines: 0,
    bytes: 0,
    warnings,
    isComplete: found.isComplete,
  };
  await retryWhileAway(ctx, () => ctx.samples.closeOrigin(handle, name, end), retry);
  return report;
}

interface Found {
  warnings: string[];
  isComplete: boolean;
}

async function readSource(
  ctx: StreamContext,
  input: RunSourcesInput,
  source: SourceDefinition,
  sink: RollupSink,
): Promise<Found> {
  try {
    if (source.kind === 'prometheus') return await collectPrometheus(ctx, input, source, sink);
    const { ended, signal } = input;
    const { gaps } = await pollTarget(source, sink, { fetch, nowMs: ctx.clock.nowMs, wait, ended, signal });
    return {
      warnings: gaps.map((gap) => describeGap(`No data from ${source.name}`, gap)),
      isComplete: gaps.length === 0,
    };
  } catch (error) {
    if (error instanceof ProofloadError && (error.code === 'unavailable' || error.code === 'conflict'))
      throw error;
    const what = source.kind === 'scrape' ? source.name : 'Prometheus';
    ctx.log.error('A source failed', { source: what, error: String(error) });
    return { warnings: [`Reading ${what} failed: ${(error as Error).message}`], isComplete: false };
  }
}
