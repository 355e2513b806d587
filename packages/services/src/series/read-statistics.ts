import { makeRange, summariseSeries, type TimeRange } from '@proofload/analysis';
import type { SeriesStatistics, StatisticsQuery } from '@proofload/contracts';
import type { RunRecord } from '@proofload/db';
import { aggregatePattern, ProofloadError, parseMatchers } from '@proofload/domain';
import { requireScope, type ServiceContext } from '../context.ts';
import { findRun } from '../runs/find-run.ts';
import { requireKeptSamples } from '../runs/require-kept-samples.ts';
import { splitList } from '../split-list.ts';
import { openRunData } from './run-data.ts';

const maxAggregates = 20;

/**
 * Aggregates of a metric over any stretch of a run: percentiles are those of the observations in it, never averages of
 * percentiles. Throws `invalid` naming the field.
 */
export async function readStatistics(
  ctx: ServiceContext,
  { runId, ...query }: StatisticsQuery & { runId: string },
): Promise<SeriesStatistics> {
  requireScope(ctx, 'read');
  const run = await findRun(ctx, runId);
  requireKeptSamples(run);
  const data = openRunData(ctx.samples, run.key);
  const range = chooseRange(run, query, Object.values(await data.readSpans()));
  const groups = await summariseSeries(
    { metric: query.metric, matchers: query.labels === undefined ? [] : parseMatchers(query.labels) },
    {
      by: query.by === '*' ? null : splitList(query.by ?? '', ','),
      aggregates: readAggregates(query.aggregates),
    },
    range,
    data,
  );
  return {
    run: run.id,
    metric: query.metric,
    from: new Date(range.fromMs).toISOString(),
    to: new Date(range.toMs).toISOString(),
    groups,
  };
}

function readAggregates(list: string): string[] {
  const aggregates = splitList(list, ',');
  const wrong = aggregates.find((aggregate) => !aggregatePattern.test(aggregate));
  if (wrong === undefined && aggregates.length > 0 && aggregates.length <= maxAggregates) return aggregates;
  throw refuse(
    'aggregates',
    wrong === undefined
      ? `expected one to ${maxAggregates}, separated by commas`
      : `expected count, sum, rate, avg, min, max, last, increase, share or a percentile such as p99.9, not ${wrong}`,
  );
}

interface Stretch {
  fromMs: number;
  toMs: number;
}

/** A phase, or what `from` and `to` say, or all that was seen. */
function chooseRange(run: RunRecord, query: StatisticsQuery, spans: readonly Stretch[]): TimeRange {
  const seen = {
    fromMs: spans.reduce((least, { fromMs }) => Math.min(least, fromMs), run.startedAtMs ?? run.createdAtMs),
    toMs: spans.reduce((most, { toMs }) => Math.max(most, toMs), run.startedAtMs ?? run.createdAtMs),
  };
  const phase = query.phase === undefined ? undefined : run.phases.find(({ name }) => name === query.phase);
  if (query.phase !== undefined && !phase) throw refuse('phase', `the run has no phase ${query.phase}`);
  const fromMs = query.from === undefined ? (phase?.startMs ?? seen.fromMs) : Date.parse(query.from);
  const toMs = query.to === undefined ? (phase?.endMs ?? seen.toMs) : Date.parse(query.to);
  if (toMs < fromMs) throw refuse('to', 'expected a time after `from`');
  const atEnd = toMs >= seen.toMs ? 'all' : 'nothing';
  return makeRange(fromMs, toMs, { start: true, end: true, atEnd });
}

function refuse(field: string, message: string): ProofloadError {
  return new ProofloadError('invalid', `${field}: ${message}`, { fields: [{ field, message }] });
}
