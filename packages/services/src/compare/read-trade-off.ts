import { weighTradeOff } from '@proofload/analysis';
import type { Comparison, TradeOff, TradeOffQuery } from '@proofload/contracts';
import { ProofloadError } from '@proofload/domain';
import type { CompareContext } from './compare-context.ts';
import { compareRuns } from './compare-runs.ts';

/** Two measurements of what is compared, against one another, with their Pareto front. */
export async function readTradeOff(
  ctx: CompareContext,
  { x, y, ...query }: TradeOffQuery,
): Promise<TradeOff> {
  const comparison = await compareRuns(ctx, query);
  return weighTradeOff(comparison, findMeasurement(comparison, 'x', x), findMeasurement(comparison, 'y', y));
}

function findMeasurement({ measurements }: Comparison, field: 'x' | 'y', name: string) {
  const found = measurements.find((measurement) => measurement.name === name);
  if (found) return found;
  const known = measurements.slice(0, 20).map((measurement) => measurement.name);
  const message = `expected a measurement of these runs (${known.join(', ')}), not ${name}`;
  throw new ProofloadError('invalid', `${field}: ${message}`, { fields: [{ field, message }] });
}
