import { ProofloadError } from '@proofload/domain';
import type { ClusterClient, KubernetesObject, ObjectInput } from '@proofload/kubernetes';
import { ClusterError } from '@proofload/kubernetes';
import { keepAsking } from './keep-asking.ts';
import type { PreparedBundle } from './prepare-objects.ts';
import { anchorLabel, anchorNameOf, labelsOf, runLabel } from './run-labels.ts';

/** How long an API server may be away before the objects of a run are given up. */
const patienceMs = 60_000;
const atOnce = 8;

/**
 * Makes the objects of a run: checks all of them in a dry run, makes the anchor that names their kinds, then the
 * objects, owned by it. Repeatable: what is there already stays as it is, unless it is asked to grow. Throws what the API server said, having
 * made nothing when the dry run failed; otherwise the caller removes what was made.
 */
export async function applyBundle(
  client: ClusterClient,
  input: {
    runId: string;
    namespace: string;
    bundle: PreparedBundle;
    /** Applies objects of the run that are there as well: the next step of a bundle that grows. */
    isGrowing?: boolean;
    signal?: AbortSignal;
  },
): Promise<void> {
  const { runId, namespace, bundle, isGrowing = false, signal } = input;
  const { objects } = bundle;
  const made = new Set(
    objects.filter(({ kind }) => kind === 'Namespace').map(({ metadata }) => metadata.name),
  );
  const ask = { forMs: patienceMs, signal };
  // A namespace or a kind of the bundle itself is not there yet, and nothing in it can be tried.
  const hasKinds = objects.some(({ kind }) => kind === 'CustomResourceDefinition');
  await inTurns(objects, async (object) => {
    if (made.has(object.metadata.namespace ?? '')) return;
    try {
      await keepAsking(() => tryOut(client, object, { runId, isGrowing }), ask);
    } catch (error) {
      if (hasKinds && error instanceof ClusterError && error.code === 'not-found') return;
      throw error;
    }
  });
  const anchor = await keepAsking(() => makeAnchor(client, runId, namespace, bundle), ask);
  const owner = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    name: anchor.metadata.name,
    uid: anchor.metadata.uid ?? '',
  };
  for (const group of groupByKind(objects)) {
    await inTurns(group, async (object) => {
      const isBeside = object.metadata.namespace === namespace;
      const owned = isBeside
        ? { ...object, metadata: { ...object.metadata, ownerReferences: [owner] } }
        : object;
      // Objects that were made before are left alone: controllers have changed them since.
      const isThere = (await keepAsking(() => findOwn(client, object, runId), ask)) !== null;
      if (!isThere || isGrowing) await keepAsking(() => client.apply(owned), ask);
    });
  }
}

async function tryOut(
  client: ClusterClient,
  object: ObjectInput,
  { runId, isGrowing }: { runId: string; isGrowing: boolean },
): Promise<void> {
  if ((await findOwn(client, object, runId)) === null || isGrowing)
    await client.apply(object, { dryRun: true });
}

/** The object when the run has made it before. Throws `conflict` when it is somebody else's. */
async function findOwn(
  client: ClusterClient,
  { apiVersion, kind, metadata }: ObjectInput,
  runId: string,
): Promise<KubernetesObject | null> {
  const { name, namespace } = metadata;
  const found = await client.get({ apiVersion, kind, name, ...(namespace ? { namespace } : {}) });
  if (found === null) return null;
  const owner = found.metadata.labels?.[runLabel];
  if (owner === runId) return found;
  const whose = owner === undefined ? 'no run made it' : `the run ${owner} made it`;
  throw new ProofloadError(
    'conflict',
    `${kind} ${namespace ? `${namespace}/` : ''}${name} exists already and ${whose}, so it is not touched`,
  );
}

async function makeAnchor(
  client: ClusterClient,
  runId: string,
  namespace: string,
  { kinds }: PreparedBundle,
): Promise<KubernetesObject> {
  const ref = { apiVersion: 'v1', kind: 'ConfigMap', name: anchorNameOf(runId), namespace };
  const known = await client.get(ref);
  if (known !== null) return known;
  const labels = { ...labelsOf(runId), [anchorLabel]: 'true' };
  const { name, ...kind } = ref;
  try {
    return await client.create({
      apiVersion: kind.apiVersion,
      kind: kind.kind,
      metadata: { name, namespace, labels },
      data: { kinds: JSON.stringify(kinds) },
    });
  } catch (error) {
    // Another worker, cut off from the database, was as fast.
    const after = error instanceof ClusterError && error.status === 409 ? await client.get(ref) : null;
    if (after === null) throw error;
    return after;
  }
}

/** Neighbours of one kind, which may be made at the same time. */
function groupByKind(objects: readonly ObjectInput[]): ObjectInput[][] {
  const groups: ObjectInput[][] = [];
  for (const object of objects) {
    const last = groups.at(-1);
    if (last?.[0]?.kind === object.kind) last.push(object);
    else groups.push([object]);
  }
  return groups;
}

async function inTurns<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const rest = items[Symbol.iterator]();
  const worker = async (): Promise<void> => {
    for (let next = rest.next(); !next.done; next = rest.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
}
