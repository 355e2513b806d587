import { authenticate, type InClusterPlace } from './authenticate.ts';
import { ClusterError } from './cluster-error.ts';
import { type ClusterCredentials, isNamespaceName } from './credentials.ts';
import { createResourceCatalog } from './discovery.ts';
import { type ClusterNode, type ClusterVersion, readUser, readVersion, toClusterNode } from './facts.ts';
import { createObjectClient, listAll, type ObjectClient } from './objects.ts';
import {
  type FollowLogOptions,
  followPodLog,
  type LogLine,
  type PodLogRef,
  type ReadLogOptions,
  readPodLog,
} from './pod-log.ts';
import type { ApiResource, KindRef } from './resource.ts';
import { type AccessAnswer, type AccessQuestion, reviewAccess } from './review-access.ts';
import { createTransport, type TransportLimits } from './transport.ts';
import { type WatchEvent, type WatchOptions, watchCollection } from './watch.ts';

interface Abortable {
  signal?: AbortSignal | undefined;
}

/**
 * One cluster with one credential. Calls may come at once. Every call throws `ClusterError`, a `ProofloadError` whose
 * message quotes the API server; credentials never stand in it.
 */
export interface ClusterClient extends ObjectClient {
  /** Where objects go that name no namespace. */
  readonly namespace: string;
  version(options?: Abortable): Promise<ClusterVersion>;
  /** Whom the cluster takes the credential for, such as `system:serviceaccount:bench:proofload`. */
  user(options?: Abortable): Promise<string | null>;
  listNodes(options?: Abortable & { limit?: number }): Promise<{ nodes: ClusterNode[]; isComplete: boolean }>;
  /** The kinds that the cluster knows; asked at most once a minute. */
  resources(): Promise<readonly ApiResource[]>;
  /** Tells what is there, and then what changes, until the signal says stop. See `watchCollection`. */
  watch(
    ref: KindRef,
    options: WatchOptions,
    onEvent: (event: WatchEvent) => void,
    signal: AbortSignal,
  ): Promise<void>;
  readPodLog(ref: PodLogRef, options?: ReadLogOptions): Promise<AsyncIterable<Uint8Array>>;
  followPodLog(ref: PodLogRef, options: FollowLogOptions, signal: AbortSignal): AsyncGenerator<LogLine>;
  reviewAccess(questions: readonly AccessQuestion[], options?: Abortable): Promise<AccessAnswer[]>;
  /** Ends all connections, and with them watches and logs that still run. */
  close(): Promise<void>;
}

export interface ConnectOptions extends Partial<TransportLimits> {
  /** Where a pod finds its own account; for `in-cluster` credentials. */
  place?: InClusterPlace;
  /** From 0 to 1, to spread what is tried again. */
  random?: () => number;
}

const defaults: TransportLimits = { timeoutMs: 20_000, maxBytes: 64 * 1024 ** 2 };
const defaultNodes = 5000;

/** Opens no connection yet. Throws `ClusterError` when the credentials cannot be used at all. */
export function connectCluster(credentials: ClusterCredentials, options: ConnectOptions = {}): ClusterClient {
  const { namespace } = credentials;
  if (!isNamespaceName(namespace)) throw new ClusterError('invalid', 'namespace: expected the name of one');
  const { timeoutMs = defaults.timeoutMs, maxBytes = defaults.maxBytes, random = Math.random } = options;
  const access = authenticate(credentials, options.place);
  const transport = createTransport(access, { timeoutMs, maxBytes }, random);
  const catalog = createResourceCatalog(transport);
  return {
    namespace,
    ...createObjectClient(transport, catalog, namespace),
    version: (settings) => readVersion(transport, settings),
    user: (settings) => readUser(transport, settings),
    async listNodes({ limit = defaultNodes, ...rest } = {}) {
      const resource = {
        group: '',
        version: 'v1',
        kind: 'Node',
        plural: 'nodes',
        isNamespaced: false,
        verbs: [],
      };
      const collection = { apiVersion: 'v1', kind: 'Node', resource, namespace: null };
      const { items, isComplete } = await listAll(transport, collection, { limit, ...rest });
      return { nodes: items.map(toClusterNode), isComplete };
    },
    resources: () => catalog.list(),
    async watch(ref, settings, onEvent, signal) {
      const resource = await catalog.find(ref.apiVersion, ref.kind);
      const inside = resource.isNamespaced ? (ref.namespace === undefined ? namespace : ref.namespace) : null;
      const collection = { apiVersion: ref.apiVersion, kind: ref.kind, resource, namespace: inside };
      await watchCollection(transport, collection, settings, onEvent, signal, random);
    },
    readPodLog: (ref, settings) => readPodLog(transport, ref, settings),
    followPodLog: (ref, settings, signal) => followPodLog(transport, ref, settings, signal, random),
    reviewAccess: (questions, settings) => reviewAccess(transport, questions, settings),
    close: () => transport.close(),
  };
}
