import type { ClusterHealth } from '@proofload/contracts';
import { CircleCheck, CircleX, LoaderCircle, TriangleAlert } from 'lucide-react';
import { Badge } from '@/components/ui/badge';

/** A cluster in a word: no answer, what it lacks, or its version. */
export function HealthBadge({ health, isAsking }: { health: ClusterHealth | undefined; isAsking: boolean }) {
  if (isAsking) {
    return (
      <Badge look="plain" icon={LoaderCircle} isTurning>
        Asking…
      </Badge>
    );
  }
  if (health === undefined) return <Badge look="plain">not known</Badge>;
  if (!health.reachable) {
    return (
      <Badge look="plain" tone="breach" icon={CircleX}>
        No answer
      </Badge>
    );
  }
  // An operator that nobody installed is no fault.
  const expected = health.executors.length - health.resources.filter(({ found }) => !found).length;
  const ready = health.executors.filter((executor) => executor.ready).length;
  const isLacking = ready < expected || health.prometheus?.reachable === false;
  return (
    <Badge look="plain" tone={isLacking ? 'warn' : 'pass'} icon={isLacking ? TriangleAlert : CircleCheck}>
      Kubernetes {health.version}
    </Badge>
  );
}

/** Nodes and executors in half a line. */
export function summariseHealth({ nodes, executors }: ClusterHealth): string {
  const ready = executors.filter(({ ready: isReady }) => isReady).length;
  return [
    nodes === null ? 'nodes not visible' : countNodes(nodes),
    `${ready} of ${executors.length} executors ready`,
  ].join(', ');
}

export function countNodes({ ready, total, complete }: NonNullable<ClusterHealth['nodes']>): string {
  const all = `${total.toLocaleString('en')}${complete ? '' : ' or more'}`;
  return `${ready.toLocaleString('en')} of ${all} ${total === 1 ? 'node' : 'nodes'} ready`;
}
