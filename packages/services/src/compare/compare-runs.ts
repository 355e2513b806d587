import { type ComparableRun, compareGroups, type DefinitionOf } from '@proofload/analysis';
import type { CompareQuery, Comparison } from '@proofload/contracts';
import type { RunRecord } from '@proofload/db';
import { type ExperimentDefinition, expandTreatments, ProofloadError } from '@proofload/domain';
import { requireScope } from '../context.ts';
import { openDefinitions } from '../evaluations/open-definitions.ts';
import { toPhase, toRunSummary } from '../runs/run-view.ts';
import { splitList } from '../split-list.ts';
import type { CompareContext } from './compare-context.ts';
import { type RunSelection, selectRuns } from './select-runs.ts';

/**
 * Compares at most 200 runs, grouped by treatment, run, label or factor, with the baseline: ratios, intervals, goals,
 * objectives, and what else differed.
 * @param given the runs of the query, where they were read already
 */
export async function compareRuns(
  ctx: CompareContext,
  query: CompareQuery,
  given: RunSelection | null = null,
): Promise<Comparison> {
  requireScope(ctx, 'read');
  const { runs, warnings, isOrdered } = given ?? (await selectRuns(ctx, query));
  const comparison = await compareRecords(ctx, runs, {
    by: query.by,
    baseline: query.baseline ?? null,
    measurements: query.measurements === undefined ? null : splitList(query.measurements, ','),
    isOrdered,
    countsLimited: query.limited === 'include',
  });
  return { ...comparison, warnings: [...warnings, ...comparison.warnings] };
}

export interface RecordComparison {
  by: string;
  baseline: string | null;
  /** All when null. */
  measurements: string[] | null;
  /** Whether the runs are in the order that they shall be shown in; else they come as the definition has them. */
  isOrdered: boolean;
  /** Whether limited runs take part in means. */
  countsLimited?: boolean;
}

/** Compares runs that were read already. */
export async function compareRecords(
  ctx: CompareContext,
  records: readonly RunRecord[],
  { by, baseline, measurements, isOrdered, countsLimited = false }: RecordComparison,
): Promise<Comparison> {
  const { runs, definition, definitionOf } = await openComparison(ctx, records, isOrdered);
  checkGrouping(by, runs);
  return compareGroups({
    runs,
    definition,
    definitionOf,
    by,
    baseline,
    measurements: measurements && checkMeasurements(measurements, runs, definition),
    countsLimited,
  });
}

export interface OpenedComparison {
  runs: ComparableRun[];
  definition: ExperimentDefinition | null;
  definitionOf: DefinitionOf;
}

/** What comparing needs to know of runs that were read already. */
export async function openComparison(
  ctx: CompareContext,
  records: readonly RunRecord[],
  isOrdered: boolean,
): Promise<OpenedComparison> {
  const definition = await readDefinition(ctx, records);
  const ordered = isOrdered ? records : orderRuns(records, definition);
  const runs = ordered.map(
    (record): ComparableRun => ({
      ...toRunSummary(record, ctx.config.baseUrl),
      environment: { ...record.environment },
      phases: record.phases.map(toPhase),
    }),
  );
  return { runs, definition, definitionOf: await openDefinitions(ctx, records) };
}

/** The newest version that one of the runs was evaluated by, when all belong to one experiment. */
async function readDefinition(
  ctx: CompareContext,
  runs: readonly RunRecord[],
): Promise<ExperimentDefinition | null> {
  const experimentId = runs[0]?.experimentId ?? null;
  if (experimentId === null || runs.some((run) => run.experimentId !== experimentId)) return null;
  const version = runs.reduce(
    (newest, run) => Math.max(newest, run.evaluatedVersion ?? run.experimentVersion ?? 0),
    0,
  );
  return (await ctx.repos.experiments.findVersion(experimentId, version))?.definition ?? null;
}

/** In the order of the definition's treatments, then of replicates, so that charts and tables read as it was planned. */
function orderRuns(runs: readonly RunRecord[], definition: ExperimentDefinition | null): RunRecord[] {
  const places = new Map(
    definition === null ? [] : expandTreatments(definition).map(({ key }, index) => [key, index]),
  );
  const placeOf = ({ treatment }: RunRecord) => places.get(treatment) ?? places.size;
  return [...runs].sort(
    (a, b) =>
      placeOf(a) - placeOf(b) || a.createdAtMs - b.createdAtMs || (a.replicate ?? 0) - (b.replicate ?? 0),
  );
}

function checkGrouping(by: string, runs: readonly ComparableRun[]): void {
  if (by === 'treatment' || by === 'run' || by.startsWith('label.') || runs.length === 0) return;
  const factors = [...new Set(runs.flatMap(({ params }) => Object.keys(params)))];
  if (factors.includes(by)) return;
  const known = factors.length === 0 ? '' : `, or one of the factors ${factors.slice(0, 20).join(', ')}`;
  throw refuse('by', `expected treatment, run or label.<name>${known}, not ${by}`);
}

export function checkMeasurements(
  names: string[],
  runs: readonly ComparableRun[],
  definition: ExperimentDefinition | null,
): string[] {
  const known = new Set([
    ...Object.keys(definition?.measurements ?? {}),
    ...runs.flatMap(({ measurements }) => Object.keys(measurements)),
  ]);
  const unknown = names.filter((name) => !known.has(name));
  if (unknown.length === 0) return names;
  throw refuse(
    'measurements',
    `expected measurements of these runs (${[...known].slice(0, 20).join(', ')}), not ${unknown.join(', ')}`,
  );
}

export function refuse(field: string, message: string): ProofloadError {
  return new ProofloadError('invalid', `${field}: ${message}`, { fields: [{ field, message }] });
}
