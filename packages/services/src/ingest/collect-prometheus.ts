import { ProofloadError, type SourceDefinition } from '@proofload/domain';
import {
  type CollectResult,
  collectQueries,
  type PrometheusConnection,
  readDelayMs,
} from '@proofload/sources';
import { describeGap } from './describe-gap.ts';
import type { RollupSink } from './rollup-sink.ts';
import type { StreamContext } from './stream-report.ts';
import { wait } from './wait.ts';

export type PrometheusSource = Extract<SourceDefinition, { kind: 'prometheus' }>;

export interface OpenPrometheus extends PrometheusConnection {
  /** How far its data lie behind; null takes what fits the kind of server. */
  delayMs: number | null;
}

export interface CollectInput {
  /** Connects to the server that a source asks. Throws `ProofloadError` with the reason when there is none. */
  openPrometheus: (source: PrometheusSource) => Promise<OpenPrometheus>;
  startedMs: number;
  /** Aborted when the load has ended: the source is asked once more, and that is the end. */
  ended: AbortSignal;
  /** Aborted to give up at once, because the run belongs to somebody else now. What is stored stays. */
  signal: AbortSignal;
}

/** Queries are repeated no more often than this while the run goes on. */
const fewestMs = 5_000;
/** The newest data change while Prometheus is still scraping them; they are asked for after this time at least. */
const settleMs = 5_000;

/** Asks a Prometheus for the queries of a source, piece by piece while the run goes on and to its end afterwards. */
export async function collectPrometheus(
  ctx: StreamContext,
  input: CollectInput,
  source: PrometheusSource,
  sink: RollupSink,
): Promise<{ warnings: string[]; isComplete: boolean }> {
  const opened = await open(input, source);
  if (opened instanceof ProofloadError) return { warnings: [opened.message], isComplete: false };
  try {
    return await collectFrom(ctx, input, source, sink, opened);
  } finally {
    await opened.close();
  }
}

/** The rest of a run is worth having without this source, whatever the reason. */
async function open(input: CollectInput, source: PrometheusSource): Promise<OpenPrometheus | ProofloadError> {
  try {
    return await input.openPrometheus(source);
  } catch (error) {
    if (error instanceof ProofloadError) return error;
    throw error;
  }
}

async function collectFrom(
  ctx: StreamContext,
  { startedMs, ended, signal }: CollectInput,
  { queries, stepMs }: PrometheusSource,
  sink: RollupSink,
  { client, delayMs }: OpenPrometheus,
): Promise<{ warnings: string[]; isComplete: boolean }> {
  const found: Found = { gaps: [], warnings: new Set() };
  const collect = async (asked: PrometheusSource['queries'], fromMs: number, toMs: number): Promise<void> => {
    const options = { queries: asked, stepMs, wait, signal };
    const result = await collectQueries(client, sink, { fromMs, toMs }, options);
    found.gaps.push(...result.gaps);
    for (const warning of result.warnings) found.warnings.add(warning);
  };
  let fromMs = startedMs;
  const collectTo = async (toMs: number): Promise<void> => {
    await collect(queries, fromMs, toMs);
    // The next piece begins after the last time that was evaluated.
    fromMs = Math.max(fromMs, Math.floor(toMs / stepMs) * stepMs + 1);
  };
  let behindMs = delayMs;
  const stopped = AbortSignal.any([ended, signal]);
  while (!stopped.aborted) {
    await wait(Math.max(stepMs, fewestMs), stopped);
    behindMs ??= await readDelayMs(client, signal);
    if (!stopped.aborted) await collectTo(ctx.clock.nowMs() - Math.max(settleMs, behindMs ?? 0));
  }
  const endMs = ctx.clock.nowMs();
  behindMs ??= await readDelayMs(client, signal);
  await wait(behindMs || Math.min(stepMs, settleMs), signal);
  // A Prometheus that was away may be back, with what it scraped meanwhile.
  const missed = joinGaps(found.gaps.splice(0));
  for (const { query, gap } of missed) {
    if (!signal.aborted) await collect({ [query]: queries[query] ?? '' }, gap.fromMs, gap.toMs);
  }
  if (!signal.aborted) await collectTo(endMs);
  const gaps = joinGaps(found.gaps);
  const warnings = gaps.map(({ query, gap }) => describeGap(`No data of query ${query}`, gap));
  return { warnings: [...warnings, ...found.warnings], isComplete: gaps.length === 0 };
}

interface Found {
  gaps: CollectResult['gaps'];
  warnings: Set<string>;
}

/** Gaps of one query that follow one another for the same reason are one. */
function joinGaps(gaps: CollectResult['gaps']): CollectResult['gaps'] {
  const joined: CollectResult['gaps'] = [];
  for (const { query, gap } of gaps) {
    const before = joined.findLast((candidate) => candidate.query === query);
    if (before?.gap.reason !== gap.reason) {
      joined.push({ query, gap: { ...gap } });
      continue;
    }
    before.gap.toMs = gap.toMs;
    before.gap.attempts += gap.attempts;
  }
  return joined;
}
