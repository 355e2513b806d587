import { randomBytes } from 'node:crypto';

/**
 * Who speaks to the API server, each with a token of its own, so that what they send is counted and held back as on any
 * cluster: only the administrator is exempt from priority and fairness.
 */
const groupsOf = {
  admin: ['system:masters'],
  controllerManager: [],
  scheduler: [],
  nodes: ['system:nodes', 'testbed:nodes'],
  prometheus: ['testbed:monitoring'],
} as const;

const userOf: Record<Identity, string> = {
  admin: 'testbed-admin',
  controllerManager: 'system:kube-controller-manager',
  scheduler: 'system:kube-scheduler',
  nodes: 'testbed-nodes',
  prometheus: 'testbed-prometheus',
};

type Identity = keyof typeof groupsOf;
export type Tokens = Record<Identity, string>;

const identities = Object.keys(groupsOf) as Identity[];

export function makeTokens(): Tokens {
  return Object.fromEntries(identities.map((each) => [each, randomBytes(24).toString('hex')])) as Tokens;
}

/** The file of `--token-auth-file`. */
export function writeTokenFile(tokens: Tokens): string {
  return identities
    .map((each) => `${tokens[each]},${userOf[each]},${userOf[each]},"${groupsOf[each].join(',')}"\n`)
    .join('');
}

/** Roles of the identities that Kubernetes brings none for. */
export function listRoles(): { kind: string; apiVersion: string; metadata: { name: string } }[] {
  const apiGroup = 'rbac.authorization.k8s.io';
  const apiVersion = `${apiGroup}/v1`;
  const role = (name: string, rules: object[]) => [
    { apiVersion, kind: 'ClusterRole', metadata: { name }, rules },
    {
      apiVersion,
      kind: 'ClusterRoleBinding',
      metadata: { name },
      roleRef: { apiGroup, kind: 'ClusterRole', name },
      subjects: [{ apiGroup, kind: 'Group', name }],
    },
  ];
  const read = ['get', 'list', 'watch'];
  const write = ['create', 'update', 'patch', 'delete'];
  return [
    ...role('testbed:nodes', [
      { apiGroups: [''], resources: ['nodes', 'pods'], verbs: [...read, ...write] },
      { apiGroups: [''], resources: ['nodes/status', 'pods/status'], verbs: ['get', 'update', 'patch'] },
      { apiGroups: [''], resources: ['configmaps', 'secrets', 'serviceaccounts'], verbs: read },
      { apiGroups: [''], resources: ['serviceaccounts/token'], verbs: ['create'] },
      { apiGroups: ['', 'events.k8s.io'], resources: ['events'], verbs: ['create', 'patch', 'update'] },
      { apiGroups: ['coordination.k8s.io'], resources: ['leases'], verbs: [...read, ...write] },
    ]),
    ...role('testbed:monitoring', [{ nonResourceURLs: ['/metrics', '/metrics/*'], verbs: ['get'] }]),
  ];
}
