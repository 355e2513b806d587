import type { ClusterExecutor } from '@proofload/domain';
import { stringify } from 'yaml';
import { type NeededPermission, neededPermissions } from './permissions.ts';

export interface RbacChoice {
  namespace: string;
  serviceAccount: string;
  executors: readonly ClusterExecutor[];
  /** Whether a run may have a namespace of its own, which takes rights on all namespaces. */
  withNamespaces: boolean;
}

interface Rule {
  apiGroups: string[];
  resources: string[];
  verbs: string[];
}

/**
 * The least rights that the executors need, as YAML for `kubectl apply`: a service account, what it may do in its
 * namespace, and reading nodes. Comments on top say how a token of it is made.
 */
export function makeRbacManifest(choice: RbacChoice): string {
  const { namespace, serviceAccount: name } = choice;
  const chosen = neededPermissions.filter(
    ({ neededBy, resource }) =>
      neededBy.some((executor) => choice.executors.includes(executor)) &&
      (choice.withNamespaces || resource !== 'namespaces'),
  );
  const clusterName = `${name}-${namespace}`;
  const labels = { 'app.kubernetes.io/name': 'proofload' };
  const metadata = { name, namespace, labels };
  const clusterMetadata = { name: clusterName, labels };
  const apiGroup = 'rbac.authorization.k8s.io';
  const apiVersion = `${apiGroup}/v1`;
  const subjects = [{ kind: 'ServiceAccount', name, namespace }];
  const documents: object[] = [
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata },
    { apiVersion, kind: 'Role', metadata, rules: toRules(chosen, 'namespace') },
    { apiVersion, kind: 'RoleBinding', metadata, roleRef: { apiGroup, kind: 'Role', name }, subjects },
    { apiVersion, kind: 'ClusterRole', metadata: clusterMetadata, rules: toRules(chosen, 'cluster') },
    {
      apiVersion,
      kind: 'ClusterRoleBinding',
      metadata: clusterMetadata,
      roleRef: { apiGroup, kind: 'ClusterRole', name: clusterName },
      subjects,
    },
  ];
  const yaml = documents.map((document) =>
    stringify(document, { lineWidth: 0, aliasDuplicateObjects: false }),
  );
  return [explain(choice), ...yaml].join('---\n');
}

/** One rule a kind: permissions of the same kind for several executors become the wider one. */
function toRules(permissions: readonly NeededPermission[], scope: NeededPermission['scope']): Rule[] {
  const rules = new Map<string, Rule>();
  for (const { group, resource, subresource, verbs, ...rest } of permissions) {
    if (rest.scope !== scope) continue;
    const name = subresource === undefined ? resource : `${resource}/${subresource}`;
    const key = `${group}/${name}`;
    const known = rules.get(key)?.verbs ?? [];
    rules.set(key, {
      apiGroups: [group],
      resources: [name],
      verbs: [...known, ...verbs.filter((verb) => !known.includes(verb))],
    });
  }
  return [...rules.values()];
}

function explain({ namespace, serviceAccount, executors, withNamespaces }: RbacChoice): string {
  const lines = [
    `What Proofload needs to run ${executors.join(', ')} in the namespace ${namespace}, and nothing else.`,
    '',
    `  kubectl create namespace ${namespace}    # unless it is there`,
    '  kubectl apply -f rbac.yaml',
    '',
    'A token, which ends by itself (an API server may allow less than what is asked for):',
    '',
    `  kubectl -n ${namespace} create token ${serviceAccount} --duration=8760h`,
    '',
    'The certificate authority and the address that go with it:',
    '',
    '  kubectl config view --raw --minify --flatten \\',
    "    -o jsonpath='{.clusters[0].cluster.certificate-authority-data}' | base64 -d",
    "  kubectl config view --minify -o jsonpath='{.clusters[0].cluster.server}'",
    '',
    'To take it back:',
    '',
    '  kubectl delete -f rbac.yaml',
    '',
    withNamespaces
      ? 'The rights on namespaces are for runs that get one of their own; what they make inside it takes rights there.'
      : 'Runs share this namespace; Proofload touches only objects that carry the label of a run.',
  ];
  return lines.map((line) => (line === '' ? '#\n' : `# ${line}\n`)).join('');
}
