import { setTimeout as sleep } from 'node:timers/promises';
import type { ClusterClient, KindRef, KubernetesObject } from '@proofload/kubernetes';
import { ClusterError } from '@proofload/kubernetes';
import { z } from 'zod';
import { anchorLabel, anchorNameOf, runLabel, selectorOf } from './run-labels.ts';

const lookEveryMs = 500;
const maxRounds = 240;
const maxListed = 20_000;

const kindsSchema = z.array(
  z.object({ apiVersion: z.string(), kind: z.string(), namespace: z.string().nullable() }),
);

/**
 * Removes every object of a run and waits until they are gone; the anchor goes last, so that whoever follows finds what
 * is left. Touches nothing without the label of the run. Repeatable. Throws `ClusterError` with what the API server said,
 * `unavailable` when objects do not go.
 * @returns how many were removed
 */
export async function removeRunObjects(
  client: ClusterClient,
  { runId, namespace, signal }: { runId: string; namespace: string; signal?: AbortSignal },
): Promise<number> {
  const anchor = await client.get({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    name: anchorNameOf(runId),
    namespace,
  });
  if (anchor === null || anchor.metadata.labels?.[runLabel] !== runId) return 0;
  const kinds = kindsOf(anchor, namespace);
  const removed = new Set<string>();
  for (let round = 0; ; round++) {
    const left = (await Promise.all(kinds.map((kind) => listOwn(client, kind, runId)))).flat();
    if (left.length === 0) break;
    if (round >= maxRounds)
      throw new ClusterError('unavailable', `${left.length} objects do not go, such as ${describe(left[0])}`);
    for (const object of left) {
      const { name, namespace: inside, uid = '', deletionTimestamp } = object.metadata;
      if (deletionTimestamp !== undefined) continue;
      const ref = { apiVersion: object.apiVersion, kind: object.kind, name };
      await client.delete({ ...ref, ...(inside ? { namespace: inside } : {}) }, { uid, signal });
      removed.add(uid);
    }
    await sleep(lookEveryMs, undefined, signal ? { signal } : {});
  }
  await client.delete(
    { apiVersion: 'v1', kind: 'ConfigMap', name: anchor.metadata.name, namespace },
    { uid: anchor.metadata.uid ?? '', signal },
  );
  return removed.size;
}

const describe = (object: KubernetesObject | undefined): string =>
  object === undefined ? 'none' : `${object.kind} ${object.metadata.name}`;

/** What the anchor names, and the pods and jobs that controllers made of it. */
function kindsOf(anchor: KubernetesObject, namespace: string): KindRef[] {
  const { kinds = '[]' } = (anchor.data ?? {}) as { kinds?: string };
  const named = kindsSchema.parse(JSON.parse(kinds));
  const namespaces = new Set([namespace, ...named.flatMap((kind) => kind.namespace ?? [])]);
  const all: KindRef[] = [
    // Pods after what would make them anew.
    ...named.filter(({ kind }) => kind !== 'Namespace'),
    ...[...namespaces].flatMap((inside) => [
      { apiVersion: 'batch/v1', kind: 'Job', namespace: inside },
      { apiVersion: 'v1', kind: 'Pod', namespace: inside },
    ]),
    ...named.filter(({ kind }) => kind === 'Namespace'),
  ];
  return [
    ...new Map(
      all.map((kind) => [JSON.stringify([kind.apiVersion, kind.kind, kind.namespace]), kind]),
    ).values(),
  ];
}

async function listOwn(client: ClusterClient, kind: KindRef, runId: string): Promise<KubernetesObject[]> {
  try {
    const { items } = await client.list(kind, { labelSelector: selectorOf(runId), limit: maxListed });
    return items.filter(({ metadata }) => metadata.labels?.[anchorLabel] === undefined);
  } catch (error) {
    // A kind that the run itself brought along is gone with it.
    if (error instanceof ClusterError && error.code === 'not-found') return [];
    throw error;
  }
}
