import { compareLimits, describeLimits } from '@proofload/analysis';
import type { CapacityComparison, CompareQuery, RunSteps } from '@proofload/contracts';
import type { RunRecord } from '@proofload/db';
import type { ExperimentDefinition } from '@proofload/domain';
import { requireScope, type ServiceContext } from '../context.ts';
import { openDefinitions } from '../evaluations/open-definitions.ts';
import { readStepsOfRun } from '../runs/read-run-steps.ts';
import { toRunSummary } from '../runs/run-view.ts';
import { type RunSelection, selectRuns } from './select-runs.ts';

type CapacityRun = CapacityComparison['runs'][number];

/**
 * What bounds the capacity of each run: the projected limits of capacity searches and those that definitions declare,
 * beside what was seen. Runs of which neither is known are left out.
 */
export async function compareCapacity(
  ctx: ServiceContext,
  query: CompareQuery,
  given: RunSelection | null = null,
): Promise<CapacityComparison> {
  requireScope(ctx, 'read');
  const { runs } = given ?? (await selectRuns(ctx, query));
  const definitionOf = await openDefinitions(ctx, runs);
  const described: CapacityRun[] = [];
  for (const run of runs) {
    const summary = toRunSummary(run, ctx.config.baseUrl);
    const found = await describeRun(ctx, run, definitionOf(summary));
    if (found.search !== null || found.limits.length > 0) described.push(found);
  }
  const names = new Set(runs.map(({ experimentName }) => experimentName));
  return { experiment: names.size === 1 ? (runs[0]?.experimentName ?? null) : null, runs: described };
}

async function describeRun(
  ctx: ServiceContext,
  run: RunRecord,
  definition: ExperimentDefinition | null,
): Promise<CapacityRun> {
  const search = run.executor === 'capacity' ? await readStepsOfRun(ctx, run) : null;
  return {
    run: run.id,
    search: search !== null && search.steps.length > 0 ? search : null,
    limits: describeLimits(definition?.limits ?? [], run),
    ...sayProjections(search),
  };
}

function sayProjections(search: RunSteps | null): Pick<CapacityRun, 'first' | 'sentences'> {
  if (search === null) return { first: null, sentences: [] };
  const { first, projections } = compareLimits(search.resources, search);
  return { first, sentences: projections.flatMap(({ comparison }) => comparison?.sentence ?? []) };
}
