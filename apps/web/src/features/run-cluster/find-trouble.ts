import type { ClusterEvents, RunPods } from '@proofload/contracts';

export interface Trouble {
  key: string;
  /** Who waits, such as `3 of 8 pods wait`. */
  what: string;
  /** In the words of Kubernetes. */
  message: string;
  since: string;
  /** One of the pods. */
  pod: string | null;
}

/** Every pod passes through these; they are trouble only when they last, and then events say why. */
const passing = /^(ContainerCreating|PodInitializing)(:|$)/;

/** What keeps a run from going on: pods that wait, and pods that are not made at all. */
export function findTrouble(
  { totals, trouble }: Pick<RunPods, 'totals' | 'trouble'>,
  warnings: ClusterEvents['items'],
): Trouble[] {
  const atWork = totals.phases.pending + totals.phases.running + totals.phases.unknown;
  const waiting = trouble
    .filter(({ message }) => !passing.test(message))
    .map(({ message, pods, example, since }) => ({
      key: example,
      what: `${pods} of ${atWork} pods ${pods === 1 ? 'waits' : 'wait'}`,
      message,
      since,
      pod: example,
    }));
  const refused = warnings.find(({ reason }) => reason === 'FailedCreate');
  if (refused === undefined || atWork > 0) return waiting;
  const what = `${refused.object} cannot make its pods`;
  return [{ key: refused.id, what, message: refused.message, since: refused.firstAt, pod: null }, ...waiting];
}
