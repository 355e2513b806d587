import { findMixed, judgeGoals, judgeSweep, sayMixed } from '@proofload/analysis';
import type { RunRecord, SweepJudgement, SweepRecord } from '@proofload/db';
import { maxRunsPerSweep } from '@proofload/domain';
import type { ServiceContext } from '../context.ts';
import { digestDefinition } from '../evaluations/digest-definition.ts';
import { openDefinitions } from '../evaluations/open-definitions.ts';
import { toRunSummary } from '../runs/run-view.ts';

/** Two judgements of the same sweep at once are rare, and each more in a row rarer still. */
const maxAttempts = 10;

/** Judges a closed sweep again after results of its runs have changed. Repeatable, and safe to do twice at once. */
export async function judgeSweepAgain(ctx: ServiceContext, sweepId: string): Promise<void> {
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const sweep = await ctx.repos.sweeps.find(sweepId);
    if (!sweep || sweep.finishedAtMs === null) return;
    const runs = await ctx.repos.runs.findMany(sweep.projectId, { sweepId }, maxRunsPerSweep);
    await ctx.repos.sweeps.judgeAgain(sweepId, await judgeSweepRuns(ctx, sweep, runs));
    const now = await ctx.repos.runs.findMany(sweep.projectId, { sweepId }, maxRunsPerSweep);
    // Whoever judges last must have seen the last results.
    if (sayEvaluations(now) === sayEvaluations(runs)) return;
  }
}

const sayEvaluations = (runs: readonly RunRecord[]): string =>
  runs
    .map(({ id, evaluation }) => `${id} ${evaluation}`)
    .sort()
    .join();

/**
 * The verdict of a sweep and its goals. They are those of the version that was launched until all runs that have results
 * were evaluated with another one; a goal whose values were measured differently says so. A run that was repeated stays
 * as it is, but the verdict is that of the run that repeats it.
 */
export async function judgeSweepRuns(
  ctx: Pick<ServiceContext, 'repos' | 'config'>,
  sweep: SweepRecord,
  records: readonly RunRecord[],
): Promise<SweepJudgement> {
  const evaluatedVersion = await findCommonVersion(ctx, sweep, records);
  const version = await ctx.repos.experiments.findVersion(
    sweep.experimentId,
    evaluatedVersion ?? sweep.experimentVersion,
  );
  const runs = records.map((run) => toRunSummary(run, ctx.config.baseUrl));
  const definitionOf = await openDefinitions(ctx, records);
  const goals = (version ? judgeGoals(version.definition, runs) : []).map((goal) => {
    const mixed = sayMixed(findMixed(goal.measurement, runs, definitionOf));
    return mixed === null ? goal : { ...goal, note: goal.note === null ? mixed : `${goal.note}; ${mixed}` };
  });
  const repeated = new Set(runs.map(({ retryOf }) => retryOf));
  const last = runs.filter(({ id }) => !repeated.has(id));
  return { verdict: judgeSweep(last, goals), goals, evaluatedVersion };
}

/** The newest version that evaluates as all runs were, if they were evaluated alike; else what the sweep has. */
async function findCommonVersion(
  ctx: Pick<ServiceContext, 'repos'>,
  { experimentId, evaluatedVersion, experimentVersion }: SweepRecord,
  records: readonly RunRecord[],
): Promise<number | null> {
  const versions = [
    ...new Set(records.flatMap((run) => (run.verdict === null ? [] : (run.evaluatedVersion ?? [])))),
  ];
  const newest = Math.max(...versions);
  if (versions.length === 0 || newest === experimentVersion)
    return versions.length === 1 ? null : evaluatedVersion;
  const found = await ctx.repos.experiments.findDefinitions(
    versions.map((version) => ({ experimentId, version })),
  );
  const digests = new Set(found.map(({ definition }) => digestDefinition(definition)));
  return found.length === versions.length && digests.size === 1 ? newest : evaluatedVersion;
}
