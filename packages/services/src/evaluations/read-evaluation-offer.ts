import type { EvaluationOffer, EvaluationOfferQuery } from '@proofload/contracts';
import { compareEvaluatingParts } from '@proofload/domain';
import { requireScope, type ServiceContext } from '../context.ts';
import { findVersion } from '../experiments/read-experiment.ts';
import { digestDefinition } from './digest-definition.ts';
import { digestVersions } from './evaluate-experiment.ts';
import { viewEvaluationJob } from './evaluation-job-view.ts';

/** What evaluating the stored runs of an experiment with a version would do, and the job that did so last. */
export async function readEvaluationOffer(
  ctx: ServiceContext,
  input: { name: string } & EvaluationOfferQuery,
): Promise<EvaluationOffer> {
  requireScope(ctx, 'read');
  return findEvaluationOffer(ctx, input);
}

/** The same, for use-cases that have checked what the actor may do. */
export async function findEvaluationOffer(
  ctx: ServiceContext,
  input: { name: string } & EvaluationOfferQuery,
): Promise<EvaluationOffer> {
  const version = await findVersion(ctx, input.name, input.version);
  const { experimentId } = version;
  const digest = digestDefinition(version.definition);
  const groups = await ctx.repos.evaluationJobs.groupEvaluated(experimentId);
  const digests = await digestVersions(ctx, experimentId, groups);
  const due = groups.filter((group) => {
    const own = group.digest ?? (group.version === null ? undefined : digests.get(group.version));
    return own !== digest;
  });
  const versions = [...new Set(due.map((group) => group.version))];
  const definitions = await ctx.repos.experiments.findDefinitions(
    versions.flatMap((each) => (each === null ? [] : [{ experimentId, version: each }])),
  );
  const job = await ctx.repos.evaluationJobs.findLatest(experimentId);
  return {
    experiment: version.name,
    version: version.version,
    runs: sum(groups),
    due: sum(due),
    from: versions.map((from) => {
      const before = definitions.find((each) => each.version === from)?.definition;
      return {
        version: from,
        runs: sum(due.filter((group) => group.version === from)),
        changes: before ? compareEvaluatingParts(before, version.definition) : [],
      };
    }),
    job: job && (await viewEvaluationJob(ctx, job)),
  };
}

const sum = (groups: readonly { runs: number }[]): number =>
  groups.reduce((total, { runs }) => total + runs, 0);
