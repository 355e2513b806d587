import { ClusterError } from './cluster-error.ts';

/** An object as the API gives it: what is not named here is as it came. */
export interface KubernetesObject {
  apiVersion: string;
  kind: string;
  metadata: ObjectMetadata;
  [field: string]: unknown;
}

export interface ObjectMetadata {
  name: string;
  namespace?: string;
  uid?: string;
  resourceVersion?: string;
  generation?: number;
  /** RFC 3339. */
  creationTimestamp?: string;
  deletionTimestamp?: string;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
  ownerReferences?: { apiVersion: string; kind: string; name: string; uid: string; controller?: boolean }[];
  finalizers?: string[];
  [field: string]: unknown;
}

/** What is sent: the API server fills in the rest. */
export interface ObjectInput {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; [field: string]: unknown };
  [field: string]: unknown;
}

/** Objects of one kind. */
export interface KindRef {
  /** Such as `v1` or `batch/v1`. */
  apiVersion: string;
  kind: string;
  /** Absent takes the namespace of the credentials; null means all namespaces. No matter for kinds without any. */
  namespace?: string | null | undefined;
}

export interface ObjectRef extends KindRef {
  name: string;
  namespace?: string | undefined;
}

/** A kind that the API server serves. */
export interface ApiResource {
  /** Empty for the core group. */
  group: string;
  version: string;
  kind: string;
  /** As it stands in addresses and rules, such as `jobs`. */
  plural: string;
  isNamespaced: boolean;
  verbs: readonly string[];
}

export const apiVersionOf = ({ group, version }: Pick<ApiResource, 'group' | 'version'>): string =>
  group === '' ? version : `${group}/${version}`;

/** The path of a collection, or of an object in it. */
export function pathOf(resource: ApiResource, namespace: string | null, name?: string): string {
  const root =
    resource.group === '' ? `/api/${resource.version}` : `/apis/${resource.group}/${resource.version}`;
  const inside =
    resource.isNamespaced && namespace !== null
      ? `/namespaces/${segment(namespace, 'metadata.namespace')}`
      : '';
  const tail = name === undefined ? '' : `/${segment(name, 'metadata.name')}`;
  return `${root}${inside}/${resource.plural}${tail}`;
}

/** Names that would lead somewhere else. */
function segment(name: string, field: string): string {
  if (name === '' || name === '.' || name === '..' || name.length > 253 || /[/%]/.test(name)) {
    const message = `expected a name, not ${JSON.stringify(name.slice(0, 100))}`;
    throw new ClusterError('invalid', `${field}: ${message}`, { fields: [{ field, message }] });
  }
  return encodeURIComponent(name);
}

/** For messages: `Job bench/load`, `Node worker-1`. */
export function nameOf(kind: string, namespace: string | null | undefined, name?: string): string {
  const inside = namespace ? (name === undefined ? namespace : `${namespace}/${name}`) : (name ?? '');
  return inside === '' ? kind : `${kind} ${inside}`;
}
