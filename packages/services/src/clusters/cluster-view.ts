import type { Cluster } from '@proofload/contracts';
import type { ClusterRecord } from '@proofload/db';
import { ProofloadError } from '@proofload/domain';
import type { ServiceContext } from '../context.ts';
import { toInstant } from '../instant.ts';

/** The cluster as it may be shown: never with its credentials, sealed or not. */
export function toCluster(record: ClusterRecord): Cluster {
  const { id: _, projectId: __, authKind, sealedSecrets: ___, createdAtMs, updatedAtMs, ...shown } = record;
  return {
    ...shown,
    auth: { kind: authKind },
    createdAt: toInstant(createdAtMs),
    updatedAt: toInstant(updatedAtMs),
  };
}

/** A cluster of the actor's project. Throws `not-found`. */
export async function findCluster(
  ctx: Pick<ServiceContext, 'actor' | 'repos'>,
  name: string,
): Promise<ClusterRecord> {
  const record = await ctx.repos.clusters.find(ctx.actor.projectId, name);
  if (!record) throw new ProofloadError('not-found', `There is no cluster ${name}`);
  return record;
}
