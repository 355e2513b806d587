import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { backoffMs } from './backoff.ts';
import { ClusterError, errorOfStatus, statusSchema } from './cluster-error.ts';
import { readLines } from './json-lines.ts';
import { type Collection, listAll, type Selection } from './objects.ts';
import { type KubernetesObject, nameOf, pathOf } from './resource.ts';
import type { Transport } from './transport.ts';

export interface WatchEvent {
  type: 'added' | 'modified' | 'deleted';
  /** As it is now; of an object whose deletion was missed only kind, name, namespace, uid, version and labels. */
  object: KubernetesObject;
  /** Whether it came from a list, not as it happened: the first state, or what happened while cut off. */
  isFromList: boolean;
}

export interface WatchOptions extends Selection {
  /** Called once the first list has been told. */
  onReady?: () => void;
  /** The connection broke or was refused; it is tried again until the signal says stop. Called again when the reason is of another kind. */
  onCut?: (error: ClusterError) => void;
  /** Events flow again, and what was missed has been told. */
  onBack?: () => void;
  /** At most so many objects; more throw `too-large`. */
  maxObjects?: number;
  /** A stream that is silent for longer is opened anew: servers send a bookmark about once a minute. */
  idleMs?: number;
}

const defaultIdleMs = 90_000;
const defaultMaxObjects = 20_000;
/** Servers end a watch by themselves after a while; asking for a time spreads that. */
const watchSeconds = { least: 240, spread: 60 };
/** A connection that ends sooner has failed, whatever it said. */
const shortMs = 1000;
/** Objects are bounded by etcd to about 1.5 MB; the JSON of a few kinds is larger than what is stored. */
const maxEventBytes = 16 * 1024 * 1024;

const eventSchema = z.object({
  type: z.enum(['ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK', 'ERROR']),
  object: z.looseObject({ metadata: z.looseObject({ resourceVersion: z.string().optional() }).optional() }),
});

/** What is remembered of an object, so that its deletion can be told even when nobody was looking. */
interface Known {
  uid: string;
  resourceVersion: string;
  object: KubernetesObject;
}

/**
 * Lists and watches until the signal says stop: then it returns. Dropped connections, an API server that is away and
 * versions that are too old (410) are gone over with a new list, from which what was missed is told: each object that is there
 * differently as added or modified, each that is not any more as deleted. Throws `ClusterError` when the first list is refused
 * (later refusals are told as cut off), for a selector that is none, and for too many objects.
 */
export async function watchCollection(
  transport: Transport,
  collection: Collection,
  options: WatchOptions,
  onEvent: (event: WatchEvent) => void,
  signal: AbortSignal,
  random: () => number = Math.random,
): Promise<void> {
  const watcher = new Watcher(transport, collection, options, onEvent, signal, random);
  await watcher.run();
}

class Watcher {
  private readonly transport: Transport;
  private readonly collection: Collection;
  private readonly options: WatchOptions;
  private readonly onEvent: (event: WatchEvent) => void;
  private readonly signal: AbortSignal;
  private readonly random: () => number;
  private readonly known = new Map<string, Known>();
  /** Null asks for a list first. */
  private resourceVersion: string | null = null;
  private isListed = false;
  private listedAtMs = 0;
  /** What kind of error cut it off; null while it is not. */
  private cutCode: ClusterError['code'] | null = null;
  private failures = 0;

  constructor(
    transport: Transport,
    collection: Collection,
    options: WatchOptions,
    onEvent: (event: WatchEvent) => void,
    signal: AbortSignal,
    random: () => number,
  ) {
    this.transport = transport;
    this.collection = collection;
    this.options = options;
    this.onEvent = onEvent;
    this.signal = signal;
    this.random = random;
  }

  async run(): Promise<void> {
    while (!this.signal.aborted) {
      try {
        if (this.resourceVersion === null) await this.list();
        await this.follow();
      } catch (error) {
        if (this.signal.aborted) return;
        await this.recover(error);
      }
    }
  }

  private async list(): Promise<void> {
    const { labelSelector, fieldSelector, maxObjects = defaultMaxObjects } = this.options;
    const { items, resourceVersion, isComplete } = await listAll(this.transport, this.collection, {
      ...(labelSelector === undefined ? {} : { labelSelector }),
      ...(fieldSelector === undefined ? {} : { fieldSelector }),
      limit: maxObjects,
      signal: this.signal,
    });
    if (!isComplete) throw this.tooMany(maxObjects);
    const present = new Set(items.map(keyOf));
    for (const [key, { object }] of this.known) {
      if (!present.has(key)) this.tellDeleted(key, object, true);
    }
    for (const item of items) this.tellPresent(item, true);
    this.resourceVersion = resourceVersion;
    this.listedAtMs = performance.now();
    if (!this.isListed) this.options.onReady?.();
    this.isListed = true;
  }

  /** One connection, until the server ends it. */
  private async follow(): Promise<void> {
    const { labelSelector, fieldSelector, idleMs = defaultIdleMs } = this.options;
    const { resource, namespace, kind } = this.collection;
    const doing = `watch ${nameOf(kind, namespace)}`;
    const idle = new AbortController();
    const timer = setTimeout(() => idle.abort(), idleMs);
    const startedMs = performance.now();
    try {
      const stream = await this.transport.stream({
        doing,
        method: 'GET',
        path: pathOf(resource, namespace),
        query: {
          watch: true,
          allowWatchBookmarks: true,
          resourceVersion: this.resourceVersion ?? undefined,
          timeoutSeconds: watchSeconds.least + Math.floor(watchSeconds.spread * this.random()),
          labelSelector,
          fieldSelector,
        },
        signal: AbortSignal.any([this.signal, idle.signal]),
      });
      this.markBack();
      for await (const line of readLines(stream, maxEventBytes)) {
        timer.refresh();
        this.take(doing, line);
      }
      if (performance.now() - startedMs < shortMs)
        throw new ClusterError('unavailable', `${doing}: it ended at once`);
    } catch (error) {
      // Silence is no failure: the next connection goes on from the last event.
      if (!idle.signal.aborted || this.signal.aborted) throw error;
    } finally {
      clearTimeout(timer);
      if (performance.now() - startedMs >= shortMs) this.failures = 0;
    }
  }

  private take(doing: string, line: Buffer): void {
    const { type, object } = parseEvent(doing, line);
    if (type === 'ERROR') {
      const status = statusSchema.safeParse(object).data ?? null;
      throw errorOfStatus(doing, status?.code ?? 500, status);
    }
    if (type !== 'BOOKMARK') {
      const { apiVersion, kind } = this.collection;
      const item = { ...object, apiVersion, kind } as unknown as KubernetesObject;
      if (type === 'DELETED') this.tellDeleted(keyOf(item), item, false);
      else this.tellPresent(item, false);
    }
    this.resourceVersion = object.metadata?.resourceVersion ?? this.resourceVersion;
  }

  private tellPresent(object: KubernetesObject, isFromList: boolean): void {
    const key = keyOf(object);
    const { uid = '', resourceVersion = '' } = object.metadata;
    let before = this.known.get(key);
    if (before !== undefined && before.uid !== uid) {
      this.tellDeleted(key, before.object, true);
      before = undefined;
    }
    if (before?.resourceVersion === resourceVersion) return;
    const { maxObjects = defaultMaxObjects } = this.options;
    if (before === undefined && this.known.size >= maxObjects) throw this.tooMany(maxObjects);
    this.known.set(key, { uid, resourceVersion, object: reduce(object) });
    this.onEvent({ type: before === undefined ? 'added' : 'modified', object, isFromList });
  }

  private tellDeleted(key: string, object: KubernetesObject, isFromList: boolean): void {
    if (this.known.delete(key)) this.onEvent({ type: 'deleted', object, isFromList });
  }

  private markBack(): void {
    if (this.cutCode === null) return;
    this.cutCode = null;
    this.options.onBack?.();
  }

  /** Decides whether to go on after an error, and waits. */
  private async recover(error: unknown): Promise<void> {
    if (!(error instanceof ClusterError)) throw error;
    if (error.status === 410) {
      this.resourceVersion = null;
      // A server to which even its newest version is too old must not be asked without a pause.
      if (performance.now() - this.listedAtMs > shortMs) return;
      this.failures++;
      await this.pause();
      return;
    }
    if (isFinal(error) || (!this.isListed && !error.isTransient)) throw error;
    if (this.cutCode !== error.code) {
      this.cutCode = error.code;
      this.options.onCut?.(error);
    }
    this.failures++;
    // A server that was away mostly knows no older version; a list says at once what was missed.
    this.resourceVersion = null;
    await this.pause(error.retryAfterMs ?? 0);
  }

  private async pause(atLeastMs = 0): Promise<void> {
    const ms = Math.max(atLeastMs, backoffMs(this.failures, this.random()));
    // The loop looks at the signal itself.
    await sleep(ms, undefined, { signal: this.signal }).catch(() => undefined);
  }

  private tooMany(maxObjects: number): ClusterError {
    const { kind, namespace } = this.collection;
    return new ClusterError(
      'too-large',
      `watch ${nameOf(kind, namespace)}: there are more than ${maxObjects} objects; expected narrower labels`,
    );
  }
}

/** What no patience mends: a wrong request, or more than is taken. Credentials and rights may come back. */
const isFinal = (error: ClusterError): boolean => error.code === 'invalid' || error.code === 'too-large';

function parseEvent(doing: string, line: Buffer): z.infer<typeof eventSchema> {
  try {
    return eventSchema.parse(JSON.parse(line.toString('utf8')));
  } catch {
    throw new ClusterError('unavailable', `${doing}: a line of its answer is no event`);
  }
}

const keyOf = ({ metadata }: KubernetesObject): string => `${metadata.namespace ?? ''}/${metadata.name}`;

function reduce({ apiVersion, kind, metadata }: KubernetesObject): KubernetesObject {
  const { name, namespace, uid, resourceVersion, labels } = metadata;
  return {
    apiVersion,
    kind,
    metadata: {
      name,
      ...(namespace === undefined ? {} : { namespace }),
      ...(uid === undefined ? {} : { uid }),
      ...(resourceVersion === undefined ? {} : { resourceVersion }),
      ...(labels === undefined ? {} : { labels }),
    },
  };
}
