import type { SourceDefinition } from '@proofload/domain';
import { type CollectResult, collectQueries, createPrometheusClient } from '@proofload/sources';
import { describeGap } from './describe-gap.ts';
import type { RollupSink } from './rollup-sink.ts';
import type { RunSourcesInput } from './run-sources.ts';
import type { StreamContext } from './stream-report.ts';
import { wait } from './wait.ts';

type PrometheusSource = Extract<SourceDefinition, { kind: 'prometheus' }>;

/** Queries are repeated no more often than this while the run goes on. */
const fewestMs = 5_000;
/** The newest data change while Prometheus is still scraping them; they are asked for after this time. */
const settleMs = 5_000;

/** Asks a Prometheus for the queries of a source, piece by piece while the run goes on and to its end afterwards. */
export async function collectPrometheus(
  ctx: StreamContext,
  input: RunSourcesInput,
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
  const found: CollectResult = { samples: 0, gaps: [], warnings: [] };
  let fromMs = input.startedMs;
  const collectTo = async (toMs: number): Promise<void> => {
    const { queries, stepMs } = source;
    const result = await collectQueries(client, sink, { fromMs, toMs }, { queries, stepMs, wait, signal });
    found.gaps.push(...result.gaps);
    for (const warning of result.warnings)
      if (!found.warnings.includes(warning)) found.warnings.push(warning);
    // The next piece begins after the last time that was evaluated.
    fromMs = Math.max(fromMs, Math.floor(toMs / stepMs) * stepMs + 1);
  };
  const stopped = AbortSignal.any([ended, signal]);
  while (!stopped.aborted) {
    await wait(Math.max(source.stepMs, fewestMs), stopped);
    if (!stopped.aborted) await collectTo(ctx.clock.nowMs() - settleMs);
  }
  const endMs = ctx.clock.nowMs();
  await wait(Math.min(source.stepMs, settleMs), signal);
  if (!signal.aborted) await collectTo(endMs);
  const gaps = joinGaps(found.gaps);
  return {
    warnings: [
      ...gaps.map(({ query, gap }) => describeGap(`No data of query ${query}`, gap)),
      ...found.warnings,
    ],
    isComplete: gaps.length === 0,
  };
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
