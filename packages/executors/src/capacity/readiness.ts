import type { KubernetesObject } from '@proofload/kubernetes';
import { z } from 'zod';

/** Whether an object is as its specification asks. */
export interface Readiness {
  isReady: boolean;
  /** How it stands, such as `Deployment/web: 10 of 11 ready`. */
  said: string;
  /** Why Kubernetes makes no pods for it, such as an exceeded quota. */
  refusal: string | null;
}

/** Kinds of which Kubernetes says whether they are ready; others are ready as soon as they are there. */
export const kindsWithReadiness = ['Deployment', 'StatefulSet', 'DaemonSet', 'ReplicaSet', 'Job', 'Pod'];

const count = z.number().nullish();
const shape = z.object({
  kind: z.string(),
  metadata: z.object({ name: z.string(), generation: z.number().nullish() }),
  spec: z.object({ replicas: count, completions: count, parallelism: count }).nullish(),
  status: z
    .object({
      observedGeneration: count,
      replicas: count,
      readyReplicas: count,
      availableReplicas: count,
      updatedReplicas: count,
      desiredNumberScheduled: count,
      updatedNumberScheduled: count,
      numberReady: count,
      succeeded: count,
      phase: z.string().nullish(),
      conditions: z
        .array(
          z.object({
            type: z.string(),
            status: z.string(),
            reason: z.string().nullish(),
            message: z.string().nullish(),
          }),
        )
        .nullish(),
    })
    .nullish(),
});
type Shape = z.infer<typeof shape>;

/** Null for an object that is not there (any more). */
export function readReadiness(object: KubernetesObject | null, label: string): Readiness {
  const parsed = shape.safeParse(object);
  if (!parsed.success) return { isReady: false, said: `${label} is not there`, refusal: null };
  const { kind, metadata, status } = parsed.data;
  const hasSeen = (status?.observedGeneration ?? 0) >= (metadata.generation ?? 0);
  const conditions = status?.conditions ?? [];
  const failing = conditions.find(({ type, status: is }) => type === 'ReplicaFailure' && is === 'True');
  const { isReady, said } = judge(kind, parsed.data);
  const isObserved = kind === 'Job' || kind === 'Pod' || !kindsWithReadiness.includes(kind) || hasSeen;
  return {
    isReady: isReady && isObserved,
    said: `${label}: ${isObserved ? said : 'not seen yet by its controller'}`,
    refusal: failing ? (failing.message ?? failing.reason ?? 'no reason given') : null,
  };
}

function judge(kind: string, object: Shape): { isReady: boolean; said: string } {
  const { spec, status } = object;
  const holds = (type: string): boolean =>
    (status?.conditions ?? []).some((each) => each.type === type && each.status === 'True');
  if (kind === 'Job') {
    if (holds('Failed')) return { isReady: false, said: 'failed' };
    const asked = spec?.completions ?? spec?.parallelism ?? 1;
    return { isReady: holds('Complete'), said: `${status?.succeeded ?? 0} of ${asked} complete` };
  }
  if (kind === 'Pod')
    return { isReady: holds('Ready'), said: holds('Ready') ? 'ready' : (status?.phase ?? 'new') };
  if (kind === 'DaemonSet') {
    const wanted = status?.desiredNumberScheduled ?? 0;
    return judgeCounts(wanted, [status?.numberReady, status?.updatedNumberScheduled]);
  }
  if (!kindsWithReadiness.includes(kind)) return { isReady: true, said: 'there' };
  const wanted = spec?.replicas ?? 1;
  // A ReplicaSet has no older pods to replace; what is too many must have gone as well.
  const updated = kind === 'ReplicaSet' ? [] : [status?.updatedReplicas ?? 0];
  return judgeCounts(wanted, [status?.readyReplicas, ...updated, status?.replicas]);
}

function judgeCounts(
  wanted: number,
  counts: readonly (number | null | undefined)[],
): { isReady: boolean; said: string } {
  const isReady = counts.every((each) => (each ?? 0) === wanted);
  return { isReady, said: `${counts[0] ?? 0} of ${wanted} ready` };
}
