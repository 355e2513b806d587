import { type ClusterExecutor, clusterExecutors, ProofloadError } from '@proofload/domain';
import { makeRbacManifest } from '@proofload/kubernetes';
import { requireScope, type ServiceContext } from '../context.ts';
import { findCluster } from './cluster-view.ts';

interface Choice {
  /** Names the cluster whose namespace is taken unless another is named. */
  cluster?: string;
  namespace?: string | undefined;
  serviceAccount: string;
  /** Separated by commas; all unless told otherwise. */
  executors?: string | undefined;
  namespaces: boolean;
}

/** The least rights that executors need, as a manifest for `kubectl apply`. */
export async function readRbacManifest(ctx: ServiceContext, choice: Choice): Promise<string> {
  requireScope(ctx, 'read');
  const { cluster, serviceAccount, namespaces } = choice;
  const own = cluster === undefined ? 'default' : (await findCluster(ctx, cluster)).namespace;
  return makeRbacManifest({
    namespace: choice.namespace ?? own,
    serviceAccount,
    executors: chooseExecutors(choice.executors),
    withNamespaces: namespaces,
  });
}

function chooseExecutors(text: string | undefined): readonly ClusterExecutor[] {
  if (text === undefined) return clusterExecutors;
  const names = text.split(',').map((name) => name.trim());
  const chosen = clusterExecutors.filter((executor) => names.includes(executor));
  if (chosen.length === new Set(names).size) return chosen;
  const message = `expected some of ${clusterExecutors.join(', ')}, separated by commas`;
  throw new ProofloadError('invalid', `query.executors: ${message}`, {
    fields: [{ field: 'query.executors', message }],
  });
}
