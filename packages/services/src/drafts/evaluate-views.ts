import {
  type DraftViewBlock,
  describeCurves,
  describeEnvironment,
  describeMethods,
  type ExpressionRun,
} from '@proofload/analysis';
import type { Comparison, EvaluatedView } from '@proofload/contracts';
import type { RunRecord } from '@proofload/db';
import { ProofloadError } from '@proofload/domain';
import type { CompareContext } from '../compare/compare-context.ts';
import {
  compareBreaches,
  compareCapacity,
  compareRecords,
  frozenLatencies,
  type RunSelection,
} from '../compare/index.ts';
import type { ServiceContext } from '../context.ts';
import { openDefinitions } from '../evaluations/open-definitions.ts';
import { requireFound } from '../not-found.ts';
import { maxRuns } from '../runs/find-runs.ts';
import { toExpressionRun } from './expression-run.ts';
import {
  showBalance,
  showBreakdown,
  showFigures,
  showLatency,
  showScaling,
  showTradeOff,
} from './show-parts.ts';

export interface EvaluatedViews {
  views: EvaluatedView[];
  /** Every run that one of them shows. */
  runs: RunRecord[];
}

/** What the blocks of a draft show. Blocks of the same runs read them once. */
export async function evaluateViews(
  ctx: ServiceContext,
  blocks: readonly DraftViewBlock[],
): Promise<EvaluatedViews> {
  const known = new Map<string, Promise<RunRecord[]>>();
  const runs = new Map<string, RunRecord>();
  const views: EvaluatedView[] = [];
  for (const block of blocks) {
    const key = JSON.stringify([block.experiment, block.sweep, block.runs]);
    const found = known.get(key) ?? readRuns(ctx, block);
    known.set(key, found);
    const { line, view, title } = block;
    const empty = {
      line,
      view,
      title,
      problem: null,
      comparison: null,
      curves: null,
      figures: null,
      scaling: null,
      tradeOff: null,
      breaches: null,
      capacity: null,
      balance: null,
      entities: [],
      breakdown: null,
      latency: null,
      methods: null,
      environment: null,
    };
    try {
      const records = await found;
      views.push({ ...empty, ...(await show(ctx, block, records)) });
      for (const record of records) runs.set(record.id, record);
    } catch (error) {
      // What the author wrote is answered on the page; everything else is an error of the request.
      if (!(error instanceof ProofloadError) || !['invalid', 'not-found'].includes(error.code)) throw error;
      views.push({ ...empty, problem: error.message });
    }
  }
  return { views, runs: [...runs.values()] };
}

async function readRuns(ctx: CompareContext, block: DraftViewBlock): Promise<RunRecord[]> {
  const { projectId } = ctx.actor;
  const experiment =
    block.experiment === null
      ? null
      : requireFound(
          await ctx.repos.experiments.find(projectId, block.experiment),
          `experiment ${block.experiment}`,
        );
  const page = await ctx.repos.runList.list(projectId, {
    filter: block.filter,
    sort: '-createdAt',
    limit: maxRuns,
    cursor: null,
    ...(experiment ? { experimentId: experiment.experimentId } : {}),
    ...(block.sweep === null ? {} : { sweepId: block.sweep }),
  });
  if (page.nextCursor === null) return page.items;
  const message = `expected a block of at most ${maxRuns} runs; narrow it with \`runs\``;
  throw new ProofloadError('invalid', message, { fields: [{ field: 'runs', message }] });
}

async function show(
  ctx: ServiceContext,
  block: DraftViewBlock,
  records: readonly RunRecord[],
): Promise<Partial<EvaluatedView>> {
  if (records.length === 0) return { problem: 'No run matches' };
  if (block.view === 'environment') return { environment: describeEnvironment(toRuns(ctx, records)) };
  if (block.view === 'methods') {
    const definitionOf = await openDefinitions(ctx, records);
    return { methods: describeMethods(toRuns(ctx, records), definitionOf) };
  }
  const { by, baseline, measurements } = block;
  if (block.view === 'response-curve') {
    const curves = describeCurves(toRuns(ctx, records), by === 'treatment' ? null : by, measurements);
    return curves.length === 0
      ? { problem: 'No measurement varies along a factor of these runs' }
      : { curves };
  }
  if (block.view === 'scaling') return showScaling(ctx, block, records);
  const comparison = await compareRecords(ctx, records, { by, baseline, measurements, isOrdered: false });
  if (block.view === 'trade-off') return showTradeOff(comparison);
  const query = { by, ...(baseline === null ? {} : { baseline }) };
  const selection = inOrderOf(comparison, records);
  switch (block.view) {
    case 'objectives':
      return { comparison, breaches: await compareBreaches(ctx, query, selection) };
    case 'capacity':
      return { comparison, capacity: await compareCapacity(ctx, query, selection) };
    case 'balance':
      return showBalance(ctx, { ...query, ...block.balance }, comparison, selection);
    case 'breakdown':
      return showBreakdown(ctx, { ...query, ...block.breakdown }, comparison, selection);
    case 'latency':
      return showLatency(ctx, { ...query, ...block.latency, top: frozenLatencies }, comparison, selection);
    case 'over-time':
    case 'percentiles':
      return showFigures(ctx, block, comparison);
    default:
      return { comparison };
  }
}

/** The runs of a block as they were read for it, in the order that its comparison shows. */
function inOrderOf({ runs }: Comparison, records: readonly RunRecord[]): RunSelection {
  const byId = new Map(records.map((record) => [record.id, record]));
  return { runs: runs.flatMap(({ id }) => byId.get(id) ?? []), isOrdered: true, warnings: [] };
}

/** The oldest first, as they were planned. */
const toRuns = (ctx: CompareContext, records: readonly RunRecord[]): ExpressionRun[] =>
  records.toReversed().map((record) => toExpressionRun(record, ctx.config.baseUrl));
