import type { ClusterRecord } from '@proofload/db';
import { ProofloadError } from '@proofload/domain';
import { type ClusterClient, connectCluster } from '@proofload/kubernetes';
import type { ServiceContext } from '../context.ts';
import { openClusterCredentials } from './sealed-credentials.ts';

export interface OpenCluster {
  /** Its name in the project. */
  name: string;
  /** With the namespace of the cluster; whoever opened it closes it. */
  client: ClusterClient;
  /** Objects that a run may make there unless its definition says otherwise. */
  maxObjects: number;
  maxConcurrentRuns: number;
}

type Context = Pick<ServiceContext, 'repos' | 'secrets'>;

/** Connects to a cluster of a project. Throws `ProofloadError` when it is not there or its credentials cannot be read. */
export async function openCluster(ctx: Context, projectId: string, name: string): Promise<OpenCluster> {
  const record = await ctx.repos.clusters.find(projectId, name);
  if (record === null) throw new ProofloadError('not-found', `The project has no cluster ${name} (any more)`);
  const { maxObjects, maxConcurrentRuns } = record;
  return { name, client: await connectRecord(ctx, record), maxObjects, maxConcurrentRuns };
}

/** @param timeoutMs of each call; that of the client unless told otherwise */
export async function connectRecord(
  { secrets }: Pick<Context, 'secrets'>,
  record: ClusterRecord,
  timeoutMs?: number,
): Promise<ClusterClient> {
  const credentials = await openClusterCredentials(secrets, record);
  return connectCluster(credentials, timeoutMs === undefined ? {} : { timeoutMs });
}
