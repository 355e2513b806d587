import type { EvaluationJob, SavedExperiment } from '@proofload/contracts';
import { type FieldError, ProofloadError, requireDefinition } from '@proofload/domain';
import { findMissingCluster } from '../clusters/find-missing-cluster.ts';
import { requireScope, type ServiceContext } from '../context.ts';
import { evaluateExperiment } from '../evaluations/evaluate-experiment.ts';
import { findEvaluationOffer } from '../evaluations/read-evaluation-offer.ts';
import { pageUrls } from '../page-urls.ts';
import { findMissingServers, tellMissingServer } from '../prometheus-servers/find-missing-servers.ts';
import { checkWorkload } from './check-workload.ts';

/**
 * Saves a definition as a new version of the experiment that it names, or as its first. The same text as the newest
 * version adds none.
 * @param input.source YAML or JSON
 * @param input.evaluate whether stored runs are evaluated with this version, where it measures or judges differently
 */
export async function saveExperiment(
  ctx: ServiceContext,
  input: { source: string; evaluate?: boolean },
): Promise<SavedExperiment> {
  requireScope(ctx, 'launch');
  const { definition, warnings } = requireDefinition(input.source);
  const workload = checkWorkload(definition);
  const errors = [...checkName(definition.name), ...workload.errors];
  if (errors[0]) {
    throw new ProofloadError(
      'invalid',
      `The definition is not valid: ${errors[0].field}: ${errors[0].message}`,
      { fields: errors },
    );
  }
  const missing = [
    ...(await findMissingServers(ctx, definition)),
    ...(await findMissingCluster(ctx, definition)),
  ];
  const { version, isUnchanged } = await ctx.repos.experiments.saveVersion({
    id: ctx.newId(),
    projectId: ctx.actor.projectId,
    name: definition.name,
    source: input.source,
    definition,
    createdBy: ctx.actor.name,
  });
  return {
    name: definition.name,
    version,
    url: pageUrls(ctx.config.baseUrl).experiment(definition.name),
    unchanged: isUnchanged,
    warnings: [...warnings, ...workload.warnings, ...missing.map(tellMissingServer)],
    evaluation: input.evaluate ? await evaluateStored(ctx, definition.name, version) : null,
  };
}

/** Null when no stored run would get other results. */
async function evaluateStored(
  ctx: ServiceContext,
  name: string,
  version: number,
): Promise<EvaluationJob | null> {
  const { due } = await findEvaluationOffer(ctx, { name, version });
  return due === 0 ? null : evaluateExperiment(ctx, { name, version });
}

/** Names that the API and the pages use themselves. */
const reservedNames = new Set(['check', 'new']);

function checkName(name: string): FieldError[] {
  return reservedNames.has(name)
    ? [{ field: 'metadata.name', message: `expected another name; ${name} is the address of something else` }]
    : [];
}
