import type { SourceDefinition } from '@proofload/domain';
import { type CollectResult, collectQueries, createPrometheusClient } from '@proofload/sources';
import { describeGap } from './describe-gap.ts';
import type { RollupSink } from './rollup-sink.ts';
import type { StreamContext } from './stream-report.ts';
import { wait } from './wait.ts';

type PrometheusSource = Extract<SourceDefinition, { kind: 'prometheus' }>;

export interface CollectInput {
  /** Where queries go whose source names no server: the cluster's Prometheus. */
  prometheusUrl: string | null;
  startedMs: number;
  /** Aborted when the load has ended: the source is asked once more, and that is the end. */
  ended: AbortSignal;
  /** Aborted to give up at once, because the run belongs to somebody else now. What is stored stays. */
  signal: AbortSignal;
}

/** Queries are repeated no more often than this while the run goes on. */
const fewestMs = 5_000;
/** The newest data change while Prometheus is still scraping them; they are asked for after this time. */
const settleMs = 5_000;

/** Asks a Prometheus for the queries of a source, piece by piece while the run goes on and to its end afterwards. */
export async function collectPrometheus(
  ctx: StreamContext,
  input: CollectInput,
  source: PrometheusSource,
  sink: RollupSink,
): Promise<{ warnings: string[]; isComplete: boolean }> {
  const { ended, signal } = input;
  const url = source.url ?? input.prometheusUrl;
  if (url === null) {
    return {
      warnings: ['No Prometheus is known: the source has no url, and neither has the cluster'],
      isComplete: false,
    };
  }
  const client = createPrometheusClient(fetch, url);
  const found: Found = { gaps: [], warnings: new Set() };
  const { queries, stepMs } = source;
  const collect = async (asked: PrometheusSource['queries'], fromMs: number, toMs: number): Promise<void> => {
    const options = { queries: asked, stepMs, wait, signal };
    const result = await collectQueries(client, sink, { fromMs, toMs }, options);
    found.gaps.push(...result.gaps);
    for (const warning of result.warnings) found.warnings.add(warning);
  };
  let fromMs = input.startedMs;
  const collectTo = async (toMs: number): Promise<void> => {
    await collect(queries, fromMs, toMs);
    // The next piece begins after the last time that was evaluated.
    fromMs = Math.max(fromMs, Math.floor(toMs / stepMs) * stepMs + 1);
  };
  const stopped = AbortSignal.any([ended, signal]);
  while (!stopped.aborted) {
    await wait(Math.max(stepMs, fewestMs), stopped);
    if (!stopped.aborted) await collectTo(ctx.clock.nowMs() - settleMs);
  }
  const endMs = ctx.clock.nowMs();
  await wait(Math.min(stepMs, settleMs), signal);
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
