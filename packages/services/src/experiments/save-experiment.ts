import type { SavedExperiment } from '@proofload/contracts';
import { type FieldError, ProofloadError, requireDefinition } from '@proofload/domain';
import { requireScope, type ServiceContext } from '../context.ts';
import { pageUrls } from '../page-urls.ts';
import { checkWorkload } from './check-workload.ts';

/**
 * Saves a definition as a new version of the experiment that it names, or as its first. The same text as the newest
 * version adds none.
 * @param input.source YAML or JSON
 */
export async function saveExperiment(
  ctx: ServiceContext,
  input: { source: string },
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
    warnings: [...warnings, ...workload.warnings],
  };
}

/** Names that the API and the pages use themselves. */
const reservedNames = new Set(['check', 'new']);

function checkName(name: string): FieldError[] {
  return reservedNames.has(name)
    ? [{ field: 'metadata.name', message: `expected another name; ${name} is the address of something else` }]
    : [];
}
