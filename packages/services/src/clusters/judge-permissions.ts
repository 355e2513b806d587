import type { ClusterHealth } from '@proofload/contracts';
import { clusterExecutors } from '@proofload/domain';
import { type NeededPermission, questionKey, resourceName } from '@proofload/kubernetes';

type Allowed = ReadonlySet<string>;

/** Each permission with what is allowed of it. */
export function listPermissions(
  permissions: readonly NeededPermission[],
  allowed: Allowed,
): ClusterHealth['permissions'] {
  return permissions.map((permission) => ({
    resource: resourceName(permission),
    scope: permission.scope,
    purpose: permission.purpose,
    optional: permission.isOptional,
    executors: [...permission.neededBy],
    verbs: permission.verbs.map((verb) => ({ verb, allowed: allowed.has(questionKey(permission, verb)) })),
  }));
}

interface Facts {
  namespace: string;
  /** Null when it is not known. */
  namespaceExists: boolean | null;
  /** Of those that are not on every cluster, such as `testruns.k6.io`. */
  missingKinds: readonly string[];
}

/** Which executors could run now, and what each lacks. */
export function judgeExecutors(
  permissions: readonly NeededPermission[],
  allowed: Allowed,
  { namespace, namespaceExists, missingKinds }: Facts,
): ClusterHealth['executors'] {
  return clusterExecutors.map((name) => {
    const own = permissions.filter(({ neededBy }) => neededBy.includes(name));
    const kinds = missingKinds.filter((kind) => own.some((permission) => resourceName(permission) === kind));
    const missing = [
      ...(namespaceExists === false ? [`the namespace ${namespace}`] : []),
      ...kinds.map((kind) => `the kind ${kind}, which is not installed`),
      ...listMissing(
        own.filter(({ isOptional }) => !isOptional),
        allowed,
      ),
    ];
    const limited = listMissing(
      own.filter(({ isOptional }) => isOptional),
      allowed,
    );
    return { name, ready: missing.length === 0, missing, limited };
  });
}

function listMissing(permissions: readonly NeededPermission[], allowed: Allowed): string[] {
  return permissions.flatMap((permission) => {
    const verbs = permission.verbs.filter((verb) => !allowed.has(questionKey(permission, verb)));
    return verbs.length === 0 ? [] : [`${joinWords(verbs)} ${resourceName(permission)}`];
  });
}

const joinWords = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
