import type { ClusterHealth } from '@proofload/contracts';
import type { ClusterRecord } from '@proofload/db';
import { ProofloadError } from '@proofload/domain';
import {
  type AccessAnswer,
  type ApiResource,
  apiVersionOf,
  type ClusterClient,
  ClusterError,
  listQuestions,
  neededPermissions,
  readCredentialExpiry,
} from '@proofload/kubernetes';
import { requireScope, type ServiceContext } from '../context.ts';
import { toInstant } from '../instant.ts';
import { checkClusterPrometheus } from './check-cluster-prometheus.ts';
import { findCluster } from './cluster-view.ts';
import { judgeExecutors, listPermissions } from './judge-permissions.ts';
import { connectRecord } from './open-cluster.ts';
import { openClusterCredentials } from './sealed-credentials.ts';

const callMs = 8_000;
const checkWithinMs = 25_000;
const maxNodes = 5_000;

/** Kinds that are not on every cluster, and who wants them. */
const extraKinds = [{ group: 'k6.io', resource: 'testruns' }] as const;

/**
 * Asks a cluster whether it is there, what it is and what the credential may do. That it does not answer, or refuses
 * something, is a result and not an error.
 */
export async function checkClusterHealth(
  ctx: ServiceContext,
  input: { name: string },
): Promise<ClusterHealth> {
  requireScope(ctx, 'read');
  const record = await findCluster(ctx, input.name);
  const prometheus = checkClusterPrometheus(ctx, record.prometheusServer);
  const [cluster, found] = await Promise.all([askCluster(ctx, record), prometheus]);
  return { ...cluster, prometheus: found, checkedAt: toInstant(ctx.clock.nowMs()) };
}

type ClusterAnswers = Omit<ClusterHealth, 'prometheus' | 'checkedAt'>;

async function askCluster(ctx: ServiceContext, record: ClusterRecord): Promise<ClusterAnswers> {
  const nothing = unanswered(record);
  let client: ClusterClient | null = null;
  try {
    const expiresAtMs = readCredentialExpiry(await openClusterCredentials(ctx.secrets, record));
    client = await connectRecord(ctx, record, callMs);
    const known = { ...nothing, credentialExpiresAt: expiresAtMs === null ? null : toInstant(expiresAtMs) };
    return await askConnected(client, known, AbortSignal.timeout(checkWithinMs));
  } catch (error) {
    if (!(error instanceof ProofloadError) && !isTimeout(error)) throw error;
    const said =
      error instanceof ProofloadError ? error.message : `it did not answer within ${checkWithinMs / 1000} s`;
    return { ...nothing, error: said };
  } finally {
    await client?.close();
  }
}

const isTimeout = (error: unknown): boolean => error instanceof DOMException && error.name === 'TimeoutError';

const unanswered = ({ namespace }: ClusterRecord): ClusterAnswers => ({
  reachable: false,
  error: null,
  latencyMs: null,
  version: null,
  platform: null,
  user: null,
  credentialExpiresAt: null,
  namespace: { name: namespace, exists: null },
  nodes: null,
  nodesError: null,
  permissions: [],
  executors: [],
  resources: [],
});

async function askConnected(
  client: ClusterClient,
  nothing: ClusterAnswers,
  signal: AbortSignal,
): Promise<ClusterAnswers> {
  const { gitVersion, platform } = await client.version({ signal });
  const startedMs = performance.now();
  // The version is told to anybody; whether the credential is good shows here.
  const user = await client.user({ signal });
  const latencyMs = performance.now() - startedMs;
  const questions = listQuestions(neededPermissions, client.namespace);
  const [answers, resources, nodes, exists] = await Promise.all([
    client.reviewAccess(questions, { signal }),
    client.resources(),
    askNodes(client, signal),
    askNamespace(client, signal),
  ]);
  const allowed = toAllowed(questions, answers);
  const extra = findExtraKinds(resources);
  return {
    ...nothing,
    reachable: true,
    latencyMs,
    version: gitVersion,
    platform,
    user,
    namespace: { name: client.namespace, exists },
    ...nodes,
    permissions: listPermissions(neededPermissions, allowed),
    executors: judgeExecutors(neededPermissions, allowed, {
      namespaceExists: exists,
      missingKinds: extra.filter(({ found }) => !found).map(({ resource }) => resource),
      namespace: client.namespace,
    }),
    resources: extra,
  };
}

function toAllowed(
  questions: readonly { key: string }[],
  answers: readonly AccessAnswer[],
): ReadonlySet<string> {
  return new Set(questions.filter((_, index) => answers[index]?.isAllowed === true).map(({ key }) => key));
}

function findExtraKinds(resources: readonly ApiResource[]): ClusterHealth['resources'] {
  return extraKinds.map(({ group, resource }) => {
    const found = resources.find((each) => each.group === group && each.plural === resource);
    return {
      resource: `${resource}.${group}`,
      apiVersion: found === undefined ? null : apiVersionOf(found),
      found: found !== undefined,
    };
  });
}

async function askNodes(
  client: ClusterClient,
  signal: AbortSignal,
): Promise<Pick<ClusterHealth, 'nodes' | 'nodesError'>> {
  try {
    const { nodes, isComplete } = await client.listNodes({ limit: maxNodes, signal });
    const versions = new Set(nodes.flatMap(({ kubeletVersion }) => kubeletVersion ?? []));
    return {
      nodesError: null,
      nodes: {
        total: nodes.length,
        ready: nodes.filter(({ isReady }) => isReady).length,
        schedulable: nodes.filter(({ isReady, isSchedulable }) => isReady && isSchedulable).length,
        kubeletVersions: [...versions].sort().slice(0, 20),
        complete: isComplete,
      },
    };
  } catch (error) {
    if (!(error instanceof ClusterError)) throw error;
    return { nodes: null, nodesError: error.message };
  }
}

/** Null when the credential may not see namespaces. */
async function askNamespace(client: ClusterClient, signal: AbortSignal): Promise<boolean | null> {
  try {
    const ref = { apiVersion: 'v1', kind: 'Namespace', name: client.namespace };
    return (await client.get(ref, { signal })) !== null;
  } catch (error) {
    if (error instanceof ClusterError && error.code === 'forbidden') return null;
    throw error;
  }
}
