import type { EvaluateExperiment, EvaluationJob } from '@proofload/contracts';
import type { EvaluatedGroup, ExperimentVersionRecord } from '@proofload/db';
import { ProofloadError, parseFilter } from '@proofload/domain';
import { requireScope, type ServiceContext } from '../context.ts';
import { findVersion } from '../experiments/read-experiment.ts';
import { digestDefinition } from './digest-definition.ts';
import { enqueueEvaluation } from './enqueue-evaluation.ts';
import { viewEvaluationJob } from './evaluation-job-view.ts';

/** Runs that one job may be about. */
const maxRuns = 100_000;

/**
 * Has finished runs of an experiment evaluated with one of its versions, by the workers. Runs that have its results
 * already are left as they are; an earlier job that still goes on leaves these runs to this one.
 */
export async function evaluateExperiment(
  ctx: ServiceContext,
  input: { name: string } & EvaluateExperiment,
): Promise<EvaluationJob> {
  requireScope(ctx, 'launch');
  const version = await findVersion(ctx, input.name, input.version);
  const choice = {
    ids: input.runs === undefined ? null : await checkRuns(ctx, version, [...new Set(input.runs)]),
    filter: input.filter === undefined ? null : parseFilter(input.filter),
  };
  const isWhole = choice.ids === null && choice.filter === null;
  const present = isWhole ? await ctx.repos.evaluationJobs.findLatest(version.experimentId) : null;
  if (present?.status === 'running' && present.isWhole && present.version === version.version) {
    await enqueueEvaluation(ctx, present.id);
    return viewEvaluationJob(ctx, present);
  }
  const id = ctx.newId();
  const digest = digestDefinition(version.definition);
  const made = await ctx.repos.evaluationJobs.insert(
    {
      id,
      projectId: ctx.actor.projectId,
      experimentId: version.experimentId,
      version: version.version,
      digest,
      filter: input.filter ?? null,
      isWhole,
      createdAtMs: ctx.clock.nowMs(),
      createdBy: ctx.actor.name,
    },
    choice,
    await findSameVersions(ctx, version, digest),
    maxRuns,
  );
  if (made === null) throw refuse('filter', `expected a filter that leaves at most ${maxRuns} runs`);
  if (made.due === 0) await ctx.repos.evaluationJobs.close(id, ctx.clock.nowMs());
  else await enqueueEvaluation(ctx, id);
  const job = await ctx.repos.evaluationJobs.find(id);
  if (!job) throw new Error(`The job ${id} vanished while it was made`);
  return viewEvaluationJob(ctx, job);
}

async function checkRuns(
  ctx: ServiceContext,
  version: ExperimentVersionRecord,
  ids: string[],
): Promise<string[]> {
  const found = await ctx.repos.runs.findMany(ctx.actor.projectId, { ids }, ids.length);
  const byId = new Map(found.map((run) => [run.id, run]));
  const unknown = ids.filter((id) => byId.get(id)?.experimentId !== version.experimentId);
  if (unknown.length > 0) {
    throw refuse('runs', `expected runs of ${version.name}, not ${unknown.slice(0, 20).join(', ')}`);
  }
  const open = found.filter(({ status, verdict }) => status !== 'finished' || verdict === null);
  if (open.length === 0) return ids;
  const said = open
    .slice(0, 20)
    .map(({ id, status }) => `${id} (${status === 'finished' ? 'never started' : status})`);
  throw refuse('runs', `expected finished runs that have results, not ${said.join(', ')}`);
}

/**
 * Versions that evaluate as this digest does, for runs from before digests were noted.
 * @returns their numbers
 */
async function findSameVersions(
  ctx: Pick<ServiceContext, 'repos'>,
  { experimentId }: Pick<ExperimentVersionRecord, 'experimentId'>,
  digest: string,
): Promise<number[]> {
  const groups = await ctx.repos.evaluationJobs.groupEvaluated(experimentId);
  const digests = await digestVersions(ctx, experimentId, groups);
  return [...digests].flatMap(([version, known]) => (known === digest ? [version] : []));
}

/** The digests of versions that evaluated runs without noting it. */
export async function digestVersions(
  ctx: Pick<ServiceContext, 'repos'>,
  experimentId: string,
  groups: readonly EvaluatedGroup[],
): Promise<Map<number, string>> {
  const versions = groups.flatMap(({ version, digest }) =>
    version === null || digest !== null ? [] : [version],
  );
  const found = await ctx.repos.experiments.findDefinitions(
    versions.map((version) => ({ experimentId, version })),
  );
  return new Map(found.map(({ version, definition }) => [version, digestDefinition(definition)]));
}

function refuse(field: string, message: string): ProofloadError {
  return new ProofloadError('invalid', `${field}: ${message}`, { fields: [{ field, message }] });
}
