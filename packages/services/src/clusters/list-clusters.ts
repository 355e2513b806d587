import type { Cluster, ClusterList, KubeconfigContextList } from '@proofload/contracts';
import { ProofloadError } from '@proofload/domain';
import { readKubeconfig } from '@proofload/kubernetes';
import { requireScope, type ServiceContext } from '../context.ts';
import { findCluster, toCluster } from './cluster-view.ts';
import { suggestName } from './suggest-name.ts';

/** The clusters of the project, by name; never a credential. */
export async function listClusters(ctx: ServiceContext): Promise<ClusterList> {
  requireScope(ctx, 'read');
  const records = await ctx.repos.clusters.list(ctx.actor.projectId);
  return { items: records.map(toCluster) };
}

export async function readCluster(ctx: ServiceContext, input: { name: string }): Promise<Cluster> {
  requireScope(ctx, 'read');
  return toCluster(await findCluster(ctx, input.name));
}

/** Forgets a cluster with its credentials, unless runs that are not finished need it. */
export async function deleteCluster(ctx: ServiceContext, input: { name: string }): Promise<void> {
  requireScope(ctx, 'admin');
  const { projectId } = ctx.actor;
  const runs = await ctx.repos.clusters.countUnfinishedRuns(projectId, input.name);
  if (runs > 0) {
    const are = runs === 1 ? 'is 1 run' : `are ${runs} runs`;
    throw new ProofloadError(
      'conflict',
      `There ${are} on the cluster ${input.name} that did not finish; cancel them or wait, because what they made there is removed with its credentials`,
    );
  }
  if (await ctx.repos.clusters.delete(projectId, input.name)) return;
  throw new ProofloadError('not-found', `There is no cluster ${input.name}`);
}

/** What the contexts of a kubeconfig lead to, and which cannot be used and why. Nothing is stored. */
export async function readContexts(
  ctx: ServiceContext,
  input: { kubeconfig: string },
): Promise<KubeconfigContextList> {
  requireScope(ctx, 'admin');
  const taken = new Set((await ctx.repos.clusters.list(ctx.actor.projectId)).map(({ name }) => name));
  const items = readKubeconfig(input.kubeconfig).map(({ credentials: _, ...context }) => {
    const suggestedName = suggestName(context.name, taken);
    taken.add(suggestedName);
    return { ...context, suggestedName };
  });
  return { items };
}
