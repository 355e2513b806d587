import { type ClusterExecutor, clusterExecutors } from '@proofload/domain';
import type { AccessQuestion } from './review-access.ts';

/** What executors use of a kind. The one list: health pages ask for it, and the manifest of rights is made of it. */
export interface NeededPermission {
  group: string;
  resource: string;
  subresource?: string;
  verbs: readonly string[];
  /** Whether it is needed in the namespace of the runs, or of the whole cluster. */
  scope: 'namespace' | 'cluster';
  neededBy: readonly ClusterExecutor[];
  /** Whether runs go on without it; then what they lack. */
  isOptional: boolean;
  purpose: string;
}

const observe = ['get', 'list', 'watch'] as const;
/** Server-side apply of what is not there yet wants both create and patch. */
const manage = [...observe, 'create', 'patch', 'delete'] as const;

const bundles: readonly ClusterExecutor[] = ['kubernetes-job', 'capacity'];
const jobs: readonly ClusterExecutor[] = ['kubernetes-job', 'k6-job', 'capacity'];

const needed = (
  [group, resource, subresource]: [string, string, string?],
  verbs: readonly string[],
  neededBy: readonly ClusterExecutor[],
  purpose: string,
  rest: { scope?: 'cluster'; isOptional?: true } = {},
): NeededPermission => ({
  group,
  resource,
  ...(subresource === undefined ? {} : { subresource }),
  verbs,
  neededBy,
  purpose,
  scope: rest.scope ?? 'namespace',
  isOptional: rest.isOptional ?? false,
});

export const neededPermissions: readonly NeededPermission[] = [
  needed(['', 'pods'], [...observe, 'delete'], ['k6-job', 'k6-operator'], 'follow the pods of a run'),
  needed(['', 'pods'], manage, bundles, 'make and follow the pods of a run'),
  needed(['', 'pods', 'log'], ['get'], clusterExecutors, 'keep what pods print'),
  needed(['', 'events'], observe, clusterExecutors, 'show the events of a run', { isOptional: true }),
  needed(['', 'configmaps'], manage, clusterExecutors, 'hand scripts and settings to pods'),
  needed(['', 'secrets'], manage, bundles, 'make the Secrets of a bundle', { isOptional: true }),
  needed(['', 'secrets'], manage, ['k6-job', 'k6-operator'], 'hand pods the token that they push with'),
  needed(['', 'services'], manage, bundles, 'make the Services of a bundle', { isOptional: true }),
  needed(['batch', 'jobs'], manage, jobs, 'make and follow Jobs'),
  needed(['batch', 'jobs'], [...observe, 'delete'], ['k6-operator'], 'follow the Jobs of a test run'),
  needed(['apps', 'deployments'], manage, bundles, 'make the Deployments of a bundle', { isOptional: true }),
  needed(['k6.io', 'testruns'], manage, ['k6-operator'], 'make and follow test runs'),
  needed(['', 'nodes'], observe, clusterExecutors, 'record nodes and versions with a run', {
    scope: 'cluster',
    isOptional: true,
  }),
  needed(['', 'namespaces'], manage, bundles, 'give a run a namespace of its own', {
    scope: 'cluster',
    isOptional: true,
  }),
];

/** Every single question of the list, each once. */
export function listQuestions(
  permissions: readonly NeededPermission[],
  namespace: string,
): (AccessQuestion & { key: string })[] {
  const questions = new Map<string, AccessQuestion & { key: string }>();
  for (const permission of permissions) {
    const { group, resource, subresource } = permission;
    for (const verb of permission.verbs) {
      const key = questionKey(permission, verb);
      questions.set(key, {
        key,
        verb,
        group,
        resource,
        ...(subresource === undefined ? {} : { subresource }),
        namespace: permission.scope === 'cluster' ? null : namespace,
      });
    }
  }
  return [...questions.values()];
}

export const questionKey = (
  { group, resource, subresource, scope }: NeededPermission,
  verb: string,
): string => [scope, group, resource, subresource ?? '', verb].join('/');

/** As people and rules write it: `jobs.batch`, `pods/log`. */
export function resourceName({
  group,
  resource,
  subresource,
}: Pick<NeededPermission, 'group' | 'resource' | 'subresource'>): string {
  const name = subresource === undefined ? resource : `${resource}/${subresource}`;
  return group === '' ? name : `${name}.${group}`;
}
