import { RbacAuthorizationV1Api } from '@kubernetes/client-node';
import type { ClusterClients } from '@proofload/testbed';

/** One rule of a role, as RBAC has it. */
export interface AccessRule {
  apiGroups?: string[];
  resources?: string[];
  resourceNames?: string[];
  nonResourceURLs?: string[];
  verbs: string[];
}

interface TokenRequest {
  namespace: string;
  name: string;
  expirationSeconds?: number;
}

interface Account {
  token: string;
  /** Takes its rights anywhere away; what it had in its namespace goes with that. */
  remove(): Promise<void>;
}

/** A service account with the rights of its rules, and a token that the API server issued for it. */
export async function createAccount(
  clients: ClusterClients,
  request: TokenRequest & { rules?: AccessRule[]; clusterRules?: AccessRule[] },
): Promise<Account> {
  const { namespace, name, rules = [], clusterRules = [] } = request;
  const { core, config } = clients;
  const rbac = config.makeApiClient(RbacAuthorizationV1Api);
  await core.createNamespacedServiceAccount({ namespace, body: { metadata: { name } } });
  const subjects = [{ kind: 'ServiceAccount', name, namespace }];
  const roleRef = (kind: string) => ({ apiGroup: 'rbac.authorization.k8s.io', kind, name });
  if (rules.length > 0) {
    await rbac.createNamespacedRole({ namespace, body: { metadata: { name }, rules } });
    const body = { metadata: { name }, subjects, roleRef: roleRef('Role') };
    await rbac.createNamespacedRoleBinding({ namespace, body });
  }
  if (clusterRules.length > 0) {
    await rbac.createClusterRole({ body: { metadata: { name }, rules: clusterRules } });
    const body = { metadata: { name }, subjects, roleRef: roleRef('ClusterRole') };
    await rbac.createClusterRoleBinding({ body });
  }
  return {
    token: await issueToken(clients, request),
    remove: async () => {
      if (clusterRules.length === 0) return;
      await rbac.deleteClusterRoleBinding({ name });
      await rbac.deleteClusterRole({ name });
    },
  };
}

/** A token that the API server issues for a service account. */
export async function issueToken(
  { core }: Pick<ClusterClients, 'core'>,
  { namespace, name, expirationSeconds = 3600 }: TokenRequest,
): Promise<string> {
  const { status } = await core.createNamespacedServiceAccountToken({
    name,
    namespace,
    body: { spec: { audiences: [], expirationSeconds } },
  });
  if (!status?.token) throw new Error(`The API server gave no token for ${namespace}/${name}`);
  return status.token;
}
