import { weighTradeOff } from '@proofload/analysis';
import {
  type Balance,
  type BreachComparison,
  type Breakdown,
  type CompareQuery,
  type Comparison,
  type PartChoices,
  partChoicesSchema,
  type ReportParts,
  type TradeOff,
} from '@proofload/contracts';
import { ProofloadError } from '@proofload/domain';
import {
  compareBreaches,
  compareCapacity,
  compareRuns,
  frozenLatencies,
  type RunSelection,
  readBalance,
  readBalanceOverTime,
  readBreakdown,
  readLatency,
  readScaling,
} from '../compare/index.ts';
import type { ServiceContext } from '../context.ts';
import { boundParts } from './bound-parts.ts';

/**
 * What a comparison says besides its summary. What does not apply to its runs is left out; so is what is too large, which
 * is said.
 * @param selection the runs, read once for all parts, so that all are about the same
 * @throws `invalid` naming the choice that these runs do not have
 */
export async function freezeParts(
  ctx: ServiceContext,
  query: CompareQuery,
  selection: RunSelection,
  comparison: Comparison,
  choices: PartChoices = partChoicesSchema.parse({}),
): Promise<ReportParts> {
  // All measurements are there to choose from, whichever the table shows; curves have groups and baselines of their own.
  const { measurements: _, ...compared } = query;
  const { by: __, baseline: ___, ...curves } = query;
  const { scaling, tradeOff, objectives, balance, breakdown, latency } = choices;
  const curved = await named(
    'scaling',
    readScaling(ctx, { ...curves, by: 'treatment', ...scaling }, selection),
  );
  const weighed = await named('tradeOff', freezeTradeOff(ctx, compared, selection, tradeOff));
  const breaches = await named('objectives', compareBreaches(ctx, { ...query, ...objectives }, selection));
  const capacity = await compareCapacity(ctx, query, selection);
  const spread = await named('balance', readBalance(ctx, { ...compared, ...balance }, selection));
  const parts = await named('breakdown', readBreakdown(ctx, { ...compared, ...breakdown }, selection));
  const tail = await named(
    'latency',
    readLatency(ctx, { ...compared, ...latency, top: frozenLatencies }, selection),
  );
  return boundParts({
    scaling: curved.factor !== null && curved.panels.some((panel) => panel.curves.length > 0) ? curved : null,
    tradeOff: weighed,
    breaches: hasObjectives(comparison, breaches) ? breaches : null,
    capacity: capacity.runs.length > 0 ? capacity : null,
    balance: hasParts(spread) ? spread : null,
    entities: await readBalanceOverTime(ctx, spread, balance),
    breakdown: hasParts(parts) ? parts : null,
    latency: tail.samples === null ? null : tail,
    omitted: [],
  });
}

const hasParts = ({ samples, reported }: Balance | Breakdown): boolean =>
  samples !== null || reported.length > 0;

const hasObjectives = ({ slos }: Comparison, { runs }: BreachComparison): boolean =>
  slos.length > 0 || runs.some(({ thresholds }) => thresholds.length > 0);

/** The two measurements that were chosen, or else the first two with a better side, or the first two. */
async function freezeTradeOff(
  ctx: ServiceContext,
  query: CompareQuery,
  selection: RunSelection,
  choice: PartChoices['tradeOff'],
): Promise<TradeOff | null> {
  const comparison = await compareRuns(ctx, query, selection);
  const { measurements } = comparison;
  const sided = measurements.filter(({ better }) => better !== 'none');
  const ranked = [...sided, ...measurements.filter(({ better }) => better === 'none')];
  const choose = (field: 'x' | 'y', other: string | undefined) => {
    const wanted = choice[field];
    if (wanted === undefined) return ranked.find(({ name }) => name !== other);
    const found = measurements.find(({ name }) => name === wanted);
    if (found) return found;
    const known = measurements.slice(0, 20).map(({ name }) => name);
    const message = `expected a measurement of these runs (${known.join(', ')}), not ${wanted}`;
    throw new ProofloadError('invalid', `${field}: ${message}`, { fields: [{ field, message }] });
  };
  const x = choose('x', choice.y);
  const y = choose('y', x?.name);
  return x && y ? weighTradeOff(comparison, x, y) : null;
}

/** Names the place of a choice as the request has it. */
async function named<T>(part: keyof PartChoices, reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof ProofloadError) || error.fields.length === 0) throw error;
    const fields = error.fields.map((one) => ({ ...one, field: `view.parts.${part}.${one.field}` }));
    throw new ProofloadError(error.code, `view.parts.${part}: ${error.message}`, { fields, cause: error });
  }
}
