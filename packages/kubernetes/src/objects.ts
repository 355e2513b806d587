import { z } from 'zod';
import { ClusterError } from './cluster-error.ts';
import type { ResourceCatalog } from './discovery.ts';
import {
  type ApiResource,
  type KindRef,
  type KubernetesObject,
  nameOf,
  type ObjectInput,
  type ObjectRef,
  pathOf,
} from './resource.ts';
import type { Transport } from './transport.ts';

export interface Selection {
  /** Such as `proofload.dev/run=r1,role in (load)`. */
  labelSelector?: string;
  fieldSelector?: string;
}

export interface ListOptions extends Selection {
  /** At most so many objects; `isComplete` says whether that were all. */
  limit?: number;
  signal?: AbortSignal | undefined;
}

export interface ObjectList {
  items: KubernetesObject[];
  /** Of the collection: a watch goes on from here. */
  resourceVersion: string;
  isComplete: boolean;
}

export interface WriteOptions {
  /** Everything is checked (admission and quota as well), nothing is stored. */
  dryRun?: boolean;
  signal?: AbortSignal | undefined;
}

export interface ApplyOptions extends WriteOptions {
  /** Takes fields over that another manager set. */
  force?: boolean;
}

export type Propagation = 'Foreground' | 'Background' | 'Orphan';

export interface DeleteOptions {
  propagation?: Propagation;
  gracePeriodSeconds?: number;
  /** Deletes this very object, not one of its name that came after it. */
  uid?: string;
  signal?: AbortSignal | undefined;
}

/** Every call throws `ClusterError` with what the API server said. */
export interface ObjectClient {
  /** Stores an object that must not exist yet: `conflict` with the reason `AlreadyExists` when it does. */
  create(object: ObjectInput, options?: WriteOptions): Promise<KubernetesObject>;
  /** Server-side apply: makes the object, or sets the fields that are named. Unknown fields are refused. */
  apply(object: ObjectInput, options?: ApplyOptions): Promise<KubernetesObject>;
  /** Null when there is none of that name. */
  get(ref: ObjectRef, options?: { signal?: AbortSignal | undefined }): Promise<KubernetesObject | null>;
  list(ref: KindRef, options?: ListOptions): Promise<ObjectList>;
  /** False when there was none (or none with that uid) any more. */
  delete(ref: ObjectRef, options?: DeleteOptions): Promise<boolean>;
  /** Deletes what carries the labels, which must be given. */
  deleteCollection(ref: KindRef, options: DeleteCollectionOptions): Promise<void>;
}

interface DeleteCollectionOptions {
  labelSelector: string;
  propagation?: Propagation;
  gracePeriodSeconds?: number;
  signal?: AbortSignal | undefined;
}

const fieldManager = 'proofload';
/** More than anybody looks at; asked for in pages. */
const defaultListLimit = 10_000;
const pageSize = 500;
const maxRestarts = 3;

const objectSchema = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string() }),
});
const listSchema = z.object({
  metadata: z.object({ resourceVersion: z.string().default(''), continue: z.string().optional() }),
  items: z.array(z.looseObject({ metadata: z.looseObject({ name: z.string() }) })).nullish(),
});

export function createObjectClient(
  transport: Transport,
  catalog: ResourceCatalog,
  defaultNamespace: string,
): ObjectClient {
  const locate = async ({ apiVersion, kind, namespace }: KindRef) => {
    const resource = await catalog.find(apiVersion, kind);
    const inside = resource.isNamespaced ? (namespace === undefined ? defaultNamespace : namespace) : null;
    return { resource, namespace: inside };
  };
  const write = async (object: ObjectInput, doing: string, options: ApplyOptions, isApply: boolean) => {
    const { apiVersion, kind, metadata } = object;
    const { resource, namespace } = await locate({ apiVersion, kind, namespace: metadata.namespace });
    const answer = await transport.ask({
      doing: `${doing} ${nameOf(kind, namespace, metadata.name)}`,
      method: isApply ? 'PATCH' : 'POST',
      path: pathOf(resource, namespace, isApply ? metadata.name : undefined),
      query: {
        fieldManager,
        fieldValidation: 'Strict',
        force: options.force === true ? true : undefined,
        dryRun: options.dryRun === true ? 'All' : undefined,
      },
      // JSON is YAML as well.
      contentType: isApply ? 'application/apply-patch+yaml' : 'application/json',
      body: namespace === null ? object : { ...object, metadata: { ...metadata, namespace } },
      signal: options.signal,
    });
    return readObject(doing, answer);
  };
  return {
    create: async (object, options = {}) => write(requireName(object), 'create', options, false),
    apply: async (object, options = {}) => write(requireName(object), 'apply', options, true),
    async get(ref, { signal } = {}) {
      const { resource, namespace } = await locate(ref);
      const doing = `read ${nameOf(ref.kind, namespace, ref.name)}`;
      const path = pathOf(resource, namespace, ref.name);
      return orAbsent(
        async () => readObject(doing, await transport.ask({ doing, method: 'GET', path, signal })),
        null,
      );
    },
    async list(ref, options = {}) {
      const { resource, namespace } = await locate(ref);
      return listAll(transport, { ...ref, resource, namespace }, options);
    },
    async delete(ref, { propagation = 'Background', gracePeriodSeconds, uid, signal } = {}) {
      const { resource, namespace } = await locate(ref);
      const body = {
        kind: 'DeleteOptions',
        apiVersion: 'v1',
        propagationPolicy: propagation,
        ...(gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds }),
        ...(uid === undefined ? {} : { preconditions: { uid } }),
      };
      const doing = `delete ${nameOf(ref.kind, namespace, ref.name)}`;
      const path = pathOf(resource, namespace, ref.name);
      const remove = async (): Promise<boolean> => {
        await transport.ask({ doing, method: 'DELETE', path, body, signal });
        return true;
      };
      try {
        return await orAbsent(remove, false);
      } catch (error) {
        // The one that was meant is gone; its successor is none of our business.
        if (uid !== undefined && error instanceof ClusterError && error.status === 409) return false;
        throw error;
      }
    },
    async deleteCollection(ref, { labelSelector, propagation = 'Background', gracePeriodSeconds, signal }) {
      if (labelSelector.trim() === '')
        throw new ClusterError('invalid', 'labelSelector: expected labels; everything is never deleted');
      const { resource, namespace } = await locate(ref);
      if (resource.isNamespaced && namespace === null)
        throw new ClusterError(
          'invalid',
          'namespace: expected one; collections are deleted in one namespace',
        );
      await transport.ask({
        doing: `delete each ${nameOf(ref.kind, namespace)} with ${labelSelector}`,
        method: 'DELETE',
        path: pathOf(resource, namespace),
        query: { labelSelector, propagationPolicy: propagation, gracePeriodSeconds },
        signal,
      });
    },
  };
}

function requireName(object: ObjectInput): ObjectInput {
  if (typeof object.metadata.name === 'string' && object.metadata.name !== '') return object;
  const field = 'metadata.name';
  const message = 'expected a name; generated names cannot be found again';
  throw new ClusterError('invalid', `${field}: ${message}`, { fields: [{ field, message }] });
}

function readObject(doing: string, answer: unknown): KubernetesObject {
  const parsed = objectSchema.safeParse(answer);
  if (parsed.success) return parsed.data as KubernetesObject;
  throw new ClusterError('unavailable', `${doing}: its answer is no object of Kubernetes`);
}

async function orAbsent<T>(work: () => Promise<T>, absent: T): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ClusterError && error.status === 404) return absent;
    throw error;
  }
}

export interface Collection {
  apiVersion: string;
  kind: string;
  resource: ApiResource;
  namespace: string | null;
}

/** All pages of a collection, up to the limit. A list that outlives its snapshot is begun anew. */
export async function listAll(
  transport: Transport,
  collection: Collection,
  options: ListOptions,
): Promise<ObjectList> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await listPages(transport, collection, options);
    } catch (error) {
      const isExpired = error instanceof ClusterError && error.status === 410;
      if (!isExpired || attempt === maxRestarts) throw error;
    }
  }
}

async function listPages(
  transport: Transport,
  { apiVersion, kind, resource, namespace }: Collection,
  { limit = defaultListLimit, labelSelector, fieldSelector, signal }: ListOptions,
): Promise<ObjectList> {
  const items: KubernetesObject[] = [];
  const doing = `list ${nameOf(kind, namespace)}`;
  for (let next: string | undefined; ; ) {
    const answer = await transport.ask({
      doing,
      method: 'GET',
      path: pathOf(resource, namespace),
      query: {
        labelSelector,
        fieldSelector,
        limit: Math.min(pageSize, limit - items.length),
        continue: next,
      },
      signal,
    });
    const parsed = listSchema.safeParse(answer);
    if (!parsed.success) throw new ClusterError('unavailable', `${doing}: its answer is no list`);
    const { metadata, items: page } = parsed.data;
    // In a list, the kind stands on the list alone.
    for (const item of page ?? []) items.push({ apiVersion, kind, ...item } as KubernetesObject);
    next = metadata.continue || undefined;
    if (next === undefined || items.length >= limit) {
      const isComplete = next === undefined && items.length <= limit;
      return { items: items.slice(0, limit), resourceVersion: metadata.resourceVersion, isComplete };
    }
  }
}
