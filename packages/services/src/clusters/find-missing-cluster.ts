import { type ExperimentDefinition, type FieldError, ProofloadError } from '@proofload/domain';
import type { ServiceContext } from '../context.ts';

type Context = Pick<ServiceContext, 'actor' | 'repos'>;
type Definition = Pick<ExperimentDefinition, 'cluster' | 'workload'>;

/** The cluster that a definition names and the project does not have. */
export async function findMissingCluster(
  ctx: Context,
  { cluster, workload }: Definition,
): Promise<FieldError[]> {
  // Where somebody else executes a run is a note.
  if (cluster === null || workload.executor === 'external') return [];
  const names = (await ctx.repos.clusters.list(ctx.actor.projectId)).map(({ name }) => name);
  if (names.includes(cluster)) return [];
  const some = names.length === 0 ? 'it has none' : `it has ${names.slice(0, 20).join(', ')}`;
  const message = `expected the name of a cluster of this project; ${some}, and no ${cluster}`;
  return [{ field: 'spec.cluster', message }];
}

/** Throws `invalid` when a definition names a cluster that is not there. */
export async function requireCluster(ctx: Context, definition: Definition): Promise<void> {
  const errors = await findMissingCluster(ctx, definition);
  if (errors[0])
    throw new ProofloadError('invalid', `${errors[0].field}: ${errors[0].message}`, { fields: errors });
}
