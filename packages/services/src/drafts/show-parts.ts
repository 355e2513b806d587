import { type DraftViewBlock, weighTradeOff } from '@proofload/analysis';
import type {
  BalanceQuery,
  BreakdownQuery,
  Comparison,
  EvaluatedView,
  LatencyQuery,
} from '@proofload/contracts';
import type { RunRecord } from '@proofload/db';
import { ProofloadError } from '@proofload/domain';
import {
  type RunSelection,
  readBalance,
  readBalanceOverTime,
  readBreakdown,
  readLatency,
  readScaling,
} from '../compare/index.ts';
import type { ServiceContext } from '../context.ts';
import { readFigures } from '../series/read-figures.ts';

/** How measurements respond to a factor of the runs. */
export async function showScaling(
  ctx: ServiceContext,
  { by, baseline, measurements, scaling }: DraftViewBlock,
  records: readonly RunRecord[],
): Promise<Partial<EvaluatedView>> {
  const query = {
    by,
    ...(baseline === null ? {} : { baseline }),
    ...(measurements === null ? {} : { measurements: measurements.join(',') }),
    ...scaling,
  };
  // The oldest first, as they were planned.
  const selection = { runs: records.toReversed(), isOrdered: true, warnings: [] };
  const found = await readScaling(ctx, query, selection);
  return found.factor === null ? { problem: 'No parameter varies between these runs' } : { scaling: found };
}

/** The first two measurements against one another; a block names them. */
export function showTradeOff(comparison: Comparison): Partial<EvaluatedView> {
  const [x, y] = comparison.measurements;
  if (x === undefined || y === undefined)
    return { problem: 'measurements: expected two, as in `measurements: [throughput, p95]`' };
  return { comparison, tradeOff: weighTradeOff(comparison, x, y) };
}

/** How evenly load is spread over entities; from samples also over time. */
export async function showBalance(
  ctx: ServiceContext,
  query: BalanceQuery,
  comparison: Comparison,
  selection: RunSelection,
): Promise<Partial<EvaluatedView>> {
  const balance = await readBalance(ctx, query, selection);
  if (balance.samples === null && balance.reported.length === 0)
    return { problem: balance.why ?? 'These runs have no balance' };
  return { comparison, balance, entities: await readBalanceOverTime(ctx, balance, query) };
}

/** What a whole is made of. */
export async function showBreakdown(
  ctx: ServiceContext,
  query: BreakdownQuery,
  comparison: Comparison,
  selection: RunSelection,
): Promise<Partial<EvaluatedView>> {
  const breakdown = await readBreakdown(ctx, query, selection);
  if (breakdown.samples === null && breakdown.reported.length === 0)
    return { problem: breakdown.why ?? 'These runs have no breakdown' };
  return { comparison, breakdown };
}

/** Percentiles by verb or endpoint. */
export async function showLatency(
  ctx: ServiceContext,
  query: LatencyQuery,
  comparison: Comparison,
  selection: RunSelection,
): Promise<Partial<EvaluatedView>> {
  const latency = await readLatency(ctx, query, selection);
  return latency.samples === null
    ? { problem: latency.why ?? 'These runs have no durations by a label' }
    : { comparison, latency };
}

/** Runs whose samples are drawn; more lines than that tell nothing, and a report would hold them all. */
const maxDrawnRuns = 50;

/** Figures of what was sampled. */
export async function showFigures(
  ctx: ServiceContext,
  { view, metrics }: DraftViewBlock,
  comparison: Comparison,
): Promise<Partial<EvaluatedView>> {
  const ids = comparison.runs.flatMap(({ id, samplesExpiredAt }) => (samplesExpiredAt ? [] : [id]));
  if (ids.length > maxDrawnRuns)
    return {
      problem: `Figures are of at most ${maxDrawnRuns} runs, not ${ids.length}; narrow the block with \`runs\``,
    };
  const check = (known: ReadonlySet<string>): string[] => {
    const missing = (metrics ?? []).filter((metric) => !known.has(metric));
    if (missing.length === 0) return metrics ?? [];
    throw new ProofloadError('invalid', `metrics: none of these runs has ${missing.join(', ')}`);
  };
  const isOverTime = view === 'over-time';
  const found = await readFigures(
    ctx,
    ids,
    isOverTime && metrics === null ? undefined : isOverTime ? check : () => [],
  );
  const isEmpty = isOverTime ? found.series.length === 0 : found.metrics.length === 0;
  if (isEmpty) return { problem: 'These runs have no samples' };
  return { comparison, figures: { series: found.series, metrics: found.metrics } };
}
