import type { CheckedExperiment } from '@proofload/contracts';
import { expandTreatments, parseDefinition } from '@proofload/domain';
import { findMissingCluster } from '../clusters/find-missing-cluster.ts';
import { requireScope, type ServiceContext } from '../context.ts';
import { findMissingServers, tellMissingServer } from '../prometheus-servers/find-missing-servers.ts';
import { checkWorkload } from './check-workload.ts';

/** Says what is wrong with a definition, and what it would launch, without saving it. */
export async function checkExperiment(
  ctx: ServiceContext,
  input: { source: string },
): Promise<CheckedExperiment> {
  requireScope(ctx, 'read');
  const { definition, errors, warnings } = parseDefinition(input.source);
  if (!definition) return { errors, warnings, treatments: [] };
  const workload = checkWorkload(definition);
  const missing = [
    ...(await findMissingServers(ctx, definition)),
    ...(await findMissingCluster(ctx, definition)),
  ];
  return {
    errors: workload.errors,
    warnings: [...warnings, ...workload.warnings, ...missing.map(tellMissingServer)],
    treatments: expandTreatments(definition).map(({ key, params, isBaseline }) => ({
      key,
      params: { ...params },
      baseline: isBaseline,
    })),
  };
}
